// SPDX-License-Identifier: MIT

import { entryOf } from './entry.mjs'
import { areEqual, idOf } from './names.mjs'

/**
 * A document that is decoded: an open note, or a document while an action or the exchange needs
 * it. Tells its listeners what merges changed.
 */
export class HeldDocument {
  /** How many need it. */
  users = 0
  /** Called after a merge: `({ changes, hasFields, from, device })`, where `changes` are those of the text. */
  listeners = new Set()
  /** Whether it has edits that the storage lacks. */
  isDirty = false
  /** Why the storage did not take its edits with the last save: a newer page stored the document; else null. */
  refusal = null
  /** Whether it may have edits that the storage lacks: those another page told and will save. */
  isMaybeDirty = false
  /** The stamp of the last save that another page told. */
  elsewhere = 0
  /** Whether edits were made here that the server lacks. */
  hasOwnEdits = false
  /** The version that the server told, as Base64, to be saved; undefined if it told none. */
  newTheirs = undefined
  /** Whether edits came from the server, and which device sent them, if that is known. */
  hasNews = false
  device = null
  /** When the session began in which the text is edited here. */
  #sessionBegan = 0
  /** Whether the text changed since it was last saved for searches. */
  isTextOld = false

  constructor(name, document, { entry, stamp }) {
    this.name = name
    this.id = idOf(name)
    this.document = document
    this.stamp = stamp
    this.entry = entry ?? entryOf(name, document)
    this.told = document.version()
  }

  get isNote() {
    return this.id !== null
  }

  /** Takes in edits of others. @throws {DecentError} and then nothing is changed */
  takeDelta(delta, from, device = null) {
    this.#watched({ from, device }, () => this.document.mergeDelta(delta))
  }

  /** Takes in another copy. */
  takeCopy(copy, from) {
    this.#watched({ from, device: null }, () => this.document.merge(copy))
  }

  /**
   * To be called before the text is edited. The time of a note's last change is that of the session of
   * the text's last edit, so no session goes on for more than a minute.
   */
  beforeTextEdit() {
    const now = Date.now()
    if (Math.abs(now - this.#sessionBegan) < 60_000) return
    this.document.text.leaveSession()
    this.#sessionBegan = now
  }

  /** Notes that an edit was made here. */
  edited() {
    this.isDirty = true
    this.hasOwnEdits = true
    this.isTextOld = true
  }

  #watched(origin, merge) {
    if (!this.isNote) {
      merge()
      this.#tell({ changes: [], hasFields: true, ...origin })
      return
    }
    const { text } = this.document
    const before = text.version()
    const fields = partsBesideText(this)
    merge()
    let changes = []
    if (!areEqual(text.version(), before)) {
      this.isTextOld = true
      if (this.listeners.size > 0) changes = text.changesSince(before)
    }
    this.#tell({ changes, hasFields: partsBesideText(this) !== fields, ...origin })
  }

  #tell(what) {
    for (const listener of this.listeners) listener(what)
  }
}

/** All but the text and the time of the last edit. */
function partsBesideText({ document, id }) {
  return JSON.stringify({ ...document.summary(id), snippet: '', size: 0, edited: 0 })
}
