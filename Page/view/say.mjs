// SPDX-License-Identifier: MIT

import { $, el, iconButton } from './dom.mjs'

/** Says something to those who hear the page, when what is being read is through. */
export function say(words) {
  announce($('#polite'), words)
}

/** Says something at once. */
export function sayNow(words) {
  announce($('#urgent'), words)
}

function announce(region, words) {
  // The same words twice are said twice.
  region.textContent = ''
  setTimeout(() => region.textContent = words, 50)
}

const shownFor = 10_000
let toast = null

/**
 * Shows a sentence for ten seconds, with what takes it back. It stays while it is pointed at or
 * focused, and never takes the focus.
 *
 * @returns {() => void} What takes the sentence away.
 */
export function tell(words, undo, verb = 'Undo') {
  toast?.remove()
  let timer
  const close = () => {
    clearTimeout(timer)
    box.remove()
  }
  const box = el('div.toast', { role: 'group', 'aria-label': 'Message' }, el('span', {}, words),
    undo && el('button.b', { type: 'button', onclick: () => { close(); undo() } }, verb),
    iconButton('close', 'Dismiss', close))
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(close, shownFor)
  }
  for (const name of ['pointerenter', 'focusin']) box.addEventListener(name, () => clearTimeout(timer))
  for (const name of ['pointerleave', 'focusout']) box.addEventListener(name, wait)
  toast = box
  document.body.append(box)
  wait()
  say(undo && verb === 'Undo' ? `${words} Control Z takes it back.` : words)
  return close
}

/**
 * Asks before something is lost.
 *
 * @returns {Promise<boolean>} Whether the person agreed.
 */
export function ask(question, explanation, verb) {
  const opener = document.activeElement
  return new Promise((resolve) => {
    const dialog = el('dialog.pop.ask', { 'aria-labelledby': 'ask-head', 'aria-describedby': 'ask-body' },
      el('h2', { id: 'ask-head' }, question), el('p', { id: 'ask-body' }, explanation),
      el('div.bar', {}, el('span.grow'),
        el('button.b.line', { type: 'button', autofocus: true, onclick: () => dialog.close() }, 'Keep'),
        el('button.b.bad', { type: 'button', onclick: () => dialog.close('yes') }, verb)))
    dialog.addEventListener('close', () => {
      dialog.remove()
      opener?.focus?.()
      resolve(dialog.returnValue === 'yes')
    })
    document.body.append(dialog)
    dialog.showModal()
  })
}
