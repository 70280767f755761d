// SPDX-License-Identifier: MIT

/** Where characters of a textarea stand in the window; only where ranges of its value can be measured. */

export const canMeasure = (area) => 'createValueRange' in area

/** The rectangle of the character at an offset; at the end, of the last one. */
export function rectangleAt(area, offset) {
  const end = Math.min(offset + 1, area.textLength)
  return area.createValueRange(Math.max(0, end - 1), end).getBoundingClientRect()
}

/** The first character that ends below a height in the window. */
export function offsetAt(area, y) {
  let low = 0
  let high = area.textLength
  while (low < high) {
    const middle = (low + high) >> 1
    if (rectangleAt(area, middle).bottom < y) low = middle + 1
    else high = middle
  }
  return low
}
