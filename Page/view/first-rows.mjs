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
  const spacer = $('#rows > .spacer')
  try {
    drawFirst(JSON.parse(remembered(firstRowsKey, '{"rows":[],"count":0}')), spacer, first)
  } catch {
    // Another version of the page kept them. The notes will be read all the same.
    spacer.replaceChildren()
  }
  return first
}

function drawFirst({ rows, count }, spacer, first) {
  spacer.style.setProperty('--n', count)
  for (const [index, row] of rows.entries()) {
    const view = new Row()
    const place = { index, all: count }
    view.show({ ...row, found: [] }, { ...place, isChosen: false, isCarried: false, isByHand: false, by: 0, titleFound: [] })
    view.element.addEventListener('click', () => { first.pressed = row.id }, { once: true })
    spacer.append(view.element)
  }
}

/**
 * Remembers the rows of all notes, whatever the window shows: those of notes that were dropped for good must
 * not stay. The rows that a hidden window has drawn may be old.
 */
export function keepFirstRows(desk) {
  let timer
  const keep = () => {
    clearTimeout(timer)
    timer = null
    rememberRows(desk.notebook.rows({ sort: desk.sort }))
  }
  // A hidden window draws nothing, and its desk tells nothing.
  for (const teller of [desk, desk.notebook]) {
    teller.addEventListener('rows', () => { timer ??= setTimeout(keep, keepingRest) })
  }
  addEventListener('pagehide', keep)
}

function rememberRows(rows) {
  const kept = rows.slice(0, mostFirstRows).map(({ id, title, snippet, tags, priority, isPinned, edited }) => (
    { id, title, snippet, tags, priority, isPinned, edited }))
  const text = JSON.stringify({ rows: kept, count: rows.length })
  if (text !== remembered(firstRowsKey, null)) remember(firstRowsKey, text)
}
