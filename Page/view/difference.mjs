// SPDX-License-Identifier: MIT

const mostDistance = 400

/**
 * The steps from one text to another, word by word: `[kind, text]` with kind `=`, `-` or `+`.
 *
 * A shortest list of edits (Myers 1986) within the common ends; a very different middle is taken out
 * and put in as a whole.
 */
export function difference(old, text) {
  const one = words(old)
  const other = words(text)
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) start++
  let tail = 0
  while (tail < one.length - start && tail < other.length - start
    && one.at(-1 - tail) === other.at(-1 - tail)) tail++
  const parts = [
    ['=', one.slice(0, start)],
    ...middle(one.slice(start, one.length - tail), other.slice(start, other.length - tail)),
    ['=', one.slice(one.length - tail)],
  ]
  const joined = []
  for (const [kind, list] of parts) {
    if (!list.length) continue
    const piece = list.join('')
    if (joined.at(-1)?.[0] === kind) joined.at(-1)[1] += piece
    else joined.push([kind, piece])
  }
  return joined
}

const words = (text) => text.match(/[\p{L}\p{N}\p{M}]+|\s|[^\p{L}\p{N}\p{M}\s]/gu) ?? []

function middle(one, other) {
  const trace = []
  let ends = { 1: 0 }
  for (let distance = 0; distance <= Math.min(mostDistance, one.length + other.length); distance++) {
    const next = {}
    for (let k = -distance; k <= distance; k += 2) {
      const isDown = k === -distance || (k !== distance && (ends[k - 1] ?? -1) < (ends[k + 1] ?? -1))
      let x = isDown ? ends[k + 1] : ends[k - 1] + 1
      while (x < one.length && x - k < other.length && one[x] === other[x - k]) x++
      next[k] = x
      if (x >= one.length && x - k >= other.length) return path(one, other, [...trace, next])
    }
    trace.push(next)
    ends = next
  }
  return [['-', one], ['+', other]]
}

function path(one, other, trace) {
  const parts = []
  let x = one.length
  let y = other.length
  for (let distance = trace.length - 1; distance > 0; distance--) {
    const ends = trace[distance - 1]
    const k = x - y
    const isDown = k === -distance || (k !== distance && (ends[k - 1] ?? -1) < (ends[k + 1] ?? -1))
    const fromX = isDown ? ends[k + 1] : ends[k - 1]
    const fromY = fromX - (isDown ? k + 1 : k - 1)
    const startX = isDown ? fromX : fromX + 1
    parts.push(['=', one.slice(startX, x)])
    parts.push(isDown ? ['+', other.slice(fromY, fromY + 1)] : ['-', one.slice(fromX, fromX + 1)])
    x = fromX
    y = fromY
  }
  parts.push(['=', one.slice(0, x)])
  return parts.reverse()
}
