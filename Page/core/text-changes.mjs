// SPDX-License-Identifier: MIT

/**
 * The change that turns one text into another, from where they first differ to where they last do.
 *
 * @returns {{ start: number, end: number, text: string }[]} None or one.
 */
export function changesBetween(old, now) {
  if (old === now) return []
  const least = Math.min(old.length, now.length)
  let start = 0
  while (start < least && old[start] === now[start]) start++
  let same = 0
  while (same < least - start && old[old.length - 1 - same] === now[now.length - 1 - same]) same++
  if (start > 0 && /[\ud800-\udbff]/.test(old[start - 1])) start--
  if (same > 0 && /[\udc00-\udfff]/.test(old[old.length - same])) same--
  return [{ start, end: old.length - same, text: now.slice(start, now.length - same) }]
}

/** The place of an offset after changes, which stand in their order. */
export function moved(offset, side, changes) {
  let shift = 0
  for (const { start, end, text } of changes) {
    if (offset < start || (offset === start && (end > start || side === 'after'))) break
    if (offset < end) return start + shift + (side === 'before' ? text.length : 0)
    shift += text.length - (end - start)
  }
  return offset + shift
}
