// SPDX-License-Identifier: MIT

import { failureOf, worded } from './failures.mjs'
import { IndexedStorage } from './storage-indexed.mjs'
import { MemoryStorage } from './storage-memory.mjs'

/** Whether this page keeps what is written in it: its storage, and the state of its saves. */
export class Keeping {
  /** Called when `saved` or `failure` changed, and with each failure. */
  onState = () => {}
  onFailure = () => {}
  /** Called when the browser cleared the storage, which is open again. */
  onCleared = async () => {}
  storage = null
  /** `'saved'`, `'saving'` or `'failed'`, and then why in words. */
  saved = 'saved'
  failure = null
  /** What became of notes that the browser cleared while no page was open, in words; else null. */
  loss = null
  #mark

  /** @param {KeptMark} mark */
  constructor(mark) {
    this.#mark = mark
  }

  /** Opens a storage; one in memory if that cannot be. */
  async open(storage = new IndexedStorage()) {
    this.storage = storage
    storage.onClose = (reason) => this.#closed(reason)
    storage.onBlocked = () => this.fail(worded('newer'))
    try {
      await storage.open()
    } catch (error) {
      // All goes on, in memory: what is sent is safe.
      this.fail(error.name === 'VersionError' ? worded('newer', error) : worded('refused', error))
      this.storage = new MemoryStorage()
      this.storage.isRefuge = true
    }
  }

  /** Compares the entries at the start with what was kept here before. */
  look(entries) {
    const waiting = entries.length === 0 && !this.storage.isRefuge ? this.#mark.read() : null
    if (waiting !== null) this.loss = worded(waiting > 0 ? 'cleared-unsent' : 'cleared-before')
  }

  /** Notes for the next start that notes are kept, and how many wait to be sent. */
  note(waiting) {
    if (!this.storage.isRefuge) this.#mark.write(waiting)
  }

  /** The person read what became of the notes. */
  forgetLoss() {
    this.loss = null
    this.#mark.remove()
    this.onState()
  }

  /** Takes a state of the saves. */
  take(state, error) {
    if (state === 'failed') return this.fail(failureOf(error))
    // The page never calls contents saved that are in memory alone.
    if (this.storage.isRefuge) return
    const isNews = state !== this.saved
    this.saved = state
    if (state === 'saved') this.failure = null
    if (isNews) this.onState()
  }

  fail(failure) {
    this.saved = 'failed'
    this.failure = failure
    this.onState()
    this.onFailure(failure)
  }

  async #closed(reason) {
    this.fail(worded(reason))
    if (reason !== 'cleared') return
    try {
      await this.storage.open()
      await this.onCleared()
    } catch (error) {
      this.fail(failureOf(error))
    }
  }
}
