// SPDX-License-Identifier: MIT

import { isNarrow, oncePerFrame } from './dom.mjs'
import { remember, remembered } from './remembered.mjs'

/**
 * The part of a notebook that the window shows: the place, the words searched for, the rows, and which
 * of them are chosen.
 *
 * Events: `rows` (they were read anew), `choice`, `place`, `open` (another note is to be shown).
 */
export class Desk extends EventTarget {
  notebook
  /** `{ kind: 'all'|'pinned'|'unseen'|'folder'|'tag'|'trash'|'sync', value }` */
  place = { kind: 'all' }
  query = ''
  /** Whether a search finds notes in the trash, too. */
  isTrashToo = false
  sort = remembered('sort', 'hand')
  rows = []
  /** The row that Tab reaches, by its note's id. */
  cursor = null
  chosen = new Set()
  /** The note in the note's pane, by its id. */
  open = null
  /** Whether rows say that changes wait; set when they waited long, so that it never flickers. */
  tellsWaiting = false
  /** The rows that are being carried: `{ ids, to }`. */
  carried = null
  #pivot = null
  /** The note that was shown last in this place. */
  #shown = null

  constructor(notebook) {
    super()
    this.notebook = notebook
    notebook.addEventListener('rows', oncePerFrame(() => this.refresh()))
  }

  /** Whether rows stand where a person put them. */
  get isByHand() {
    return this.sort === 'hand' && !this.query
  }

  /** Whether the place is a list of notes, and no page of its own. */
  get isList() {
    return this.place.kind !== 'trash' && this.place.kind !== 'sync'
  }

  indexOf(id) {
    return this.rows.findIndex((row) => row.id === id)
  }

  row(id) {
    return this.rows.find((row) => row.id === id)
  }

  /** What is known of a note, also of one that is not in the rows, as one of the trash. */
  note(id) {
    return this.row(id) ?? this.notebook.entry(id)
  }

  /** The chosen notes' ids, in the order of the rows. */
  get chosenIds() {
    return this.rows.filter((row) => this.chosen.has(row.id)).map((row) => row.id)
  }

  /** Reads the rows anew; the choice stays with its notes, or moves to a neighbour. */
  refresh() {
    const before = this.indexOf(this.cursor)
    const rows = this.found(this.query)
    const present = new Set(rows.map((row) => row.id))
    if (!this.isByHand || !this.carried?.ids.every((id) => present.has(id))) this.carried = null
    this.rows = this.carried ? this.#carrying(rows) : rows
    this.chosen = new Set([...this.chosen].filter((id) => present.has(id)))
    if (!present.has(this.cursor)) {
      this.cursor = this.rows[Math.min(Math.max(before, 0), this.rows.length - 1)]?.id ?? null
    }
    // A row is chosen whose note is shown. A note that leaves the list stays in its pane.
    const isShown = !this.isList || !this.open || this.open === this.cursor
    if (!this.chosen.size && this.cursor && isShown && !isNarrow()) this.chosen.add(this.cursor)
    this.#tell('rows')
    // The first rows that come show their first note.
    if (!this.open && this.cursor && this.isList && !isNarrow()) this.show(this.cursor)
  }

  /** The rows of this place that a search finds; without one, all. */
  found(query) {
    const { kind, value } = this.place
    const rows = this.notebook.rows({
      view: kind === 'trash' ? 'trash' : 'all', sort: this.sort, query: query || undefined,
      isTrashToo: query !== '' && this.isTrashToo,
      folder: kind === 'folder' ? value : undefined, tag: kind === 'tag' ? value : undefined,
    })
    if (kind === 'pinned') return rows.filter((row) => row.isPinned)
    // One that is seen stays while it is shown.
    return kind === 'unseen' ? rows.filter((row) => row.isUnseen || row.id === this.#shown) : rows
  }

  go(place) {
    this.place = place
    this.query = ''
    this.isTrashToo = false
    this.#pivot = this.cursor = this.carried = this.#shown = null
    this.chosen.clear()
    this.#tell('place')
    this.refresh()
    // The note that is open, if it is here, else the first one.
    if (this.isList && !isNarrow()) this.choose(this.row(this.open) ? this.open : this.rows[0]?.id)
  }

  search(query) {
    this.query = query
    this.refresh()
    if (query) this.choose(this.rows[0]?.id)
  }

  sortBy(sort) {
    this.sort = sort
    remember('sort', sort)
    this.refresh()
  }

  /**
   * Chooses a row and shows its note.
   *
   * @param {'only'|'to'|'toggle'} how Alone; all from the last one chosen alone; beside the others.
   */
  choose(id, how = 'only') {
    if (!id) return
    if (how === 'toggle') {
      if (!this.chosen.delete(id)) this.chosen.add(id)
      this.#pivot = id
    } else if (how === 'to') {
      const from = Math.max(this.indexOf(this.#pivot ?? this.cursor), 0)
      const to = this.indexOf(id)
      this.#pivot = this.rows[from].id
      this.chosen = new Set(this.rows.slice(Math.min(from, to), Math.max(from, to) + 1)
        .map((row) => row.id))
    } else {
      this.chosen = new Set([id])
      this.#pivot = id
    }
    this.cursor = id
    this.#tell('choice')
    if (how === 'only') this.show(id)
  }

  chooseAll() {
    this.chosen = new Set(this.rows.map((row) => row.id))
    this.#tell('choice')
  }

  /** Shows a note, also one that is not in the rows. */
  show(id) {
    this.#shown = id
    if (this.open === id) return
    this.open = id
    // No other row than that of the shown note is highlighted.
    if (id && this.isList && !this.row(id) && this.chosen.size) {
      this.chosen.clear()
      this.#tell('choice')
    }
    this.#tell('open')
  }

  /** The row that takes the choice when these go: the next one that stays, else the one before. */
  neighbour(ids) {
    const gone = new Set(ids)
    const last = this.rows.findLastIndex((row) => gone.has(row.id))
    const next = this.rows.slice(last + 1).find((row) => !gone.has(row.id))
    return (next ?? this.rows.slice(0, Math.max(last, 0)).findLast((row) => !gone.has(row.id)))?.id
  }

  /**
   * Moves notes so that the first of them is at a place among the others. A pinned note stays among the pinned
   * ones, and another one behind them.
   */
  move(ids, place) {
    const others = this.rows.filter((row) => !ids.includes(row.id))
    const isAlike = (row) => row.isPinned === this.note(ids[0])?.isPinned
    const [above, below] = [others.slice(0, place), others.slice(place)]
    return this.notebook.move(ids, { after: above.findLast(isAlike)?.id, before: below.find(isAlike)?.id })
  }

  /** Begins to carry rows; only the window shows it, until they are set down. */
  lift(ids) {
    const at = this.indexOf(ids[0])
    this.carried = { ids, to: at, from: at }
    this.#tell('choice')
  }

  carryTo(index) {
    const last = this.rows.length - this.carried.ids.length
    this.carried.to = Math.min(Math.max(index, 0), last)
    this.refresh()
  }

  /** Ends carrying, and moves the notes unless they go back. */
  setDown(isKept = true) {
    const { ids, to, from } = this.carried
    this.carried = null
    if (isKept && to !== from) {
      this.move(ids, to)
    }
    this.refresh()
    return to
  }

  #carrying(rows) {
    const { ids, to } = this.carried
    const others = rows.filter((row) => !ids.includes(row.id))
    others.splice(to, 0, ...rows.filter((row) => ids.includes(row.id)))
    return others
  }

  #tell(name) {
    this.dispatchEvent(new Event(name))
  }
}
