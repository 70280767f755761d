// SPDX-License-Identifier: MIT

const segmenter = globalThis.Intl?.Segmenter && new Intl.Segmenter(undefined, { granularity: 'word' })

/** Words as a reader counts them; a long text, or one without spaces between, by other means. */
export function countWords(text) {
  const isPlain = text.length > 20_000 || !/[\u0e00-\u0eff\u3040-\u30ff\u4e00-\u9fff]/.test(text)
  if (isPlain || !segmenter) return countInPieces(text)
  let words = 0
  for (const part of segmenter.segment(text)) if (part.isWordLike) words++
  return words
}

/** The most UTF-16 units that are matched at once: engines fail at words of millions. */
const pieceLength = 50_000

/** Words between spaces and signs. A piece ends at a space, unless a word goes on for a piece. */
function countInPieces(text) {
  let words = 0
  for (let from = 0, to; from < text.length; from = to) {
    const space = text.slice(from + pieceLength, from + 2 * pieceLength).search(/\s/)
    to = from + pieceLength + Math.max(space, 0)
    words += text.slice(from, to).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu)?.length ?? 0
  }
  return words
}
