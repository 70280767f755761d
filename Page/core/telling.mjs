// SPDX-License-Identifier: MIT

/** The edits of decoded documents that other pages must be told: all of a frame together. */
export class Telling {
  /** Called with edits: `[{ name, delta, from, device }]`. */
  onDeltas = () => {}
  #untold = new Set()
  #timer = null
  #delay

  constructor(delay) {
    this.#delay = delay
  }

  /** Whether edits of a document wait to be told. */
  isToTell(held) {
    return this.#untold.has(held)
  }

  /** Tells the edits of a document within a frame. */
  tellSoon(held) {
    this.#untold.add(held)
    this.#timer ??= setTimeout(() => this.tell(), this.#delay)
  }

  /** Tells nothing more of a document that is gone. */
  forget(held) {
    this.#untold.delete(held)
  }

  /** Tells other pages now. */
  tell() {
    this.stop()
    const deltas = []
    for (const held of this.#untold) {
      const { name, hasNews, device, document } = held
      const delta = document.deltaSince(held.told)
      if (delta) deltas.push({ name, delta, ...hasNews ? { from: 'server', device } : { from: 'tab' } })
      held.told = document.version()
    }
    this.#untold.clear()
    if (deltas.length > 0) this.onDeltas(deltas)
  }

  stop() {
    clearTimeout(this.#timer)
    this.#timer = null
  }
}
