// SPDX-License-Identifier: MIT

import { failureOf, worded } from './failures.mjs'
import { FormerStorage } from './former-storage.mjs'
import { IndexedStorage } from './storage-indexed.mjs'
import { MemoryStorage } from './storage-memory.mjs'

/** Milliseconds until a storage that does not open is opened again, at first and at most. */
const [firstRest, longestRest] = [50, 5000]
/** How often a page that starts tries to open its storage. */
const mostTries = 4

const rest = (time) => new Promise((fulfill) => setTimeout(fulfill, time))

/** Whether a storage that does not open may open later: it can be while the browser clears it. */
const mayOpen = ({ name }) => ['AbortError', 'UnknownError', 'TimeoutError'].includes(name)

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
  /** What became of notes that the browser cleared, in words; else null. */
  loss = null
  /** The storage of an earlier page with notes that were not sent, and that in words; else null. */
  former = null
  formerWords = null
  #mark
  #isOpening = false
  #isClosed = false

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
      for (let attempt = 1; ; attempt++) {
        try {
          await storage.open()
          break
        } catch (error) {
          if (attempt === mostTries || !mayOpen(error)) throw error
        }
        await rest(firstRest * 2 ** attempt)
      }
    } catch (error) {
      // All goes on, in memory: what is sent is safe.
      this.fail(error.name === 'VersionError' ? worded('newer', error) : worded('refused', error))
      this.storage = new MemoryStorage()
      this.storage.isRefuge = true
    }
  }

  /** Looks for what a page of an earlier format kept here. Its notes are not lost, so that the mark means nothing. */
  async lookForFormer(find = globalThis.indexedDB ? () => FormerStorage.find() : () => null) {
    this.former = await Promise.resolve().then(find).catch(() => null)
    if (!this.former) return
    this.formerWords = worded('former')
    this.#mark.remove()
  }

  /** The person has the copy of what an earlier page kept here. */
  dropFormer() {
    this.former?.drop()
    this.former = this.formerWords = null
    this.onState()
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
    // A storage that is opened again has its words already.
    if (this.#isOpening) return
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
    if (this.#isOpening) return
    this.fail(worded(reason))
    if (reason !== 'cleared') return
    this.loss = worded(reason)
    this.#isOpening = true
    // Chromium does not open it while it is still being cleared.
    for (let time = firstRest; !this.#isClosed; time = Math.min(2 * time, longestRest)) {
      try {
        await this.storage.open()
        break
      } catch {
        await rest(time)
      }
    }
    this.#isOpening = false
    if (this.#isClosed) return this.storage.close()
    try {
      await this.onCleared()
    } catch (error) {
      this.fail(failureOf(error))
    }
  }

  /** Opens nothing any more. */
  close() {
    this.#isClosed = true
    this.storage.close()
  }
}
