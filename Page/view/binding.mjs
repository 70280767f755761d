// SPDX-License-Identifier: MIT

import { changeBetween, commonEnds, moved } from './change.mjs'
import { Composing } from './composing.mjs'
import { changeInNote, changeShown, offsetInNote, offsetShown, shown } from './line-ends.mjs'
import { canMeasure, offsetAt, rectangleAt } from './places.mjs'

/**
 * Ties a textarea to the text of a note.
 *
 * Each typed edit becomes one `replace` of the note; arrivals become one `setRangeText` per
 * change, and caret, selection and the lines in view stay with their characters. While an input
 * method composes, the area is left alone: arrivals wait for the end. `Composing` says when the note is
 * told the composed words.
 *
 * A note may have `\r\n` where the textarea has `\n`; only what is typed over is changed.
 *
 * Events: `edited` (by the person at this window), `arrived` (detail: the changes, as
 * `{start, end, text, from}` in the text as it is then), `refused`
 * (detail: why an edit is not in the note; the textarea shows the note's text again), `bound`.
 */
export class TextBinding extends EventTarget {
  area
  note = null
  /** The note's text as last seen here, with the line ends of a textarea. All offsets are of it. */
  text = ''
  /** The note's own text if it has other line ends, else null. */
  #source = null
  #scroller
  #selection = { start: 0, end: 0 }
  #composing
  // From the last place to the first, so that none moves the next.
  #onArrived = (event) => this.#arrive(event.changes.toReversed())

  constructor(area, scroller) {
    super()
    this.area = area
    this.#scroller = scroller
    area.addEventListener('beforeinput', (event) => this.#before(event))
    area.addEventListener('input', (event) => this.#input(event))
    this.#composing = new Composing(area, {
      onStart: () => this.#remember(), onInput: () => this.note?.hold(true), keep: () => this.#keepComposed(),
    })
  }

  get isComposing() {
    return this.#composing.isOn
  }

  bind(note) {
    this.#composing.end()
    if (this.#dragging) this.#drop()
    this.note?.removeEventListener('arrived', this.#onArrived)
    this.note = note
    this.#waiting = []
    this.#take(note?.text ?? '')
    this.area.value = this.text
    this.area.setSelectionRange(0, 0)
    this.#fit()
    note?.addEventListener('arrived', this.#onArrived)
    this.dispatchEvent(new Event('bound'))
  }

  /** Replaces a range as if it was typed, and selects a part of what stands there then. */
  replace(start, end, text, selectFrom = start + text.length, selectTo = selectFrom) {
    this.area.setRangeText(text, start, end)
    this.area.setSelectionRange(selectFrom, selectTo)
    this.#tell({ start, end, text })
    this.#fit()
  }

  /** A place of the textarea that stays with its character. */
  anchor(offset, side) {
    return this.note.anchor(this.#source === null ? offset : offsetInNote(this.#source, offset), side)
  }

  /** Where an anchor is now. */
  offset(anchor) {
    const offset = this.note.offset(anchor)
    return this.#source === null ? offset : offsetShown(this.#source, offset)
  }

  undo() {
    this.#settle()
    this.note?.undo()
  }

  redo() {
    this.#settle()
    this.note?.redo()
  }

  #before(event) {
    this.#remember()
    if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return
    event.preventDefault()
    if (event.inputType === 'historyUndo') this.undo()
    else this.redo()
  }

  #remember() {
    if (this.isComposing) return
    this.#selection = { start: this.area.selectionStart, end: this.area.selectionEnd }
  }

  #input(event) {
    if (this.isComposing || !this.note) return
    const { start, end } = this.#selection
    const { data, inputType } = event
    // A passage that is dragged goes here and comes there: one edit, unless it is dropped elsewhere.
    if (inputType === 'deleteByDrag') return void (this.#dragging = setTimeout(() => this.#drop()))
    if (this.#dragging) return this.#drop()
    const isPlain = inputType === 'insertText' && data != null
      && this.area.textLength === this.text.length - (end - start) + data.length
      && this.area.selectionStart === start + data.length
    if (isPlain) this.#tell({ start, end, text: data })
    else this.#settle()
    this.#fit()
  }

  #dragging = 0

  /** Tells the note of a passage that was dragged away, and of where it was dropped. */
  #drop() {
    clearTimeout(this.#dragging)
    this.#dragging = 0
    const change = commonEnds(this.text, this.area.value)
    if (!change) return
    const told = this.#inNote(change)
    const source = apply(this.#source ?? this.text, told)
    if (!this.#edit(() => this.note.update(source))) return this.#catchUp()
    this.#take(source)
    this.dispatchEvent(new Event('edited'))
    this.#fit()
  }

  /** Tells the note what differs between the area and what it was told before. */
  #settle() {
    const change = changeBetween(this.text, this.area.value, this.#selection.start,
      this.area.selectionStart)
    if (!change) return
    if (this.#waiting.length) this.#tellBeforeWaiting(change)
    else this.#tell(change)
  }

  /** Tells the note a change of the area, which lacks the arrivals that wait. */
  #tellBeforeWaiting(change) {
    const told = this.#inNote(change)
    let own = told
    const waiting = this.#waiting.map((arrival) => {
      const { start, end } = arrival
      const later = { ...arrival, start: moved(start, own), end: moved(end, own) }
      const from = moved(own.start, arrival, true)
      own = { ...own, start: from, end: Math.max(from, moved(own.end, arrival)) }
      return later
    })
    if (!this.#replace(own.start, own.end, own.text)) return
    this.#waiting = waiting
    this.text = apply(this.text, change)
    if (this.#source !== null) this.#source = apply(this.#source, told)
    this.dispatchEvent(new Event('edited'))
  }

  #tell(change) {
    const told = this.#inNote(change)
    if (!this.#replace(told.start, told.end, told.text)) return this.#catchUp()
    this.text = apply(this.text, change)
    if (this.#source !== null) this.#source = apply(this.#source, told)
    this.dispatchEvent(new Event('edited'))
  }

  /** Edits the note; false, and `refused` is sent, if it takes no such edit. */
  #replace(start, end, text) {
    return this.#edit(() => this.note.replace(start, end, text))
  }

  #edit(body) {
    try {
      body()
      return true
    } catch (error) {
      this.dispatchEvent(new CustomEvent('refused', { detail: error }))
      return false
    }
  }

  #take(text) {
    this.text = shown(text)
    this.#source = this.text === text ? null : text
  }

  #inNote(change) {
    return this.#source === null ? change : changeInNote(this.#source, change)
  }

  /** Changes of the note's text, as those of the textarea; they are in the note already. */
  #shown(changes) {
    if (this.#source === null && !changes.some(({ text }) => text.includes('\r'))) return changes
    return changes.map((change) => {
      const source = this.#source ?? this.text
      this.#source = apply(source, change)
      return changeShown(source, change)
    })
  }

  #arrive(arrived) {
    if (this.#dragging) this.#drop()
    if (this.isComposing) {
      this.#waiting.push(...arrived)
      return
    }
    const changes = this.#shown(arrived)
    this.#keepingView(changes, () => {
      for (const change of changes) this.#show(change)
    })
    // A change that moves the caret of the person who undoes belongs to this person.
    const own = changes.findLast((change) => change.from === 'undo')
    if (own) this.area.setSelectionRange(own.start + own.text.length, own.start + own.text.length)
    if ((this.#source ?? this.text) !== this.note.text) this.#catchUp()
    this.#announce(changes)
  }

  #waiting = []

  #keepComposed() {
    if (!this.note) return
    this.#settle()
    this.note.hold(false)
    if (this.isComposing || !this.#waiting.length) return
    const changes = this.#shown(this.#waiting)
    this.#waiting = []
    this.#catchUp()
    this.#announce(changes)
  }

  /** Shows the note's text where it differs; for what no list of changes explains. */
  #catchUp() {
    this.text = this.area.value
    const change = commonEnds(this.text, shown(this.note.text))
    if (change) this.#keepingView([change], () => this.#show(change))
    this.#take(this.note.text)
  }

  #show(change) {
    const { area } = this
    const start = moved(area.selectionStart, change)
    const end = moved(area.selectionEnd, change)
    const direction = area.selectionDirection
    area.setRangeText(change.text, change.start, change.end, 'preserve')
    area.setSelectionRange(start, Math.max(start, end), direction)
    this.text = apply(this.text, change)
  }

  /** The first line in view stays where it is, whatever changes above it. */
  #keepingView(changes, body) {
    const { area } = this
    const scroller = this.#scroller
    const scroll = scroller.scrollTop
    const canKeep = canMeasure(area) && scroll > 0
    const held = canKeep ? offsetAt(area, scroller.getBoundingClientRect().top) : 0
    const before = canKeep ? rectangleAt(area, held).top : 0
    const height = area.offsetHeight
    body()
    this.#fit()
    scroller.scrollTop = scroll
    if (canKeep) {
      const now = changes.reduce((offset, change) => moved(offset, change, true), held)
      scroller.scrollTop += rectangleAt(area, now).top - before
    } else if (scroll > 0 && changes.every((change) => isAbove(area, change, scroll))) {
      scroller.scrollTop += area.offsetHeight - height
    }
  }

  #announce(changes) {
    this.dispatchEvent(new CustomEvent('arrived', { detail: changes }))
  }

  /** Browsers without `field-sizing` are told the height. */
  #fit() {
    if (growsByItself) return
    this.area.style.blockSize = 'auto'
    this.area.style.blockSize = this.area.scrollHeight + 'px'
  }
}

const growsByItself = CSS.supports('field-sizing', 'content')

/** A guess, where nothing can be measured. */
const isAbove = (area, { end }, scroll) => area.offsetHeight * end / (area.textLength || 1) < scroll

const apply = (text, { start, end, text: inserted }) =>
  text.slice(0, start) + inserted + text.slice(end)
