// SPDX-License-Identifier: MIT

/**
 * Text without what searches ignore: case, accents and composition. Follows the tokenizer of the
 * program's searches, `unicode61 remove_diacritics 2` of SQLite's FTS5.
 */

// The marks that SQLite drops from words; other marks part words.
const marks = /[\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331]/g
// Of letters with a mark it knows the Latin ones. Others keep theirs, unless it is a unit of its own.
const marked = /[\u00c0-\u024f\u1e00-\u1eff]/g
const plain = /^[\x00-\x7f]*$/
const bases = new Map()

/** A text without case and accents. */
export function folded(text) {
  if (plain.test(text)) return text.toLowerCase()
  return text.replace(marked, base).replace(marks, '').toLowerCase().replaceAll('ς', 'σ')
}

/** The letter from a to z of which a letter is made with marks, else the letter itself. */
function base(letter) {
  let known = bases.get(letter)
  if (known === undefined) {
    const [first] = letter.normalize('NFD')
    known = /[a-z]/i.test(first) ? first : letter
    bases.set(letter, known)
  }
  return known
}

/**
 * A folded text with the place of each of its units in the original one. Slower than {@link folded}:
 * for what is shown.
 *
 * @returns {{ folded: string, places: number[] }} `places` has one more: the end.
 */
export function foldedWithPlaces(text) {
  if (plain.test(text)) return { folded: text.toLowerCase(), places: null }
  let result = ''
  const places = []
  // A letter is folded with the marks that follow it.
  for (const { 0: cluster, index } of text.matchAll(/[^\p{M}]\p{M}*|\p{M}+/gsu)) {
    const part = folded(cluster)
    for (let unit = 0; unit < part.length; unit++) {
      places.push(part.length === cluster.length ? index + unit : index)
    }
    result += part
  }
  places.push(text.length)
  return { folded: result, places }
}
