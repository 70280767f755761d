// SPDX-License-Identifier: MIT
//
// The rows that a window showed last, kept beside the notes: the next window shows them while it reads the notes.

import { $ } from './dom.mjs'
import { remember, remembered } from './remembered.mjs'
import { Row } from './row.mjs'

const firstRowsKey = 'decent-first-rows'
/** More rows than most windows show, and how long the list rests before they are kept, in milliseconds. */
const mostFirstRows = 40
const keepingRest = 500

/**
 * Shows the rows that are remembered.
 *
 * @returns {{ pressed: string|null }} the note of the row that was clicked last meanwhile
 */
export function showFirstRows() {
  const first = { pressed: null }
  const { rows, count } = rememberedRows()
  const spacer = $('#rows > .spacer')
  spacer.style.setProperty('--n', count)
  for (const [index, row] of rows.entries()) {
    const view = new Row()
    const place = { index, all: count }
    view.show(row, { ...place, isChosen: false, isCarried: false, isByHand: false, by: 0, titleFound: [] })
    view.element.addEventListener('click', () => { first.pressed = row.id }, { once: true })
    spacer.append(view.element)
  }
  return first
}

/** Remembers the rows of all notes as they are shown now. */
export function keepFirstRows(desk) {
  let timer
  const keep = () => {
    clearTimeout(timer)
    timer = null
    if (desk.place.kind === 'all' && !desk.query) rememberRows(desk.rows)
  }
  desk.addEventListener('rows', () => { timer ??= setTimeout(keep, keepingRest) })
  addEventListener('pagehide', keep)
}

function rememberRows(rows) {
  const kept = rows.slice(0, mostFirstRows).map(({ id, title, snippet, tags, priority, isPinned, edited }) => (
    { id, title, snippet, tags, priority, isPinned, edited, found: [] }))
  const text = JSON.stringify({ rows: kept, count: rows.length })
  if (text !== remembered(firstRowsKey, null)) remember(firstRowsKey, text)
}

function rememberedRows() {
  try {
    const { rows, count } = JSON.parse(remembered(firstRowsKey, null))
    return { rows, count }
  } catch {
    return { rows: [], count: 0 }
  }
}
