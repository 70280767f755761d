// SPDX-License-Identifier: MIT

import { beginning } from './beginning.mjs'
import { indexName, nameOf, newId, priorityName, purgeNameOf } from './names.mjs'

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

  constructor({ documents, list, module, onChange }) {
    Object.assign(this, { documents, list, module, onChange })
  }

  get canUndo() {
    return this.#done.length > 0
  }

  get canRedo() {
    return this.#undone.length > 0
  }

  /** Makes a note. It is there at once, and saved soon. */
  create({ folder = '', title = '', text = '', tags = [] } = {}) {
    const id = newId()
    const first = title.trim() || beginning(text.trim().split('\n', 1)[0], 100) || 'New note'
    const note = this.module.Note.create({ title: first, text, tags })
    if (folder !== '') note.setFolder(folder)
    const held = this.documents.holdNew(nameOf(id), note)
    this.documents.edited(held)
    this.list.put([held.entry])
    this.documents.release(held)
    this.#remember({ kind: 'edit', changes: [{ id, parts: [['isTrashed', true, false]] }] })
    return id
  }

  /**
   * Changes parts of notes.
   *
   * @param {string[]} ids
   * @param {{ addTag?, removeTag?, priority?, folder?, isPinned?, isTrashed? }} change
   * @throws {DecentError} `unsuitable`: no note takes such a tag or folder, and none is changed
   */
  async edit(ids, change) {
    const changes = []
    for (const id of ids) {
      const entry = this.list.get(id)
      const parts = entry ? changedParts(entry, change) : []
      if (parts.length > 0) changes.push({ id, parts })
    }
    if (changes.length === 0) return
    await this.#perform({ kind: 'edit', changes }, () => this.#apply(changes))
  }

  /** Moves notes, in their order, between two others; without the one they are first, or last. */
  async move(ids, { after = null, before = null }) {
    const order = this.list.sorted('hand').map(({ id }) => id)
    const moved = new Set(ids)
    // Where each stood: behind its neighbour, which is put back before it if it was moved too.
    const places = order.flatMap((id, place) => (moved.has(id) ? [{
      id, after: order[place - 1] ?? null,
      before: order.slice(place + 1).find((other) => !moved.has(other)) ?? null,
    }] : []))
    const to = { after, before }
    await this.#perform({ kind: 'move', ids, to, places }, () => this.#move(ids, to))
  }

  /** Does what can be undone if it succeeds. */
  async #perform(action, body) {
    this.#remember(action)
    try {
      await body()
    } catch (error) {
      this.#done = this.#done.filter((other) => other !== action)
      throw error
    }
  }

  /** Drops notes of the trash for good. This cannot be undone. */
  async purge(ids) {
    const trashed = ids.filter((id) => this.list.get(id)?.isTrashed)
    if (trashed.length === 0) return
    const index = await this.documents.holdOrMake(indexName)
    try {
      await this.documents.with(trashed.map(nameOf), async (notes) => {
        for (const { id, document } of notes) await this.#purgeIn(index, id, document)
        this.documents.edited(index)
        // A purge must be durable before the note goes: it keeps copies from coming back.
        await this.documents.save([indexName, ...notes.map(({ id }) => purgeNameOf(id))])
        await this.documents.remove(notes.map(({ name }) => name))
      })
    } finally {
      this.documents.release(index)
    }
  }

  async #purgeIn(index, id, note) {
    const name = purgeNameOf(id)
    const known = await this.documents.hold(name)
    const purged = index.document.purge(note, id, known?.document)
    if (purged) {
      const held = known ?? this.documents.holdNew(name, purged)
      this.documents.edited(held)
      this.documents.release(held)
    } else if (known) {
      this.documents.release(known)
    }
  }

  async undo() {
    const action = this.#done.pop()
    if (!action) return null
    this.#undone.push(action)
    if (action.kind === 'move') {
      for (const { id, after, before } of action.places) {
        await this.#move([id], { after, before })
      }
    } else {
      await this.#apply(action.changes.map(({ id, parts }) => ({ id, parts: reversed(parts) })))
    }
    return action
  }

  async redo() {
    const action = this.#undone.pop()
    if (!action) return null
    this.#done.push(action)
    if (action.kind === 'move') await this.#move(action.ids, action.to)
    else await this.#apply(action.changes)
    return action
  }

  #remember(action) {
    this.#done.push(action)
    this.#undone = []
    if (this.#done.length > most) this.#done.shift()
  }

  async #apply(changes) {
    // The list shows it in the same frame; the documents follow.
    this.#ahead.add(changes)
    this.#show(changes)
    try {
      await this.#applyToDocuments(changes)
    } catch (error) {
      this.#show(changes.map(({ id, parts }) => ({ id, parts: reversed(parts) })))
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

  async #applyToDocuments(changes) {
    await this.documents.with(changes.map(({ id }) => nameOf(id)), async (all) => {
      const byId = new Map(changes.map(({ id, parts }) => [id, parts]))
      const changed = all.filter((held) => applied(held.document, byId.get(held.id)))
      for (const held of changed) {
        for (const listener of held.listeners) listener({ changes: [], hasFields: true, from: 'undo' })
      }
      this.documents.edited(...changed)
      // What was changed otherwise meanwhile is shown as it is.
      this.list.put(all.flatMap((held) => (changed.includes(held) ? [] : [held.entry])))
      const isLeftOut = ({ id }) => !all.some((held) => held.id === id)
      this.#show(changes.filter(isLeftOut).map(({ id, parts }) => ({ id, parts: reversed(parts) })))
      // Where it fails, the status says so, and it is tried again.
      await this.documents.save().catch(() => {})
    })
  }

  async #move(ids, { after, before }) {
    const held = await this.documents.holdOrMake(indexName)
    const listed = (id) => {
      const entry = id === null ? undefined : this.list.get(id)
      return entry ? { id, created: entry.created } : null
    }
    let previous = listed(after)
    for (const id of ids) {
      held.document.move(id, { after: previous, before: listed(before) })
      previous = listed(id)
    }
    this.documents.edited(held)
    this.list.reorder()
    this.onChange()
    this.documents.release(held)
    await this.documents.save().catch(() => {})
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

const reversed = (parts) => parts.map(([field, from, to]) => [field, to, from])

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

/** Changes the parts of a note that are as they were; tells whether there were any. */
function applied(note, parts) {
  const { tags, priority, folder, isPinned, isTrashed } = note.summary()
  const now = { priority, folder, isPinned, isTrashed }
  let isChanged = false
  for (const [field, from, to] of parts) {
    const isTag = field.startsWith('tag:')
    const tag = field.slice(4)
    const was = field === 'priority' ? priorityName(from) : from
    if ((isTag ? tags.includes(tag) : now[field]) !== was) continue
    isChanged = true
    if (isTag && to) note.addTag(tag)
    else if (isTag) note.removeTag(tag)
    else if (field === 'priority') note.setPriority(priorityName(to))
    else if (field === 'folder') note.setFolder(to)
    else if (field === 'isPinned') note.setPinned(to)
    else note.setTrashed(to)
  }
  return isChanged
}
