// SPDX-License-Identifier: MIT

import { loose } from './search-words.mjs'

/** The notes as lists show them, from their entries alone. */
export class NoteList {
  #entries = new Map()
  #listed = new Map()
  #order = null
  #byEdit = null
  #byTitle = null

  /** @param {() => object|null} index The index of the module, once it is there. */
  constructor(index, work) {
    this.index = index
    this.work = work
  }

  /** The entry of a note; undefined if there is none. */
  get(id) {
    return this.#entries.get(id) ?? this.#listed.get(id)
  }

  /** Takes new entries of notes. */
  put(entries) {
    for (const entry of entries) {
      if (entry.id === null) continue
      this.#listed.delete(entry.id)
      const old = this.#entries.get(entry.id)
      this.#entries.set(entry.id, entry)
      if (!old || old.created !== entry.created) this.#order = null
      if (old?.edited !== entry.edited) this.#byEdit = null
      if (old?.title !== entry.title) this.#byTitle = null
      if (!old) this.#byEdit = this.#byTitle = null
    }
  }

  /** Takes entries of notes that only the server has yet. */
  putListed(entries) {
    for (const entry of entries) {
      if (entry.id !== null && !this.#entries.has(entry.id)) this.#listed.set(entry.id, entry)
    }
    this.#order = this.#byEdit = this.#byTitle = null
  }

  remove(ids) {
    for (const id of ids) {
      this.#entries.delete(id)
      this.#listed.delete(id)
    }
    this.#order = this.#byEdit = this.#byTitle = null
  }

  clear() {
    this.remove([...this.#entries.keys(), ...this.#listed.keys()])
  }

  /** The index has changed: notes may stand elsewhere. */
  reorder() {
    this.#order = null
  }

  /** All entries, in an order: by hand, newest edit first, or by title. */
  sorted(sort = 'hand') {
    if (sort === 'edited') return this.#byEdit ??= this.#sortedBy((a, b) => b.edited - a.edited)
    if (sort === 'title') {
      const collator = new Intl.Collator(undefined, { numeric: true })
      return this.#byTitle ??= this.#sortedBy((a, b) => collator.compare(a.title, b.title))
    }
    return this.#order ??= this.#sortedByHand()
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

  /** How many notes wait to be sent. */
  waitingCount() {
    let count = 0
    for (const { isWaiting } of this.#entries.values()) if (isWaiting) count++
    return count
  }

  *#all() {
    yield* this.#entries.values()
    yield* this.#listed.values()
  }

  #sortedBy(compare) {
    this.work.sorts++
    return [...this.sorted('hand')].sort(compare)
  }

  #sortedByHand() {
    this.work.sorts++
    const all = [...this.#all()]
    const index = this.index()
    if (!index) return all.sort((a, b) => b.created - a.created)
    return index.sort(all.map(({ id, created }) => ({ id, created }))).map((id) => this.get(id))
  }
}

function compared(one, other) {
  for (let place = 0; place < Math.min(one.length, other.length); place++) {
    const order = loose(one[place]).localeCompare(loose(other[place]))
    if (order !== 0) return order
  }
  return one.length - other.length
}
