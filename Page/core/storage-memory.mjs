// SPDX-License-Identifier: MIT

/**
 * The storage of a browser for one origin, in memory, in place of `IndexedStorage` in tests and samples.
 * Several pages share one, as several tabs do.
 *
 * A storage holds of each document its record:
 * - `document`: `{ bytes, stamp }`, the canonical bytes. Each save raises the stamp.
 * - `entry`: what the list shows of it, and what is known of the server's copy.
 * - `text`: `{ text, stamp }`, the plain text for searches. It is out of date if the stamps differ.
 */
export class MemoryStorage {
  isPersistent = true
  /** Thrown by each transaction that writes while it is set, before it is durable. */
  failure = null
  /** Runs when the storage is gone or of a newer version: `(reason)`. */
  onClose = null
  #records = new Map()
  #meta = new Map()

  /** Whether it is not open: the browser cleared it. */
  isGone = false
  /** How often it was opened after the browser cleared it. An exchange that began before must not rely on its contents. */
  openings = 0

  async open() {
    if (this.isGone) this.openings++
    this.isGone = false
  }

  /** Loses everything, as when a browser clears its site data. */
  lose() {
    this.#records.clear()
    this.#meta.clear()
    this.isGone = true
    this.onClose?.('cleared')
  }

  close() {}

  /** The record of a document: `{ document, entry, text }`, or undefined. */
  async read(name) {
    return structuredClone(this.#records.get(name))
  }

  /** The entries of all documents, which lists show. */
  async entries() {
    return [...this.#records.values()].map(({ entry }) => structuredClone(entry))
  }

  /** The texts of all documents, by name. */
  async texts() {
    return new Map([...this.#records].flatMap(([name, { text }]) => (text ? [[name, text]] : [])))
  }

  async meta(key) {
    return structuredClone(this.#meta.get(key))
  }

  /**
   * One transaction: reads the records of documents, lets `change` decide, and writes. It is durable
   * when the promise is fulfilled, and nothing is written when it is rejected.
   *
   * @param {string[]} names
   * @param {(records: Map<string, object>) => { puts?: object[], removes?: string[], meta?: object }}
   *   change Must answer at once. A put is `{ name, document?, entry?, text? }`; parts that are
   *   left out stay. Called again if the transaction is tried again.
   */
  async update(names, change) {
    if (this.failure) throw this.failure
    const records = new Map()
    for (const name of names) {
      if (this.#records.has(name)) records.set(name, structuredClone(this.#records.get(name)))
    }
    const { puts = [], removes = [], meta = {} } = structuredClone(change(records) ?? {})
    if (this.failure) throw this.failure
    for (const { name, ...parts } of puts) {
      this.#records.set(name, { ...this.#records.get(name), ...parts })
    }
    for (const name of removes) this.#records.delete(name)
    for (const [key, value] of Object.entries(meta)) this.#meta.set(key, value)
  }

  /** Stores texts, each `{ name, text, stamp }`, of documents that are here and have none. */
  async addTexts(texts) {
    if (this.failure) throw this.failure
    for (const { name, ...text } of texts) {
      const record = this.#records.get(name)
      if (record && !record.text) record.text = text
    }
  }

  /** Removes everything, as a browser does to make room. */
  async clear() {
    this.#records.clear()
    this.#meta.clear()
  }

  async requestPersistence() {
    return this.isPersistent
  }
}
