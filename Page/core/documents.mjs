// SPDX-License-Identifier: MIT

import { HeldDocument } from './held-document.mjs'
import { areEqual, classOf } from './names.mjs'
import { Saves } from './saves.mjs'
import { Telling } from './telling.mjs'

/** The documents that are decoded: edits are made in them at once, told to other pages, and saved soon. */
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
  /** What the storage must know once it has more of what the server told. */
  meta = {}
  /** The names of the notes that were purged and came back, as far as the server told since the page began. */
  cameBack = new Set()
  #held = new Map()
  #loading = new Map()
  #empty = new Map()
  /** The names of documents that are being removed: a save that begins meanwhile would bring them back. */
  #going = new Set()
  /** The promises of actions under way. */
  #actions = new Set()
  /** The users of documents with edits that no document has yet. */
  #awaited = new Set()

  constructor({ storage, module, work, delays }) {
    this.storage = storage
    this.module = module
    this.work = work
    this.delays = delays
    this.telling = new Telling(delays.tell)
    this.saves = new Saves(this)
  }

  /** The document of a name, if it is decoded. */
  heldNow(name) {
    return this.#held.get(name) ?? null
  }

  /** All decoded documents. */
  get allHeld() {
    return [...this.#held.values()]
  }

  /** Those with something to be saved. */
  get allUnsaved() {
    return this.allHeld.filter((held) => (held.isDirty || held.isMaybeDirty) && !this.#going.has(held.name))
  }

  /** Whether all is durable that was done here. */
  get isSaved() {
    return this.#actions.size === 0 && this.#awaited.size === 0 && !this.saves.isSaving && !this.allHeld.some((held) => held.isDirty)
  }

  /**
   * Decodes a document for one user; null if the storage has none of the name.
   *
   * @throws {DecentError} if the stored bytes cannot be read
   */
  async hold(name) {
    for (;;) {
      const held = this.#held.get(name)
      if (held) {
        // Before anything is waited for: whoever holds it now may release it meanwhile.
        held.users++
        return held
      }
      if (!this.#loading.has(name)) {
        this.#loading.set(name, this.#load(name).finally(() => this.#loading.delete(name)))
      }
      if (!await this.#loading.get(name)) return null
    }
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
    this.forgetUnused(held)
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

  /** Runs an action that edits documents one after the other. Nothing is called saved before it is through. */
  async during(body) {
    const action = body()
    this.#actions.add(action)
    this.onState('saving')
    try {
      return await action
    } finally {
      this.#actions.delete(action)
      if (this.isSaved) this.onState('saved')
    }
  }

  /** Notes that a user is about to edit a document, or is no more. */
  awaitEdits(user, isAwaited) {
    if (isAwaited === this.#awaited.has(user)) return
    if (isAwaited) this.#awaited.add(user)
    else this.#awaited.delete(user)
    if (isAwaited || this.isSaved) this.onState(isAwaited ? 'saving' : 'saved')
  }

  /** Notes that documents were edited here: tells other pages, and saves soon. */
  edited(...all) {
    if (all.length === 0) return
    for (const held of all) {
      held.edited()
      this.telling.tellSoon(held)
    }
    this.onState('saving')
    this.scheduleSave()
  }

  /**
   * Takes in what another page told: edits made there, or those of a device that came from the server.
   *
   * @throws {DecentError}
   */
  takeFromPage(held, delta, from = 'tab', device = null) {
    this.telling.tell()
    held.takeDelta(delta, from, device)
    held.told = held.document.version()
    held.isMaybeDirty = true
    this.scheduleSave(this.delays.maybe)
  }

  /**
   * Takes in what the server sent: its version is `theirs`, and `device` is the one that sent the edits to it,
   * as far as it is known.
   *
   * @throws {DecentError}
   */
  takeFromServer(held, delta, { theirs, device = null }) {
    if (delta && delta.length > 0) {
      // It was removed while the server answered. The edits come from after that, so it comes back.
      if (!this.#held.has(held.name)) this.#held.set(held.name, held)
      held.takeDelta(delta, 'server', device)
      held.hasNews = true
      held.device = device
      this.telling.tellSoon(held)
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
    if (!isTextOld) return
    const text = this.textOf(held)
    held.isTextOld = false
    await this.storage.update([name], (records) => {
      if (records.get(name)?.document?.stamp !== stamp) return {}
      return { puts: [{ name, text: { text, stamp } }] }
    })
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
      this.forgetUnused(held)
    } else {
      held.isMaybeDirty = true
      this.scheduleSave(this.delays.maybe)
    }
  }

  /** Saves within a time: by default soon. */
  scheduleSave(delay) {
    this.saves.schedule(delay)
  }

  /**
   * Saves all edits made so far. The promise is fulfilled when they are durable, but for those of documents
   * that a newer page stored, which are tried again.
   *
   * @param {string[]} needed Documents whose edits must be durable.
   * @throws the error of the storage, or {DecentError} if a newer page stored one that is needed; the edits
   *   stay in memory, and are tried again
   */
  async save(needed = []) {
    await this.saves.save()
    for (const name of needed) {
      const refusal = this.#held.get(name)?.refusal
      if (refusal) throw refusal
    }
  }

  /** Saves all edits made so far, and those that actions under way make. */
  async saveActions() {
    await this.save()
    if (this.#actions.size === 0) return
    await Promise.allSettled(this.#actions)
    await this.save()
  }

  /** The versions of those documents that are decoded, by their names. */
  versionsOf(names) {
    return new Map(names.flatMap((name) => {
      const held = this.#held.get(name)
      return held ? [[name, held.document.version()]] : []
    }))
  }

  /**
   * Removes documents that are gone for good. A document that was edited beyond its version in `versions` stays.
   *
   * @param {Map<string, Uint8Array>} versions The versions that decoded documents had when it was decided that
   *   they go.
   * @returns {Promise<string[]>} the names of the documents that are gone
   */
  async remove(names, versions = this.versionsOf(names)) {
    this.onSaving(names)
    for (const name of names) this.#going.add(name)
    let gone
    try {
      await this.storage.update([], () => ({ removes: names }))
      gone = this.forget(names, versions)
    } finally {
      for (const name of names) this.#going.delete(name)
      // A save that began meanwhile left them out.
      if (this.allUnsaved.length > 0) this.scheduleSave()
    }
    this.onGone(gone, versions)
    return gone
  }

  /**
   * Forgets documents that were removed from the storage. Documents with edits beyond the given versions are stored
   * again, and of those without a version the ones with edits made here that the storage lacked.
   *
   * @returns {string[]} the names of the forgotten documents
   */
  forget(names, versions = this.versionsOf(names)) {
    return names.filter((name) => {
      const held = this.#held.get(name)
      if (!held) return true
      const known = versions.get(name)
      if (known ? held.document.deltaSince(known) : held.hasOwnEdits) {
        Object.assign(held, { isDirty: true, isTextOld: true })
        this.scheduleSave()
        return false
      }
      Object.assign(held, { isDirty: false, isMaybeDirty: false, hasOwnEdits: false, stamp: 0 })
      this.#held.delete(name)
      this.telling.forget(held)
      if (held.users === 0) held.document.free()
      return true
    })
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
    this.saves.close()
    this.telling.stop()
    for (const held of this.#held.values()) held.document.free()
    this.#held.clear()
  }

  /** @returns whether there is a document */
  async #load(name) {
    const record = await this.storage.read(name)
    if (this.#held.has(name)) return true
    if (!record?.document) return false
    const document = this.decode(name, record.document.bytes)
    this.#keep(name, document, { entry: record.entry, stamp: record.document.stamp })
    return true
  }

  #keep(name, document, parts) {
    const held = new HeldDocument(name, document, parts)
    this.#held.set(name, held)
    return held
  }

  #make(name) {
    return new (classOf(name, this.module))()
  }

  /** Decodes stored bytes. @throws {DecentError} */
  decode(name, bytes) {
    this.work.decoded++
    return classOf(name, this.module).load(bytes)
  }

  /** Forgets a document that no user needs and that is saved. */
  forgetUnused(held) {
    if (held.users > 0 || held.isDirty || held.isMaybeDirty || this.telling.isToTell(held)) return
    if (this.#held.get(held.name) === held) this.#held.delete(held.name)
    held.document.free()
  }
}
