// SPDX-License-Identifier: MIT

const key = 'decent-kept'

/**
 * A mark beside the storage of notes: that some were kept here, and how many of them waited to be sent. A
 * browser that clears the storage to make room leaves the mark, so that the next page can say what became
 * of the notes. Whoever clears all data of the site clears the mark, too.
 */
export class KeptMark {
  #store
  #waiting = null

  /** @param {Storage|null} [store] By default the `localStorage` of the browser, if it has one. */
  constructor(store = ownStore()) {
    this.#store = store
  }

  /** How many notes waited; null if none were kept. */
  read() {
    const text = this.#store?.getItem(key) ?? null
    return text === null ? null : Number(text) || 0
  }

  remove() {
    this.#waiting = null
    this.#store?.removeItem(key)
  }

  write(waiting) {
    if (this.#waiting === waiting) return
    this.#waiting = waiting
    try {
      this.#store?.setItem(key, String(waiting))
    } catch {
      // A full store has no room for the mark. The notes themselves are stored elsewhere.
    }
  }
}

function ownStore() {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}
