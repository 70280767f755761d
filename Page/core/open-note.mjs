// SPDX-License-Identifier: MIT

import { priorityName, priorityNumber } from './names.mjs'
import { TypedSteps } from './typed-steps.mjs'

/** Milliseconds after which an edit begins a step of undo, wherever the last one ended. */
const longestPause = 10_000

/**
 * A note that is open in this page: its parts, and the edits of its person.
 *
 * Events: `arrived` (`changes`: what others, or undoing, changed in the text, to be applied from the
 * last to the first), `fields` (title, tags or another part changed), `gone` (it was purged).
 */
export class OpenNote extends EventTarget {
  #held
  #documents
  #summary = null
  #text = null
  #undo = null
  #typed = new TypedSteps()
  #steps
  #openNotes
  #listener = (what) => this.#changed(what)

  /**
   * @param {Set<OpenNote>} openNotes All that are open, to which this one belongs until it is closed.
   * @param {KeptSteps} steps The steps of undo of notes that were open before.
   */
  constructor(documents, held, openNotes, steps) {
    super()
    this.#steps = steps
    this.#openNotes = openNotes.add(this)
    this.#documents = documents
    this.#held = held
    const [{ TextUndo }, { text }, kept] = [documents.module, held.document, steps.of(held.id)]
    this.#undo = kept ? TextUndo.load(text, kept) : new TextUndo(text, { joiningWithin: longestPause })
    held.listeners.add(this.#listener)
  }

  get id() {
    return this.#held.id
  }

  // Reading

  /** The text. Read from the module at the first call after a change. */
  get text() {
    this.#text ??= this.#documents.textOf(this.#held)
    return this.#text
  }

  /** How many UTF-16 units the text has. */
  get length() {
    return this.#note.text.length
  }

  /** A part of the text. */
  slice(start, end) {
    return this.#note.text.slice(start, end)
  }

  get title() {
    return this.#fields.title
  }

  get tags() {
    return this.#fields.tags
  }

  /** 1 (low) to 3 (high). */
  get priority() {
    return priorityNumber(this.#fields.priority)
  }

  get folder() {
    return this.#fields.folder
  }

  get isPinned() {
    return this.#fields.isPinned
  }

  get isTrashed() {
    return this.#fields.isTrashed
  }

  get created() {
    return this.#fields.created
  }

  get edited() {
    return this.#fields.edited
  }

  // Editing

  /** Replaces a part of the text by what was typed. Positions are UTF-16 units. */
  replace(start, end, string) {
    this.#held?.beforeTextEdit()
    if (this.#typed.begins(start, end, string)) this.#undo.closeStep()
    this.#undo.replace(start, end, string)
    this.#text = null
    this.#edited()
  }

  /** Makes the text another one, in one step of undo: for an edit at several places. */
  update(text) {
    this.#held?.beforeTextEdit()
    this.#undo.update(text)
    this.#text = null
    this.#edited()
  }

  /**
   * Gives another title. An empty one is not kept: a note has a title.
   *
   * @throws {DecentError} `unsuitable`
   */
  setTitle(title) {
    if (title.trim() === '' || title === this.title) return
    this.#note.setTitle(title)
    this.#edited()
  }

  addTag(tag) {
    if (this.tags.includes(tag)) return
    this.#note.addTag(tag)
    this.#edited()
  }

  removeTag(tag) {
    if (!this.tags.includes(tag)) return
    this.#note.removeTag(tag)
    this.#edited()
  }

  /** @param {1|2|3} priority */
  setPriority(priority) {
    if (priority === this.priority) return
    this.#note.setPriority(priorityName(priority))
    this.#edited()
  }

  /** Says that a person has edits that this note has not got yet, or that it has them: nothing is called saved before. */
  hold(isHeld) {
    if (this.#held) this.#documents.awaitEdits(this, isHeld)
  }

  get canUndo() {
    return this.#undo.canUndo
  }

  get canRedo() {
    return this.#undo.canRedo
  }

  /** Takes back the last edit of the text that was made in this page. Comes as `arrived`. */
  undo() {
    this.#reverse('undo')
  }

  redo() {
    this.#reverse('redo')
  }

  // Positions that last

  /** A place that stays with its character. */
  anchor(offset, side = 'before') {
    return this.#note.text.anchor(offset, side)
  }

  /** Where an anchor is now. */
  offset(anchor) {
    return this.#note.text.offset(anchor)
  }

  /** Saves all edits made so far. The promise is fulfilled when those of this note are durable. */
  save() {
    return this.#documents.save(this.#held ? [this.#held.name] : [])
  }

  /** Ends the use of the note. Its edits are saved. */
  close() {
    if (!this.#held) return
    const held = this.#held
    this.hold(false)
    this.#openNotes.delete(this)
    held.listeners.delete(this.#listener)
    this.#steps.keep(held.id, this.#undo)
    this.#undo.free()
    this.#held = null
    const documents = this.#documents
    documents.save().catch(() => {}).then(() => documents.keepText(held)).catch(() => {})
      .finally(() => documents.release(held))
  }

  /** Tells that the note is gone. */
  gone() {
    this.dispatchEvent(new Event('gone'))
  }

  get #note() {
    if (!this.#held) throw new TypeError('this note was closed')
    return this.#held.document
  }

  get #fields() {
    this.#summary ??= this.#note.summary()
    return this.#summary
  }

  #edited() {
    this.#summary = null
    this.#documents.edited(this.#held)
  }

  #reverse(name) {
    this.#held?.beforeTextEdit()
    const changes = this.#undo[name]()
    if (changes.length === 0) return
    this.#edited()
    this.#changed({ changes, hasFields: false, from: 'undo' })
  }

  #changed({ changes, hasFields, from, device = null }) {
    this.#summary = null
    if (changes.length > 0) {
      this.#text = null
      const event = new Event('arrived')
      event.changes = changes.map(({ start, end, text }) => ({ start, end, text, from, device }))
      event.from = from
      this.dispatchEvent(event)
    }
    if (hasFields) this.dispatchEvent(new Event('fields'))
  }
}
