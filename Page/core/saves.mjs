// SPDX-License-Identifier: MIT

import { entryOf } from './entry.mjs'
import { isDamage } from './failures.mjs'
import { areEqual } from './names.mjs'
import { bytesOfVersion } from './version-text.mjs'

/**
 * The way of decoded documents into the storage. All that are edited are saved together: one transaction
 * reads what the storage has, merges, and writes.
 */
export class Saves {
  #documents
  #saving = null
  #timer = null
  #failures = 0
  #lastTook = 0
  #isClosed = false

  /** @param {Documents} documents Those to be saved. They are told of saves and states. */
  constructor(documents) {
    this.#documents = documents
  }

  /** Whether a save is under way. */
  get isSaving() {
    return this.#saving !== null
  }

  /** Saves within a time: by default soon, and later after saves that took long. */
  schedule(delay = Math.max(this.#documents.delays.save, 10 * this.#lastTook)) {
    if (this.#isClosed || this.#timer?.at <= Date.now() + delay) return
    clearTimeout(this.#timer?.timer)
    const timer = setTimeout(() => this.save().catch(() => {}), delay)
    this.#timer = { timer, at: Date.now() + delay }
  }

  /**
   * Saves all edits made so far. The promise is fulfilled when they are durable, but for those of documents
   * that a newer page stored: these have a `refusal`, which the state tells, and are tried again.
   *
   * @throws the error of the storage; the edits stay in memory, and are tried again
   */
  async save() {
    while (this.#saving) await this.#saving.catch(() => {})
    clearTimeout(this.#timer?.timer)
    this.#timer = null
    const all = this.#documents.allUnsaved
    if (this.#isClosed) return
    if (all.length === 0) return this.#tellState()
    this.#saving = this.#save(all)
    try {
      await this.#saving
      this.#failures = 0
      this.#saving = null
      const refused = all.find(({ refusal }) => refusal)
      if (refused) this.#documents.onState('failed', refused.refusal)
      else this.#tellState()
      if (refused) this.schedule(this.#documents.delays.longestRetry)
      if (all.some((held) => held.isDirty && !held.refusal)) this.schedule()
      else if (all.some((held) => held.isMaybeDirty)) this.schedule(this.#documents.delays.maybe)
    } catch (error) {
      this.#saving = null
      this.#failures++
      this.#documents.onState('failed', error)
      this.schedule(Math.min(this.#documents.delays.retry * 2 ** this.#failures, this.#documents.delays.longestRetry))
      throw error
    } finally {
      for (const held of all) this.#documents.forgetUnused(held)
    }
  }

  #tellState() {
    this.#documents.onState(this.#documents.isSaved ? 'saved' : 'saving')
  }

  async #save(all) {
    const began = performance.now()
    this.#documents.telling.tell()
    const names = all.map(({ name }) => name)
    this.#documents.onSaving(names)
    let done
    await this.#documents.storage.update(names, (records) => {
      done = []
      for (const held of all) {
        held.refusal = null
        try {
          done.push(this.#merged(held, records.get(held.name)))
        } catch (error) {
          if (error.name !== 'DecentError') throw error
          // A newer page stored it. The others are saved.
          held.refusal = error
        }
      }
      return { puts: done.flatMap(({ put }) => (put ? [put] : [])), meta: this.#documents.meta }
    })
    this.#documents.work.saves++
    this.#lastTook = performance.now() - began
    for (const { held, put, stamp, newTheirs, version } of done) {
      held.stamp = stamp
      if (put) held.entry = put.entry
      if (held.newTheirs === newTheirs) held.newTheirs = undefined
      // An edit made during the transaction needs another one.
      const isSame = areEqual(held.document.version(), version)
      held.isDirty = !isSame || held.newTheirs !== undefined
      held.isMaybeDirty = held.elsewhere > held.stamp
      if (isSame) Object.assign(held, { hasOwnEdits: false, hasNews: false })
    }
    const saved = done.filter(({ put }) => put)
    if (saved.length > 0) {
      this.#documents.onEntries(saved.map(({ put, stamp, version }) => ({ entry: put.entry, stamp, version })))
    }
  }

  /** Merges what the storage has into a document, and makes of it what the storage is to have. */
  #merged(held, record) {
    const { document, name, newTheirs } = held
    const stored = record?.document && record.document.stamp !== held.stamp
      ? this.#decodeUnlessDamaged(name, record.document.bytes) : null
    if (stored) {
      held.takeCopy(stored, 'tab')
      const isNew = document.deltaSince(stored.version()) !== null
      stored.free()
      if (!isNew && !held.isDirty) {
        return { held, put: null, stamp: record.document.stamp, newTheirs, version: document.version() }
      }
    } else if (!record && held.stamp > 0 && !held.isDirty) {
      return { held, put: null, stamp: 0, newTheirs, version: document.version() }
    }
    const known = record?.entry ?? held.entry
    const isEmpty = areEqual(document.version(), this.#documents.emptyVersion(name))
    const theirs = newTheirs === undefined ? known.theirs : newTheirs
    const isWaiting = newTheirs === undefined
      ? known.isWaiting || held.hasOwnEdits || held.isMaybeDirty && !isEmpty
      : document.deltaSince(theirs ? bytesOfVersion(theirs) : this.#documents.emptyVersion(name)) !== null
    const stamp = (record?.document?.stamp ?? held.stamp) + 1
    const areOthers = held.hasNews && !held.device?.isOwn
    const isUnseen = areOthers ? held.listeners.size === 0 : known.isUnseen
    const device = areOthers ? held.device : held.hasNews || held.hasOwnEdits ? null : known.device
    const { edited } = known
    const wasPurged = known.wasPurged || this.#documents.cameBack.has(name)
    const entry = entryOf(name, document, { stamp, theirs, isWaiting, isUnseen, device, edited, wasPurged })
    this.#documents.work.encoded++
    const put = { name, document: { bytes: document.save(), stamp }, entry }
    if (held.isNote && held.listeners.size === 0) {
      put.text = { text: this.#documents.textOf(held), stamp }
    }
    return { held, put, stamp, newTheirs, version: document.version() }
  }

  /** A stored document; null if it is damaged: the copy in memory takes its place. */
  #decodeUnlessDamaged(name, bytes) {
    try {
      return this.#documents.decode(name, bytes)
    } catch (error) {
      if (!isDamage(error)) throw error
      return null
    }
  }

  /** Stops: edits that were not saved are lost. */
  close() {
    this.#isClosed = true
    clearTimeout(this.#timer?.timer)
  }
}
