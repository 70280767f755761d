// SPDX-License-Identifier: MIT

/** Chance with a seed (mulberry32), so that a run can be repeated. */
export class Random {
  #state

  constructor(seed) {
    this.seed = seed
    this.#state = seed >>> 0
  }

  /** From 0 to below 1. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  below(count) {
    return Math.floor(this.next() * count)
  }

  chance(part) {
    return this.next() < part
  }

  of(list) {
    return list[this.below(list.length)]
  }
}

/**
 * The seeds to try, the same in each run: `count` of them from 1 on. `DECENT_SEED` is one seed to repeat,
 * `DECENT_SCALE` makes them so many times as many, and both together try as many from that seed on.
 */
export function seeds(count, { DECENT_SEED: first, DECENT_SCALE: scale } = process.env) {
  const length = first && !scale ? 1 : Math.max(1, Math.round(count * Number(scale || 1)))
  return Array.from({ length }, (_, place) => Number(first || 1) + place)
}
