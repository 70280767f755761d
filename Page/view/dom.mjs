// SPDX-License-Identifier: MIT

/** The first element that a selector names. */
export const $ = (selector, root = document) => root.querySelector(selector)

/**
 * Makes an element: `el('button.b.line', { type: 'button', onclick }, 'Undo')`.
 *
 * Functions become listeners, true an empty attribute; false, null and undefined are left out.
 * Text is only ever set as text, so that no note can become markup.
 */
export function el(description, attributes = {}, ...children) {
  const [name, ...classes] = description.split('.')
  const element = document.createElement(name)
  if (classes.length) element.className = classes.join(' ')
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key.slice(2), value)
    else if (value !== false && value != null) element.setAttribute(key, value === true ? '' : value)
  }
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false))
  return element
}

const svg = 'http://www.w3.org/2000/svg'

/** An SVG element. */
export function shape(name, attributes = {}, ...children) {
  const element = document.createElementNS(svg, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

/** An icon of the sprite; with a label it is read aloud. */
export function icon(name, label, className) {
  const named = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' }
  return shape('svg', className ? { ...named, class: className } : named,
    shape('use', { href: '#i-' + name }))
}

/** A button with an icon alone. */
export function iconButton(name, label, onclick, attributes = {}) {
  return el('button.i', { type: 'button', 'aria-label': label, title: label, onclick, ...attributes },
    icon(name, null, name === 'back' || name === 'next' ? 'flip' : undefined))
}

/** Sets an element's text if it differs, so that nothing is laid out again in vain. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text
}

/** Sets or removes an attribute if it differs. */
export function setAttribute(element, name, value) {
  if (value == null || value === false) element.removeAttribute(name)
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value)
}

/** Whether the window shows one column. */
export const isNarrow = () => narrow.matches
const narrow = matchMedia('(max-width:44em)')

/** Calls now, and whenever the window begins or ceases to show one column. */
export function followWidth(body) {
  narrow.addEventListener('change', body)
  body()
}

/** Calls once for any number of calls before the next frame. */
export function oncePerFrame(body) {
  let asked = 0
  return () => {
    asked ||= requestAnimationFrame(() => {
      asked = 0
      body()
    })
  }
}
