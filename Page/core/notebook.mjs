// SPDX-License-Identifier: MIT

import { Documents } from './documents.mjs'
import { failureOf } from './failures.mjs'
import { ListActions } from './list-actions.mjs'
import { NoteList } from './list.mjs'
import { indexName, nameOf } from './names.mjs'
import { OpenNote } from './open-note.mjs'
import { rowsOf } from './rows.mjs'
import { rangesIn, Search } from './search.mjs'
import { Tabs } from './tabs.mjs'
import { Work } from './work.mjs'

/** Milliseconds until edits are told and saved, and failures tried again. */
const usualDelays = { tell: 16, save: 50, maybe: 1000, retry: 500, events: 0 }

/**
 * Opens the notebook of this page.
 *
 * @param {object} [options]
 * @param {string} [options.token] What the server wants to see; without it there is no server.
 * @param {object} [options.storage] By default this browser's.
 * @param {typeof fetch} [options.fetch]
 * @param {object} [options.module] The classes of decent-notes.wasm, if they are loaded.
 * @param {BroadcastChannel|null} [options.channel] To the other pages.
 * @param {LockManager|null} [options.locks]
 * @param {object} [options.delays]
 */
export async function openNotebook(options = {}) {
  const notebook = new Notebook(options)
  await notebook.start()
  return notebook
}

/**
 * The notes of a page. It is a replica of its own: all that is asked is answered from what is stored
 * here, and all that is done is done here first.
 *
 * Events: `rows` (lists, folders, tags may have changed), `status`, `failed` (`failure`).
 */
export class Notebook extends EventTarget {
  work = new Work()
  #options
  #open = new Map()
  #saved = 'saved'
  #failure = null
  #isAnnounced = { rows: false, status: false }

  constructor({ delays = {}, ...options }) {
    super()
    this.#options = options
    this.delays = { ...usualDelays, ...delays }
  }

  /** Reads the list. */
  async start() {
    const { storage, module, channel = null } = this.#options
    Object.assign(this, { storage, module })
    await storage.open()
    const { work, delays } = this
    this.documents = new Documents({ storage, module, work, delays })
    this.list = new NoteList(() => this.#index?.document ?? null, work)
    this.search = new Search({ storage, documents: this.documents, list: this.list })
    this.actions = new ListActions({
      documents: this.documents, list: this.list, module, onChange: () => this.#announce('rows'),
    })
    this.tabs = new Tabs(channel, this.#handlers())
    this.#listen()
    this.list.put(await storage.entries())
    await this.#holdIndex()
    this.#announce('rows')
  }

  // The list

  /** The rows of a view, in order. */
  rows(what = {}) {
    return rowsOf(this, what)
  }

  /** Why a query cannot be searched for, or null. */
  searchFault(query) {
    return query.trim() === '' ? null : this.search.parse(query).fault
  }

  /** Whether texts are still read: a search may find more, and then `rows` is sent. */
  get isSearching() {
    return this.search.isLoading
  }

  /** Where the words of a query stand in a text. */
  findIn(text, query) {
    const { words } = this.search.parse(query)
    return words ? rangesIn(text, words) : []
  }

  folders() {
    return this.list.folders()
  }

  tags() {
    return this.list.tags()
  }

  // Notes

  /** Opens a note; null if there is none. */
  async open(id) {
    const held = await this.documents.hold(nameOf(id))
    if (!held) return null
    const note = new OpenNote(this.documents, held)
    const notes = this.#open.get(id) ?? new Set()
    this.#open.set(id, notes.add(note))
    const { close } = note
    note.close = () => {
      notes.delete(note)
      if (notes.size === 0) this.#open.delete(id)
      close.call(note)
    }
    // Letters that another page has typed but not saved yet.
    this.tabs.send('lacking', { name: held.name, version: held.document.version() })
    return note
  }

  /** Makes a note, and tells its id. */
  create(parts = {}) {
    const id = this.actions.create(parts)
    this.#announce('rows')
    return id
  }

  /** Changes notes: one action. */
  edit(ids, change) {
    return this.actions.edit(ids, change)
  }

  /** Moves notes between two others. */
  move(ids, place) {
    return this.actions.move(ids, place)
  }

  /** Drops notes of the trash for good. */
  async purge(ids) {
    await this.documents.remove(ids.map(nameOf))
  }

  /** Takes back the last action in the list. */
  undo() {
    return this.actions.undo()
  }

  redo() {
    return this.actions.redo()
  }

  /** Marks a note as looked at: it was open for a second, with the focus on the window. */
  async see(id) {
    const name = nameOf(id)
    if (!this.list.get(id)?.isUnseen) return
    let entry
    await this.storage.update([name], (records) => {
      const known = records.get(name)?.entry
      if (!known) return {}
      entry = { ...known, isUnseen: false }
      return { puts: [{ name, entry }] }
    })
    if (!entry) return
    this.list.put([entry])
    this.tabs.send('seen', { entry })
    this.#announce('rows')
  }

  /** What is saved, sent and waiting. */
  get status() {
    return {
      saved: this.#saved, failure: this.#failure, server: 'none', problem: null,
      waiting: this.list.waitingCount(), remotes: [], devices: [], fetching: null,
    }
  }

  /** Saves all edits made so far, and sends them. The promise is fulfilled when they are durable. */
  save() {
    return this.documents.save()
  }

  /** Closes the page's notebook. Edits that were not saved are lost. */
  close() {
    this.tabs.close()
    this.documents.close()
    this.storage.close()
  }

  get #index() {
    return this.documents.heldNow(indexName)
  }

  async #holdIndex() {
    const held = await this.documents.holdOrMake(indexName)
    held.listeners.add(() => {
      this.list.reorder()
      this.#announce('rows')
    })
  }

  #listen() {
    const { documents, tabs } = this
    documents.onEntries = (saved) => {
      this.#took(saved)
      tabs.send('saved', { saved })
    }
    documents.onGone = (names) => {
      this.#gone(names)
      tabs.send('gone', { names })
    }
    documents.onDeltas = (deltas) => tabs.send('deltas', { deltas })
    documents.onState = (state, error) => this.#stateChanged(state, error)
    this.search.onTexts = () => this.#announce('rows')
  }

  #handlers() {
    return {
      deltas: ({ deltas }) => {
        for (const { name, delta } of deltas) this.#takeDelta(name, delta)
      },
      lacking: ({ name, version }) => {
        const held = this.documents.heldNow(name)
        const delta = held?.document.deltaSince(version)
        if (delta) this.tabs.send('deltas', { deltas: [{ name, delta }] })
      },
      saved: ({ saved }) => {
        this.#took(saved)
        for (const { entry, stamp, version } of saved) {
          this.documents.savedElsewhere(entry.name, stamp, version)
        }
      },
      seen: ({ entry }) => {
        this.list.put([entry])
        this.#announce('rows')
      },
      gone: ({ names }) => {
        this.documents.forget(names)
        this.#gone(names)
      },
    }
  }

  #takeDelta(name, delta) {
    const held = this.documents.heldNow(name)
    if (!held) return
    try {
      this.documents.takeFromPage(held, delta)
    } catch (error) {
      if (error.code !== 'missing-history') throw error
      this.tabs.send('lacking', { name, version: held.document.version() })
    }
  }

  #took(saved) {
    this.list.put(saved.map(({ entry }) => entry))
    this.#announce('rows')
    this.#announce('status')
  }

  #gone(names) {
    const ids = names.map((name) => name.slice(nameOf('').length))
    this.list.remove(ids)
    this.search.forget(ids)
    for (const id of ids) for (const note of this.#open.get(id) ?? []) note.gone()
    this.#announce('rows')
  }

  #stateChanged(state, error) {
    const isNews = state !== this.#saved
    this.#saved = state
    this.#failure = state === 'failed' ? failureOf(error) : state === 'saved' ? null : this.#failure
    if (isNews) this.#announce('status')
    if (state !== 'failed') return
    const event = new Event('failed')
    event.failure = this.#failure
    this.dispatchEvent(event)
  }

  /** Sends an event once for all changes of a task. */
  #announce(kind) {
    if (this.#isAnnounced[kind]) return
    this.#isAnnounced[kind] = true
    queueMicrotask(() => {
      this.#isAnnounced[kind] = false
      this.dispatchEvent(new Event(kind))
    })
  }
}
