// SPDX-License-Identifier: MIT

import { entryOf } from './entry.mjs'
import { isDamage } from './failures.mjs'
import { HeldDocument } from './held-document.mjs'
import { areEqual, classOf } from './names.mjs'

/**
 * The documents that are decoded, and their way into the storage. Edits are made in memory at once,
 * and saved together: one transaction reads what the storage has, merges, and writes.
 */
export class Documents {
  /** Called with the entries that were saved, and with the names of documents that are gone. */
  onEntries = () => {}
  onGone = () => {}
  /** Called with the names of documents that are about to be saved or removed. */
  onSaving = () => {}
  /** Called with `'saved'`, `'saving'` or `'failed'`, and the error. */
  onState = () => {}
  /** Called with the error of a document that cannot be read, where others go on. */
  onUnreadable = () => {}
  /** Called with edits that other pages must be told: `[{ name, delta }]`. */
  onDeltas = () => {}
  #held = new Map()
  #loading = new Map()
  #saving = null
  #saveTimer = null
  #tellTimer = null
  #untold = new Set()
  #failures = 0
  #lastTook = 0
  #isClosed = false
  #empty = new Map()

  constructor({ storage, module, work, delays }) {
    this.storage = storage
    this.module = module
    this.work = work
    this.delays = delays
  }

  /** The document of a name, if it is decoded. */
  heldNow(name) {
    return this.#held.get(name) ?? null
  }

  /** All decoded documents. */
  get allHeld() {
    return [...this.#held.values()]
  }

  /** Whether edits wait to be saved. */
  get isSaved() {
    return !this.#saving && !this.allHeld.some((held) => held.isDirty)
  }

  /**
   * Decodes a document for one user; null if the storage has none of the name.
   *
   * @throws {DecentError} if the stored bytes cannot be read
   */
  async hold(name) {
    if (!this.#held.has(name) && !this.#loading.has(name)) {
      this.#loading.set(name, this.#load(name).finally(() => this.#loading.delete(name)))
    }
    await this.#loading.get(name)
    const held = this.#held.get(name)
    if (!held) return null
    held.users++
    return held
  }

  /** Holds a document that was just made for one user. */
  holdNew(name, document) {
    const held = this.#keep(name, document, { entry: null, stamp: 0 })
    held.users++
    return held
  }

  /** Holds a document, or a new one without any edit: to merge into. */
  async holdOrMake(name) {
    return await this.hold(name) ?? this.holdNew(name, this.#make(name))
  }

  /** Ends one use. A document is forgotten when it is saved. */
  release(held) {
    held.users--
    this.#forgetUnused(held)
  }

  /** Runs `body` with decoded documents, without those that the storage lacks or that cannot be read. */
  async with(names, body) {
    const all = []
    try {
      for (const name of names) {
        const held = await this.hold(name).catch((error) => {
          if (error.name !== 'DecentError') throw error
          this.onUnreadable(error)
        })
        if (held) all.push(held)
      }
      return await body(all)
    } finally {
      for (const held of all) this.release(held)
    }
  }

  /** Notes that documents were edited here: tells other pages, and saves soon. */
  edited(...all) {
    if (all.length === 0) return
    for (const held of all) {
      held.edited()
      this.#untold.add(held)
    }
    this.onState('saving')
    this.#scheduleTelling()
    this.scheduleSave()
  }

  /** Takes in what another page told. @throws {DecentError} */
  takeFromPage(held, delta) {
    this.tell()
    held.takeDelta(delta, 'tab')
    held.told = held.document.version()
    held.isMaybeDirty = true
    this.scheduleSave(this.delays.maybe)
  }

  /** Takes in what the server sent; `theirs` is its version. @throws {DecentError} */
  takeFromServer(held, delta, theirs) {
    if (delta && delta.length > 0) {
      try {
        held.takeDelta(delta, 'server')
      } catch (error) {
        if (error.code !== 'history-dropped') throw error
        const copy = this.#make(held.name)
        copy.mergeDelta(delta)
        held.takeCopy(copy, 'server')
        copy.free()
      }
      held.hasNews = true
      this.#untold.add(held)
      this.#scheduleTelling()
    }
    held.newTheirs = theirs
    held.isDirty = true
    this.scheduleSave()
  }

  /** The version of a document without any edit. */
  emptyVersion(name) {
    const kind = classOf(name, this.module)
    if (!this.#empty.has(kind)) {
      const document = new kind()
      this.#empty.set(kind, document.version())
      document.free()
    }
    return this.#empty.get(kind)
  }

  /** The whole text of a note. */
  textOf({ document }) {
    this.work.textsRead++
    return document.text.toString()
  }

  /** Keeps the text of a note for searches, if the storage has the same state. */
  async keepText(held) {
    const { name, stamp, isTextOld } = held
    if (!isTextOld || held.document.address === 0) return
    const text = this.textOf(held)
    held.isTextOld = false
    await this.storage.update([name], (records) => {
      if (records.get(name)?.document?.stamp !== stamp) return {}
      return { puts: [{ name, text: { text, stamp } }] }
    })
  }

  /** Takes in what the storage has of a decoded document. */
  async reload(name) {
    const held = this.#held.get(name)
    const record = held && await this.storage.read(name)
    if (!record?.document || record.document.stamp === held.stamp) return
    const stored = this.#decode(name, record.document.bytes)
    held.takeCopy(stored, 'tab')
    stored.free()
    Object.assign(held, { stamp: record.document.stamp, entry: record.entry })
  }

  /**
   * Another page saved a document: so this one need not, if it is in the same state. Else what it
   * lacks is taken in with the next save.
   */
  savedElsewhere(name, stamp, version) {
    const held = this.#held.get(name)
    if (!held || held.stamp === stamp) return
    held.elsewhere = stamp
    if (held.isDirty) return
    if (areEqual(held.document.version(), version)) {
      held.stamp = stamp
      held.isMaybeDirty = false
      this.#forgetUnused(held)
    } else {
      held.isMaybeDirty = true
      this.scheduleSave(this.delays.maybe)
    }
  }

  /** Tells other pages now. */
  tell() {
    clearTimeout(this.#tellTimer)
    this.#tellTimer = null
    const deltas = []
    for (const held of this.#untold) {
      const delta = held.document.deltaSince(held.told)
      if (delta) deltas.push({ name: held.name, delta, from: held.hasNews ? 'server' : 'tab' })
      held.told = held.document.version()
    }
    this.#untold.clear()
    if (deltas.length > 0) this.onDeltas(deltas)
  }

  /** Saves within a time: by default soon, and later after saves that took long. */
  scheduleSave(delay = Math.max(this.delays.save, 10 * this.#lastTook)) {
    if (this.#isClosed || this.#saveTimer?.at <= Date.now() + delay) return
    clearTimeout(this.#saveTimer?.timer)
    const timer = setTimeout(() => this.save().catch(() => {}), delay)
    this.#saveTimer = { timer, at: Date.now() + delay }
  }

  /**
   * Saves all edits made so far. The promise is fulfilled when they are durable.
   *
   * @throws the error of the storage; the edits stay in memory, and are tried again
   */
  async save() {
    while (this.#saving) await this.#saving.catch(() => {})
    clearTimeout(this.#saveTimer?.timer)
    this.#saveTimer = null
    const all = this.allHeld.filter((held) => held.isDirty || held.isMaybeDirty)
    if (this.#isClosed) return
    if (all.length === 0) return this.onState('saved')
    this.#saving = this.#save(all)
    try {
      await this.#saving
      this.#failures = 0
      this.#saving = null
      this.onState(this.isSaved ? 'saved' : 'saving')
      if (all.some((held) => held.isDirty)) this.scheduleSave()
      else if (all.some((held) => held.isMaybeDirty)) this.scheduleSave(this.delays.maybe)
    } catch (error) {
      this.#saving = null
      this.#failures++
      this.onState('failed', error)
      this.scheduleSave(Math.min(this.delays.retry * 2 ** this.#failures, this.delays.longestRetry))
      throw error
    } finally {
      for (const held of all) this.#forgetUnused(held)
    }
  }

  /** Removes documents that are gone for good. */
  async remove(names) {
    this.onSaving(names)
    await this.storage.update([], () => ({ removes: names }))
    this.forget(names)
    this.onGone(names)
  }

  /** Forgets documents that another page removed. */
  forget(names) {
    for (const name of names) {
      const held = this.#held.get(name)
      if (!held) continue
      Object.assign(held, { isDirty: false, isMaybeDirty: false, hasOwnEdits: false, stamp: 0 })
      this.#held.delete(name)
      if (held.users === 0) held.document.free()
    }
  }

  /** Writes all decoded documents again: after the browser cleared its storage. */
  saveAllAgain() {
    for (const held of this.#held.values()) {
      Object.assign(held, { stamp: 0, isDirty: true, isTextOld: true })
      held.entry = { ...held.entry, stamp: 0 }
    }
    this.scheduleSave(0)
  }

  /** Stops, as a page that is closed does: edits that were not saved are lost. */
  close() {
    this.#isClosed = true
    clearTimeout(this.#saveTimer?.timer)
    clearTimeout(this.#tellTimer)
    for (const held of this.#held.values()) held.document.free()
    this.#held.clear()
  }

  async #load(name) {
    const record = await this.storage.read(name)
    if (!record?.document || this.#held.has(name)) return
    const document = this.#decode(name, record.document.bytes)
    this.#keep(name, document, { entry: record.entry, stamp: record.document.stamp })
  }

  #keep(name, document, parts) {
    const held = new HeldDocument(name, document, parts)
    this.#held.set(name, held)
    return held
  }

  #make(name) {
    return new (classOf(name, this.module))()
  }

  #decode(name, bytes) {
    this.work.decoded++
    return classOf(name, this.module).load(bytes)
  }

  /** A stored document; null if it is damaged: the copy in memory takes its place. */
  #decodeUnlessDamaged(name, bytes) {
    try {
      return this.#decode(name, bytes)
    } catch (error) {
      if (!isDamage(error)) throw error
      return null
    }
  }

  #forgetUnused(held) {
    if (held.users > 0 || held.isDirty || held.isMaybeDirty || this.#untold.has(held)) return
    if (this.#held.get(held.name) === held) this.#held.delete(held.name)
    held.document.free()
  }

  #scheduleTelling() {
    this.#tellTimer ??= setTimeout(() => this.tell(), this.delays.tell)
  }

  async #save(all) {
    const began = performance.now()
    this.tell()
    const names = all.map(({ name }) => name)
    this.onSaving(names)
    let done, refusal
    await this.storage.update(names, (records) => {
      refusal = null
      done = []
      for (const held of all) {
        try {
          done.push(this.#merged(held, records.get(held.name)))
        } catch (error) {
          if (error.name !== 'DecentError') throw error
          // A newer page stored it. The others are saved.
          refusal = error
        }
      }
      return { puts: done.flatMap(({ put }) => (put ? [put] : [])) }
    })
    this.work.saves++
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
      this.onEntries(saved.map(({ put, stamp, version }) => ({ entry: put.entry, stamp, version })))
    }
    if (refusal) throw refusal
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
    const isEmpty = areEqual(document.version(), this.emptyVersion(name))
    const theirs = newTheirs === undefined ? known.theirs : newTheirs
    const isWaiting = newTheirs === undefined
      ? known.isWaiting || held.hasOwnEdits || held.isMaybeDirty && !isEmpty
      : document.deltaSince(theirs ?? this.emptyVersion(name)) !== null
    const stamp = (record?.document?.stamp ?? 0) + 1
    const isUnseen = held.hasNews ? held.listeners.size === 0 : known.isUnseen
    const entry = entryOf(name, document, { stamp, theirs, isWaiting, isUnseen })
    this.work.encoded++
    const put = { name, document: { bytes: document.save(), stamp }, entry }
    if (held.isNote && held.listeners.size === 0) {
      put.text = { text: this.textOf(held), stamp }
    }
    return { held, put, stamp, newTheirs, version: document.version() }
  }
}
