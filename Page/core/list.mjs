// SPDX-License-Identifier: MIT

import { idOf, nameOf } from './names.mjs'
import { loose } from './search-words.mjs'

/** The notes as lists show them, from their entries alone. */
export class NoteList {
  #entries = new Map()
  #listed = new Map()
  #others = new Map()
  #waiting = new Set()
  #order = null
  #byEdit = null
  #byTitle = null

  constructor(work) {
    this.work = work
  }

  /** The entry of a note; undefined if there is none. */
  get(id) {
    return this.#entries.get(id) ?? this.#listed.get(id)
  }

  /** The first entry by hand, in the trash or not; undefined if there is none. */
  get first() {
    let first
    for (const entry of this.#all()) if (!first || entry.order < first.order) first = entry
    return first
  }

  /** The entry of a document that is stored here; undefined if there is none. */
  entry(name) {
    const id = idOf(name)
    return id === null ? this.#others.get(name) : this.#entries.get(id)
  }

  /** The names of all documents that are stored here. */
  names() {
    return [...this.#others.keys(), ...Array.from(this.#entries.keys(), nameOf)]
  }

  /** The names of the documents with edits that the server lacks. */
  waitingNames() {
    return [...this.#waiting]
  }

  /** Takes new entries. Older ones than those that are here are left out. */
  put(entries) {
    for (const entry of entries) {
      if (this.entry(entry.name)?.stamp > entry.stamp) continue
      if (entry.isWaiting) this.#waiting.add(entry.name)
      else this.#waiting.delete(entry.name)
      if (entry.id === null) {
        this.#others.set(entry.name, entry)
        continue
      }
      const old = this.get(entry.id)
      // An action shows at once what it changes of a note that only the server has yet.
      const isListed = entry.isListed && !this.#entries.has(entry.id)
      if (!isListed) this.#listed.delete(entry.id)
      const place = isListed ? this.#listed : this.#entries
      place.set(entry.id, entry)
      if (old?.order !== entry.order) this.#order = null
      if (old?.edited !== entry.edited) this.#byEdit = null
      if (old?.title !== entry.title) this.#byTitle = null
    }
  }

  /** Takes entries of notes that only the server has yet; `isAll` says that it has no others. */
  putListed(entries, isAll = false) {
    if (isAll) this.#listed.clear()
    for (const entry of entries) {
      if (entry.id !== null && !this.#entries.has(entry.id)) this.#listed.set(entry.id, entry)
    }
    this.#order = this.#byEdit = this.#byTitle = null
  }

  remove(ids) {
    for (const id of ids) {
      this.#waiting.delete(nameOf(id))
      this.#entries.delete(id)
      this.#listed.delete(id)
    }
    this.#order = this.#byEdit = this.#byTitle = null
  }

  clear() {
    this.remove([...this.#entries.keys(), ...this.#listed.keys()])
    this.#others.clear()
    this.#waiting.clear()
  }

  /** All entries, in an order: by hand, newest edit first, or by title. */
  sorted(sort = 'hand') {
    return this.#sortedIds(sort).map((id) => this.get(id))
  }

  /** The folders of the notes that are not in the trash; each counts those within it, too. */
  folders() {
    const counts = new Map()
    for (const { folder, isTrashed } of this.#all()) {
      if (isTrashed || folder === '') continue
      const names = folder.split('/')
      for (let end = 1; end <= names.length; end++) {
        const path = names.slice(0, end).join('/')
        counts.set(path, (counts.get(path) ?? 0) + 1)
      }
    }
    return [...counts].map(([path, count]) => ({ path, count }))
      .sort((a, b) => compared(a.path.split('/'), b.path.split('/')))
  }

  /** The tags of the notes that are not in the trash. */
  tags() {
    const counts = new Map()
    for (const { tags, isTrashed } of this.#all()) {
      if (!isTrashed) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
    }
    return [...counts].map(([tag, count]) => ({ tag, count }))
      .sort((a, b) => loose(a.tag).localeCompare(loose(b.tag)) || (a.tag < b.tag ? -1 : 1))
  }

  /** How many notes are stored here. */
  get size() {
    return this.#entries.size
  }

  /** Whether no note is known. */
  get isEmpty() {
    return this.#entries.size + this.#listed.size === 0
  }

  /** How many documents wait to be sent. */
  waitingCount() {
    return this.#waiting.size
  }

  *#all() {
    yield* this.#entries.values()
    yield* this.#listed.values()
  }

  /** The ids in an order: kept, since most edits move no note. */
  #sortedIds(sort) {
    if (sort === 'edited') return this.#byEdit ??= this.#sortedBy((a, b) => b.edited - a.edited)
    if (sort === 'title') {
      const { compare } = new Intl.Collator(undefined, { numeric: true })
      return this.#byTitle ??= this.#sortedBy((a, b) => compare(a.title, b.title))
    }
    return this.#order ??= this.#sortedByHand()
  }

  #sortedBy(compare) {
    this.work.sorts++
    return this.sorted('hand').sort(compare).map(({ id }) => id)
  }

  #sortedByHand() {
    this.work.sorts++
    return [...this.#all()].sort((a, b) => (a.order < b.order ? -1 : 1)).map(({ id }) => id)
  }
}

function compared(one, other) {
  for (let place = 0; place < Math.min(one.length, other.length); place++) {
    const order = loose(one[place]).localeCompare(loose(other[place]))
    if (order !== 0) return order
  }
  return one.length - other.length
}
