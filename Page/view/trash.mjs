// SPDX-License-Identifier: MIT

import { el, icon, iconButton } from './dom.mjs'
import { firstLines } from './row.mjs'
import { called, when } from './words.mjs'

/** How many notes are drawn, and then more with each asking. */
export const cardsAtOnce = 200

/** The notes in the trash: restore, or drop for good. */
export function trashPage(desk, actions, tools, { most, showMore, read }) {
  const { rows } = desk
  tools.append(el('button.b.line', {
    type: 'button', disabled: !rows.length, onclick: () => actions.purge(desk.rows),
  }, 'Drop all for good…'))
  return [
    el('h1', {}, 'Trash'),
    el('p.lead', {}, 'Notes stay here until you drop them for good, on every device. Restored, they go back to their folder and place.'),
    rows.length ? el('ul', { 'aria-label': 'Notes in the trash' }, rows.slice(0, most).map((row) => trashCard(row, actions, read)))
      : el('p.dim', {}, 'The trash is empty.'),
    rows.length > most && el('button.b.line', { type: 'button', onclick: showMore }, 'Show more'),
  ]
}

function trashCard(row, actions, read) {
  const [title, snippet] = firstLines(row)
  const purge = () => actions.purge([row])
  const restore = () => actions.restore([row.id], `${called({ title })} is back.`)
  const item = el('li.card', { 'data-dev': row.device?.color, tabindex: '0', 'data-id': row.id,
    onkeydown: (event) => {
      if (event.target !== item) return
      if (event.key === 'ArrowUp') item.previousElementSibling?.focus()
      else if (event.key === 'ArrowDown') (item.nextElementSibling ?? item.parentNode.nextElementSibling)?.focus()
      else if (event.key === 'Enter') restore()
      else if (event.key === 'Delete') purge()
      else return
      event.preventDefault()
    } },
  icon('notes'), el('div', {}, el('button.words', { type: 'button', title: 'Read', dir: 'auto', onclick: () => read(row.id) }, title), el('p.cut', { dir: 'auto' }, snippet),
    el('p', {}, row.wasPurged ? el('b.warn', {}, 'Edited elsewhere after it was dropped for good, so it came back')
      : `Changed ${when(row.edited)}`)),
  el('div.end.bar', {}, el('button.b.line', { type: 'button', onclick: restore }, icon('undo'),
    'Restore', el('span.sr', {}, ' ' + title)),
  iconButton('close', `Drop ${title} for good`, purge)))
  return item
}
