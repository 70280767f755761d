// SPDX-License-Identifier: MIT

/**
 * Text without what searches ignore: case, accents and composition. Follows the tokenizer of the
 * program's searches, `unicode61 remove_diacritics 2` of SQLite's FTS5.
 */

// The marks that SQLite drops from words; other marks part words.
const accents = /[\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331]/g
const plain = /^[\x00-\x7f]*$/

/** A text without case and accents. */
export function folded(text) {
  if (plain.test(text)) return text.toLowerCase()
  return text.normalize('NFD').replace(accents, '').normalize('NFC').toLowerCase()
    .replaceAll('ς', 'σ')
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
