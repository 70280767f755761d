// SPDX-License-Identifier: MIT

import { el, icon } from './dom.mjs'

/**
 * Opens a menu at an element; arrows, Home, End and first letters choose, Escape closes.
 *
 * @param {Element} opener Where it opens, and where the focus returns to.
 * @param {({words, icon, checked, key, do} | null)[]} entries Null is a line between.
 */
export function openMenu(opener, label, entries) {
  const menu = el('div.pop.menu-box', { popover: 'auto', role: 'menu', 'aria-label': label })
  const close = () => menu.hidePopover()
  const returnTo = document.activeElement
  for (const entry of entries) {
    menu.append(entry ? menuItem(entry, close) : el('hr'))
  }
  menu.addEventListener('toggle', (event) => {
    if (event.newState !== 'closed') return
    if (menu.contains(document.activeElement) || document.activeElement === document.body) returnTo?.focus?.()
    menu.remove()
  })
  menu.addEventListener('keydown', (event) => moveFocus(event, menu))
  // Within a popover, which would close otherwise.
  ;(opener.closest(':popover-open') ?? document.body).append(menu)
  menu.showPopover()
  place(menu, opener)
  const items = [...menu.querySelectorAll('.item')]
  ;(items.find((button) => button.getAttribute('aria-checked') === 'true') ?? items[0])?.focus()
}

function menuItem(entry, close) {
  const hasCheck = entry.checked !== undefined
  return el('button.item', {
    type: 'button', role: hasCheck ? 'menuitemradio' : 'menuitem', tabindex: '-1',
    'aria-checked': hasCheck && String(entry.checked),
    onclick: () => {
      close()
      entry.do()
    },
  }, icon(entry.icon ?? (entry.checked ? 'check' : 'none')), el('span.grow.cut', { dir: 'auto' }, entry.words),
  entry.key && el('kbd', {}, entry.key))
}

function moveFocus(event, menu) {
  const items = [...menu.querySelectorAll('.item')]
  const at = items.indexOf(document.activeElement)
  let to
  if (event.key === 'ArrowDown') to = at + 1
  else if (event.key === 'ArrowUp') to = at - 1
  else if (event.key === 'Home') to = 0
  else if (event.key === 'End') to = -1
  else if (event.key === 'Tab') return menu.hidePopover()
  else if (event.key.length === 1 && event.key !== ' ') {
    const letter = event.key.toLowerCase()
    const order = [...items.slice(at + 1), ...items.slice(0, at + 1)]
    to = items.indexOf(order.find((each) => each.textContent.toLowerCase().startsWith(letter)))
    if (to < 0) return
  } else return
  event.preventDefault()
  event.stopPropagation()
  items.at(to % items.length)?.focus()
}

/** Below its opener, within the window. */
function place(menu, opener) {
  const from = opener.getBoundingClientRect()
  const size = menu.getBoundingClientRect()
  const isMirrored = getComputedStyle(opener).direction === 'rtl'
  const left = isMirrored ? from.right - size.width : from.left
  const below = from.bottom + 4 + size.height <= innerHeight
  menu.style.left = Math.max(8, Math.min(left, innerWidth - size.width - 8)) + 'px'
  menu.style.top = (below ? from.bottom + 4 : Math.max(8, from.top - size.height - 4)) + 'px'
}
