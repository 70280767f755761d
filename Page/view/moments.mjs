// SPDX-License-Identifier: MIT

/** Edits of a run carry the time of its start, which is up to this many milliseconds before them. */
const longestRun = 60_000

/**
 * Where moments stand on an axis of time, from 0 to 1: none before an earlier one, whatever its clock says.
 * Moments of one time stand apart within the longest run.
 *
 * @param {number[]} times Of the moments, in their order.
 */
export function positionsOf(times) {
  const spread = []
  for (let first = 0, end; first < times.length; first = end) {
    const time = Math.max(times[first], spread.at(-1) ?? times[first])
    end = first + 1
    while (times[end] <= time) end++
    const room = Math.min(longestRun, (times[end] ?? Infinity) - time)
    for (let at = first; at < end; at++) spread.push(time + room * (at - first) / (end - first))
  }
  const span = spread.at(-1) - spread[0]
  return spread.map((time) => span ? (time - spread[0]) / span : 1)
}
