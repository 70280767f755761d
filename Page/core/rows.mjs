// SPDX-License-Identifier: MIT

import { purgeNameOf } from './names.mjs'

/** A note in the list. The passage with the found words is made when it is asked for. */
class Row {
  #entry
  #passage = null
  #search
  #words
  #list
  #span

  constructor(entry, { list, search, words, span }) {
    this.#entry = entry
    this.#list = list
    this.#search = search
    this.#words = words
    this.#span = span
  }

  get id() { return this.#entry.id }
  get title() { return this.#entry.title }
  get tags() { return this.#entry.tags }
  get folder() { return this.#entry.folder }
  get priority() { return this.#entry.priority }
  get isPinned() { return this.#entry.isPinned }
  get created() { return this.#entry.created }
  get edited() { return this.#entry.edited }
  get isTrashed() { return this.#entry.isTrashed }
  /** Whether the note was purged, here or elsewhere, and came back, because of edits that the purge had not seen. */
  get wasPurged() { return this.#entry.wasPurged || this.#list.entry(purgeNameOf(this.id)) !== undefined }
  get isWaiting() { return this.#entry.isWaiting }
  get isUnseen() { return this.#entry.isUnseen }
  /** The device that sent the edits that came last, as `{ id, name, color }`; null for this one, or if unknown. */
  get device() { return this.#entry.device ?? null }
  /** That device, if its edits were made just now; else null. */
  get writing() { return Date.now() - this.#entry.edited < this.#span ? this.device : null }
  /** Whether the note is not stored here yet. */
  get isLoading() { return this.#entry.stamp === 0 && this.#entry.isListed === true }
  get snippet() { return this.#words ? this.#found.snippet : this.#entry.snippet }
  /** Where the found words stand in the snippet. */
  get found() { return this.#words ? this.#found.found : [] }

  get #found() {
    this.#passage ??= this.#search.passage(this.#words, this.#entry)
    return this.#passage
  }
}

/**
 * The rows of a view.
 *
 * @param {object} parts `list`, `search` and `delays`
 * @param {{ view?: 'all'|'trash', folder?: string, tag?: string, query?: string,
 *   sort?: 'hand'|'edited'|'title', isTrashToo?: boolean }} what
 */
export function rowsOf({ list, search, delays }, what) {
  const { view = 'all', folder, tag, query = '', sort = 'hand', isTrashToo = false } = what
  const isIn = (entry) => (folder === undefined || folder === null || entry.folder === folder
    || entry.folder.startsWith(`${folder}/`)) && (!tag || entry.tags.includes(tag))
  const wantsTrashed = view === 'trash'
  let entries = list.sorted(sort).filter((entry) =>
    (isTrashToo || entry.isTrashed === wantsTrashed) && isIn(entry))
  const { words, fault } = query.trim() === '' ? {} : search.parse(query)
  if (fault) return []
  if (words) entries = search.matching(words, entries)
  else entries = [...entries.filter((entry) => entry.isPinned), ...entries.filter((entry) => !entry.isPinned)]
  const shown = words?.wanted.length > 0 ? words : null
  return entries.map((entry) => new Row(entry, { list, search, words: shown, span: delays.writing }))
}
