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

/** The seeds to try: `DECENT_SEED`, or some from the clock; `DECENT_SCALE` times as many. */
export function seeds(count) {
  const given = process.env.DECENT_SEED
  if (given) return [Number(given)]
  const scale = Number(process.env.DECENT_SCALE ?? 1)
  const first = Date.now() % 1_000_000_000
  return Array.from({ length: Math.max(1, Math.round(count * scale)) }, (_, place) => first + place)
}
