// SPDX-License-Identifier: MIT

import { beginning } from './beginning.mjs'
import { idOf, nameOf, newId, priorityName, purgeNameOf } from './names.mjs'

/** Whether nothing was done in a new note. */
const isUntouched = ({ held }) => held.stamp === 0 && !held.isDirty

/** The most actions that can be undone. */
const most = 100

/**
 * The actions of a person in the list: each call is one action, and can be undone. Undoing changes only the
 * parts that still are as the action left them.
 */
export class ListActions {
  #done = []
  #undone = []
  /** Changes that lists show and that are not saved yet, in their order. */
  #ahead = new Set()
  /** The new notes in which nothing was done yet, by id: `{ held, place, action }`. They are stored with their first edit. */
  #drafts = new Map()

  constructor({ documents, list, module, onChange }) {
    Object.assign(this, { documents, list, module, onChange })
  }

  get canUndo() {
    return this.#done.length > 0
  }

  get canRedo() {
    return this.#undone.length > 0
  }

  /**
   * Makes a note before all others. It is there at once, and saved soon.
   *
   * @param {boolean} [parts.isDraft] Whether it is saved only with its first edit, and goes if it is left without
   *   one. There is one such note at a place.
   */
  create({ folder = '', title = '', text = '', tags = [], isDraft = false } = {}) {
    const place = JSON.stringify([folder, tags])
    for (const [id, draft] of this.#drafts) {
      if (isDraft && draft.place === place && isUntouched(draft)) return id
    }
    const id = newId()
    const first = title.trim() || beginning(text.trim().split('\n', 1)[0], 100) || 'New note'
    const note = this.module.Note.create({ title: first, text, tags })
    if (folder !== '') note.setFolder(folder)
    const next = this.list.first?.order
    // The time alone does not tell: two notes may be of one millisecond, and a clock may be ahead.
    if (next < note.summary(id).order) note.setOrder(this.module.Note.orderBetween(id, { before: next }))
    const held = this.documents.holdNew(nameOf(id), note)
    const action = editOf([{ id, parts: [['isTrashed', true, false]] }])
    if (!isDraft) this.documents.edited(held)
    this.list.put([held.entry])
    if (isDraft) this.#drafts.set(id, { held, place, action })
    else this.documents.release(held)
    this.#remember(action)
    return id
  }

  /** Another note is shown: a new one without any edit goes. */
  leave(id) {
    const draft = this.#drafts.get(id)
    if (!draft) return
    const { held, action } = draft
    this.#drafts.delete(id)
    if (isUntouched(draft)) {
      this.documents.forget([held.name])
      this.list.remove([id])
      take(action, this.#done)
      this.onChange()
    }
    this.documents.release(held)
  }

  /**
   * Changes parts of notes.
   *
   * @param {string[]} ids
   * @param {{ addTag?, removeTag?, priority?, folder?, isPinned?, isTrashed? }} change
   * @param {(action: object) => void} onBegun Called at once with the action, to undo this one later. Not called
   *   if all is so already.
   * @throws {DecentError} `unsuitable`: no note takes such a tag or folder, and none is changed
   */
  async edit(ids, change, onBegun = () => {}) {
    const changes = []
    for (const id of ids) {
      const entry = this.list.get(id)
      const parts = entry ? changedParts(entry, change) : []
      if (parts.length > 0) changes.push({ id, parts })
    }
    if (changes.length === 0) return
    const action = editOf(changes)
    onBegun(action)
    await this.#perform(action)
  }

  /** Moves notes, in their order, between two others; without the one they are first, or last. */
  async move(ids, { after = null, before = null }) {
    const next = this.list.get(before)?.order
    let previous = this.list.get(after)?.order
    const changes = []
    for (const id of ids) {
      const entry = this.list.get(id)
      // A note that is not stored here yet cannot be moved, and one that is there need not.
      if (!entry || entry.isListed) continue
      if ((previous ?? '') < entry.order && (!next || entry.order < next)) {
        previous = entry.order
        continue
      }
      const order = this.module.Note.orderBetween(id, { after: previous, before: next })
      changes.push({ id, parts: [['order', entry.order, order]] })
      previous = order
    }
    if (changes.length > 0) await this.#perform(editOf(changes))
  }

  /** Does what can be undone if it succeeds. */
  async #perform(action) {
    this.#remember(action)
    try {
      await this.documents.during(() => this.#apply(action.forth, true))
    } catch (error) {
      take(action, this.#done)
      throw error
    }
  }

  /**
   * Drops notes of the trash for good. This cannot be undone.
   *
   * @returns {Promise<string[]>} the ids of those that were in the trash, and are dropped. A note stays if edits come
   *   that the purge has not seen
   */
  async purge(ids) {
    const trashed = ids.filter((id) => this.list.get(id)?.isTrashed)
    return trashed.length > 0 ? this.documents.during(() => this.#purge(trashed)) : []
  }

  #purge(trashed) {
    return this.documents.with(trashed.map(nameOf), async (notes) => {
      const purged = new Map()
      for (const { id, name, document } of notes) {
        const held = await this.documents.holdOrMake(purgeNameOf(id))
        held.document.purge(document)
        purged.set(name, document.version())
        this.documents.edited(held)
        this.documents.release(held)
      }
      // A purge must be durable before the note goes: it keeps copies from coming back.
      await this.documents.save(notes.map(({ id }) => purgeNameOf(id)))
      return (await this.documents.remove([...purged.keys()], purged)).map(idOf)
    })
  }

  /**
   * Undoes an action, or the last one of which something can be undone.
   *
   * @param {object | null} action
   * @param {(changes: object[], action: object) => void} onBegun Called at once with what is changed. Not called if nothing of the action can be undone.
   * @returns {Promise<object | null>} the action that was undone; null if there is none
   */
  undo(action = null, onBegun = () => {}) {
    return this.#turn('back', this.#done, this.#undone, action, onBegun)
  }

  /** Does an action again that was undone, or the last one. */
  redo(action = null, onBegun = () => {}) {
    return this.#turn('forth', this.#undone, this.#done, action, onBegun)
  }

  async #turn(way, from, to, wanted, onBegun) {
    let changes
    const action = from.findLast((each) => {
      if (wanted && each !== wanted) return false
      changes = this.#fitting(each[way])
      return changes.length > 0
    })
    if (!action) return null
    take(action, from)
    to.push(action)
    onBegun(changes, action)
    try {
      await this.documents.during(() => this.#apply(changes))
    } catch (error) {
      take(action, to)
      from.push(action)
      throw error
    }
    return action
  }

  /** The changes that have an effect now: of parts that are as they were. */
  #fitting(changes) {
    return changes.flatMap(({ id, parts }) => {
      const entry = this.list.get(id)
      const fitting = entry ? parts.filter(([field, from]) => valueOf(entry, field) === from) : []
      return fitting.length > 0 ? [{ id, parts: fitting }] : []
    })
  }

  #remember(action) {
    this.#done.push(action)
    this.#undone.length = 0
    if (this.#done.length > most) this.#done.shift()
  }

  async #apply(changes, isNew = false) {
    // The list shows it in the same frame; the documents follow.
    this.#ahead.add(changes)
    this.#show(changes)
    try {
      await this.#applyToDocuments(changes, isNew)
    } catch (error) {
      this.#show(reversed(changes))
      throw error
    } finally {
      this.#ahead.delete(changes)
    }
  }

  /** An entry that was saved, with the changes that lists show and that its document did not have then. */
  asShown(entry) {
    let shown = entry
    for (const changes of this.#ahead) {
      for (const { id, parts } of changes) if (id === entry.id) shown = patched(shown, parts)
    }
    return shown
  }

  #show(changes) {
    this.list.put(changes.flatMap(({ id, parts }) => {
      const entry = this.list.get(id)
      return entry ? [patched(entry, parts)] : []
    }))
    this.onChange()
  }

  async #applyToDocuments(changes, isNew) {
    await this.documents.with(changes.map(({ id }) => nameOf(id)), async (all) => {
      const byId = new Map(changes.map(({ id, parts }) => [id, parts]))
      const changed = all.filter((held) => applied(held, byId.get(held.id), isNew))
      for (const held of changed) {
        for (const listener of held.listeners) listener({ changes: [], hasFields: true, from: 'undo' })
      }
      this.documents.edited(...changed)
      // What was changed otherwise meanwhile is shown as it is.
      this.list.put(all.flatMap((held) => (changed.includes(held) ? [] : [held.entry])))
      const isLeftOut = ({ id }) => !all.some((held) => held.id === id)
      this.#show(reversed(changes.filter(isLeftOut)))
      // Where it fails, the status says so, and it is tried again.
      await this.documents.save().catch(() => {})
    })
  }
}

/** The parts of a note that a change changes, each `[field, from, to]`. */
function changedParts(entry, { addTag, removeTag, ...fields }) {
  const parts = []
  if (addTag !== undefined && !entry.tags.includes(addTag)) parts.push([`tag:${addTag}`, false, true])
  if (removeTag !== undefined && entry.tags.includes(removeTag)) {
    parts.push([`tag:${removeTag}`, true, false])
  }
  for (const field of ['priority', 'folder', 'isPinned', 'isTrashed']) {
    if (fields[field] !== undefined && fields[field] !== entry[field]) {
      parts.push([field, entry[field], fields[field]])
    }
  }
  return parts
}

/** The changes that take others back. */
const reversed = (changes) => changes.map(({ id, parts }) =>
  ({ id, parts: parts.map(([field, from, to]) => [field, to, from]) }))

/** An action that changes parts of notes: what does it, and what takes it back. */
const editOf = (changes) => ({ forth: changes, back: reversed(changes) })

function take(action, from) {
  const place = from.indexOf(action)
  if (place >= 0) from.splice(place, 1)
}

/** The value of a part as changes name it. */
const valueOf = (parts, field) => (field.startsWith('tag:') ? parts.tags.includes(field.slice(4)) : parts[field])

/** An entry with parts changed. */
function patched(entry, parts) {
  const now = { ...entry }
  for (const [field, , to] of parts) {
    if (!field.startsWith('tag:')) {
      now[field] = to
    } else {
      const tag = field.slice(4)
      now.tags = now.tags.filter((other) => other !== tag)
      if (to) now.tags = [...now.tags, tag].sort()
    }
  }
  return now
}

/**
 * Changes the parts of a note that are as they were; tells whether there were any. A move that `isNew` counts
 * wherever the note is: one cannot want that it be there already.
 */
function applied({ document: note, id }, parts, isNew) {
  const now = note.summary(id)
  let isChanged = false
  for (const [field, from, to] of parts) {
    const isTag = field.startsWith('tag:')
    const tag = field.slice(4)
    const was = field === 'priority' ? priorityName(from) : from
    if (valueOf(now, field) !== was && !(isNew && field === 'order')) continue
    isChanged = true
    if (isTag && to) note.addTag(tag)
    else if (isTag) note.removeTag(tag)
    else if (field === 'priority') note.setPriority(priorityName(to))
    else if (field === 'folder') note.setFolder(to)
    else if (field === 'isPinned') note.setPinned(to)
    else if (field === 'order') note.setOrder(to)
    else note.setTrashed(to)
  }
  return isChanged
}
