// SPDX-License-Identifier: MIT

/**
 * The replacement that makes one text of another, found from the caret: what follows the caret
 * was there before, and so was what precedes it and the caret of before. Where that does not
 * hold, as after a spelling was mended, the common ends tell.
 *
 * @param {string} old The text before.
 * @param {string} text The text now.
 * @param {number} caretBefore Where the selection began, in UTF-16 units.
 * @param {number} caret Where the caret is now.
 * @returns {{start: number, end: number, text: string} | null} Null if the texts are equal.
 */
export function changeBetween(old, text, caretBefore, caret) {
  if (old === text) return null
  const start = Math.min(caretBefore, caret)
  const end = old.length - (text.length - caret)
  if (end >= start && old.startsWith(text.slice(0, start)) && old.slice(end) === text.slice(caret)) {
    return { start, end, text: text.slice(start, caret) }
  }
  return commonEnds(old, text)
}

/** The smallest replacement that makes one text of another; no surrogate pair is torn. */
export function commonEnds(old, text) {
  if (old === text) return null
  const limit = Math.min(old.length, text.length)
  let start = 0
  while (start < limit && old.charCodeAt(start) === text.charCodeAt(start)) start++
  if (start && isHigh(old.charCodeAt(start - 1))) start--
  let tail = 0
  while (tail < limit - start
    && old.charCodeAt(old.length - tail - 1) === text.charCodeAt(text.length - tail - 1)) tail++
  if (tail && isLow(old.charCodeAt(old.length - tail))) tail--
  return { start, end: old.length - tail, text: text.slice(start, text.length - tail) }
}

const isHigh = (unit) => unit >= 0xd800 && unit < 0xdc00
const isLow = (unit) => unit >= 0xdc00 && unit < 0xe000

/**
 * Where a position is after a replacement.
 *
 * @param {boolean} staysAfter Whether the position follows what is inserted at it.
 */
export function moved(offset, { start, end, text }, staysAfter = false) {
  if (offset < start || (offset === start && !(staysAfter && start === end))) return offset
  if (offset >= end) return offset + text.length - (end - start)
  return start
}

/**
 * Where the text of a change stands once all changes of its list are made, as `{ start, end }`. Each change is of the
 * text that those before it in the list left.
 */
export function placeAfter(changes, index) {
  let { start, text: { length } } = changes[index]
  let end = start + length
  for (let next = index + 1; next < changes.length; next++) {
    start = moved(start, changes[next], true)
    end = Math.max(start, moved(end, changes[next]))
  }
  return { start, end }
}
