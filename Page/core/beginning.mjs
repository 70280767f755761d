// SPDX-License-Identifier: MIT

/** The beginning of a text, of at most `length` UTF-16 units, without half a character at its end. */
export const beginning = (text, length) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
