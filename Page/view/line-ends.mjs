// SPDX-License-Identifier: MIT

/**
 * A textarea shows `\r\n` and `\r` as `\n`. These functions translate between a note's text, as
 * imported files bring it, and the text that the textarea shows.
 */

/** A note's text as a textarea shows it. */
export const shown = (text) => text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text

/** Where an offset of a note's text is in the shown text. */
export function offsetShown(text, offset) {
  let pairs = 0
  for (let at = text.indexOf('\r\n'); at >= 0 && at < offset; at = text.indexOf('\r\n', at + 2)) pairs++
  return offset - pairs
}

/** Where an offset of the shown text is in the note's text; never within a `\r\n`. */
export function offsetInNote(text, offset) {
  let pairs = 0
  for (let at = text.indexOf('\r\n'); at >= 0 && at < offset + pairs; at = text.indexOf('\r\n', at + 2)) pairs++
  return offset + pairs
}

/** A change of the shown text, as one of the note's text. */
export function changeInNote(text, change) {
  if (!text.includes('\r')) return change
  const start = offsetInNote(text, change.start)
  const end = offsetInNote(text, change.end)
  // A `\r` that comes to stand before a `\n` would make one line end of two.
  const joins = text[start - 1] === '\r' && (change.text || text[end])?.[0] === '\n'
  return { ...change, start, end, text: joins ? '\r' + change.text : change.text }
}

/** A change of the note's text, as one of the shown text. It may split a `\r\n`, or make one. */
export function changeShown(text, change) {
  if (!text.includes('\r') && !change.text.includes('\r')) return change
  const start = change.start - (text[change.start - 1] === '\r' ? 1 : 0)
  const end = change.end + (text[change.end] === '\n' ? 1 : 0)
  const old = shown(text.slice(start, end))
  const now = shown(text.slice(start, change.start) + change.text + text.slice(change.end, end))
  // Common ends are not changed: the caret may stand there.
  const first = start < change.start && old[0] === '\n' && now[0] === '\n' ? 1 : 0
  const isLastKept = end > change.end && Math.min(old.length, now.length) > first
    && old.at(-1) === '\n' && now.at(-1) === '\n'
  const last = isLastKept ? 1 : 0
  const from = offsetShown(text, start)
  return { ...change, start: from + first, end: from + old.length - last, text: now.slice(first, now.length - last) }
}
