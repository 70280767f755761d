// SPDX-License-Identifier: MIT

import { el } from './dom.mjs'

/** Prints the whole of a note: browsers do not break a textarea over pages. */
export function printWhole({ title, binding: { area } }) {
  let parts = []
  addEventListener('beforeprint', () => {
    const { dir } = area
    parts = [el('h1.title.printed', { dir: 'auto' }, title.value), el('div.text.printed', { dir }, area.value)]
    title.before(parts[0])
    area.before(parts[1])
  })
  addEventListener('afterprint', () => parts.forEach((part) => part.remove()))
}
