// SPDX-License-Identifier: MIT

import { $, oncePerFrame, setAttribute } from './dom.mjs'
import { Row } from './row.mjs'

const spare = 8

/**
 * The list of notes, drawn by arithmetic: of all rows only those in the window and a few more
 * exist, each translated to its place. The row that has the focus exists wherever it is, and so does
 * the one that a pointer holds.
 */
export class Rows {
  box = $('#rows')
  #desk
  #spacer = $('#rows > .spacer')
  #drawn = new Map()
  /** Rows for other notes; at first those that were shown until the notes were read. */
  #free = [...this.#spacer.children].flatMap(({ view }) => view ?? []).reverse()
  #rowHeight = 0
  #raised = { ids: new Set(), held: null, by: 0 }
  #draw = oncePerFrame(() => this.draw())

  constructor(desk) {
    this.#desk = desk
    desk.addEventListener('rows', () => this.draw())
    desk.addEventListener('choice', () => this.draw())
    this.box.addEventListener('scroll', this.#draw, { passive: true })
    new ResizeObserver(() => {
      this.#rowHeight = 0
      this.#draw()
    }).observe(this.box)
  }

  get rowHeight() {
    if (!this.#rowHeight) {
      const row = this.#drawn.values().next().value
      this.#rowHeight = row?.element.offsetHeight ?? 0
    }
    return this.#rowHeight || 78
  }

  /** How many rows a page has. */
  get page() {
    return Math.max(1, Math.floor(this.box.clientHeight / this.rowHeight) - 1)
  }

  draw() {
    const { rows, cursor } = this.#desk
    this.#handOn()
    const isTall = !!this.#desk.query
    if (this.box.classList.contains('tall') !== isTall) {
      this.box.classList.toggle('tall', isTall)
      this.#rowHeight = 0
    }
    this.#spacer.style.setProperty('--n', rows.length)
    const first = Math.max(0, Math.floor(this.box.scrollTop / this.rowHeight) - spare)
    const last = Math.min(rows.length,
      Math.ceil((this.box.scrollTop + this.box.clientHeight) / this.rowHeight) + spare)
    const wanted = new Map()
    for (let index = first; index < last; index++) wanted.set(rows[index].id, index)
    for (const id of [cursor, this.#raised.held]) {
      const at = this.#desk.indexOf(id)
      if (at >= 0) wanted.set(id, at)
    }
    for (const [id, row] of this.#drawn) {
      if (wanted.has(id)) continue
      this.#drawn.delete(id)
      row.element.hidden = true
      setAttribute(row.element, 'aria-selected', 'false')
      this.#free.push(row)
    }
    const isFirstTime = !this.#drawn.size
    for (const [id, index] of wanted) this.#show(id, index)
    if (isFirstTime) for (const { element } of this.#free.splice(0)) element.remove()
    if (isFirstTime && wanted.size) this.#draw()
    clearTimeout(this.#ordering)
    this.#ordering = setTimeout(() => this.#order(), 200)
  }

  #ordering = 0

  /** The focus of a row that goes, or of the words of a list that was empty, is another row's. */
  #handOn() {
    const at = document.activeElement
    const isGoing = at.id === 'nothing' ? this.#desk.rows.length : at.view && this.#desk.indexOf(at.view.id) < 0
    if (!isGoing) return
    // Unless what was done moves it elsewhere.
    queueMicrotask(() => [at, document.body].includes(document.activeElement) && this.focus())
  }

  /** Puts the elements into the order of the rows, for those who read them one after the other. */
  #order() {
    const elements = [...this.#drawn.values()].map((row) => row.element)
      .sort((one, other) => one.ariaPosInSet - other.ariaPosInSet)
    const now = [...this.#spacer.children].filter((element) => !element.hidden && element.view)
    if (elements.every((element, index) => element === now[index])) return
    // An element that is moved loses the focus: the others go around it.
    const at = Math.max(elements.indexOf(document.activeElement), 0)
    elements[at].before(...elements.slice(0, at))
    elements[at].after(...elements.slice(at + 1))
  }

  #show(id, index) {
    const desk = this.#desk
    const isRaised = this.#raised.ids.has(id)
    let row = this.#drawn.get(id)
    if (!row) {
      row = this.#free.pop() ?? this.#make()
      row.element.hidden = false
      this.#drawn.set(id, row)
    }
    row.show(desk.rows[index], {
      index, all: desk.rows.length, isChosen: desk.chosen.has(id), isCursor: id === desk.cursor,
      isCarried: isRaised || (desk.carried?.ids.includes(id) ?? false), by: isRaised ? this.#offset(index) : 0,
      isByHand: desk.isByHand, tellsWaiting: desk.tellsWaiting,
      titleFound: desk.query ? desk.notebook.findIn(desk.rows[index].title, desk.query) : [],
    })
  }

  #make() {
    const row = new Row()
    this.#spacer.append(row.element)
    return row
  }

  /**
   * Shows rows as carried by a pointer, however often they are drawn.
   *
   * @param held The one of them that the pointer holds; null if none is carried any more.
   * @param by How many pixels below their places they are; within the list.
   */
  raise(ids, held, by = 0) {
    const isNew = held !== this.#raised.held
    this.#raised = { ids: isNew ? new Set(ids) : this.#raised.ids, held, by }
    if (isNew) return this.draw()
    for (const [id, row] of this.#drawn) {
      if (this.#raised.ids.has(id)) row.raise(this.#offset(this.#desk.indexOf(id)))
    }
  }

  #offset(index) {
    const last = this.#desk.rows.length - 1 - index
    return Math.min(Math.max(this.#raised.by, -index * this.rowHeight), last * this.rowHeight)
  }

  /** The row's element, if it is drawn. */
  element(id) {
    return this.#drawn.get(id)?.element
  }

  /** Scrolls as little as needed so that the row is in view. */
  reveal(id) {
    const index = this.#desk.indexOf(id)
    if (index < 0) return
    const top = index * this.rowHeight
    const { scrollTop, clientHeight } = this.box
    if (top < scrollTop) this.box.scrollTop = top
    else if (top + this.rowHeight > scrollTop + clientHeight) {
      this.box.scrollTop = top + this.rowHeight - clientHeight
    }
    this.draw()
  }

  /** Moves the focus to the row that Tab reaches; to the words of an empty list. */
  focus() {
    const { cursor } = this.#desk
    this.reveal(cursor)
    ;(this.element(cursor) ?? $('#nothing')).focus({ preventScroll: true })
  }

  /** The note's id under a point's element. */
  static idAt(element) {
    return element.closest?.('.row')?.view?.id
  }
}
