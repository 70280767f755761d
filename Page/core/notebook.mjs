// SPDX-License-Identifier: MIT

import { Announcer } from './announcer.mjs'
import { coloredDevices, writerOf } from './devices.mjs'
import { unreadable } from './failures.mjs'
import { copyOf } from './former-storage.mjs'
import { Keeping } from './keeping.mjs'
import { KeptMark } from './kept-mark.mjs'
import { nameOf } from './names.mjs'
import { NotebookNews } from './notebook-news.mjs'
import { notebookParts } from './notebook-parts.mjs'
import { OpenNote } from './open-note.mjs'
import { rowsOf } from './rows.mjs'
import { rangesIn } from './search.mjs'
import { KeptSteps } from './typed-steps.mjs'
import { Work } from './work.mjs'

/** Milliseconds until edits are told and saved, and failures tried again; and for which a device writes. */
const usualDelays = { tell: 16, save: 50, maybe: 1000, writing: 15_000, retry: 500, longestRetry: 10_000 }

/**
 * Opens the notebook of this page.
 *
 * @param {object} [options]
 * @param {string} [options.code] What the server exchanges for its token; by default that of the address. Without
 *   a code and a token of earlier there is no server.
 * @param {object} [options.storage] By default this browser's.
 * @param {typeof fetch} [options.fetch]
 * @param {object} [options.module] The classes of decent-notes.wasm, if they are loaded.
 * @param {Storage|null} [options.kept] Where it is marked that notes are kept.
 * @param {() => Promise<object|null>} [options.former] Finds what a page of an earlier format kept here.
 * @param {BroadcastChannel|null} [options.channel] To the other pages of this origin.
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
 * Events: `rows` (lists, folders, tags may have changed), `status`, `failed` (`failure`), `wanted` (an
 * address named a note).
 */
class Notebook extends Announcer {
  work = new Work()
  #options
  openNotes = new Set()
  #steps = new KeptSteps()
  #keeping
  #news
  #closing = new AbortController()

  constructor({ delays = {}, ...options }) {
    super()
    this.#options = options
    this.#keeping = new Keeping(new KeptMark(options.kept))
    this.delays = { ...usualDelays, ...delays }
  }

  get storage() {
    return this.#keeping.storage
  }

  /** Reads the list, and begins to exchange. */
  async start() {
    const { work, delays } = this
    const [module] = await Promise.all([
      this.#options.module ?? loadModule(), this.#keeping.open(this.#options.storage),
      this.#keeping.lookForFormer(this.#options.former),
    ])
    const { storage } = this
    this.module = module
    const options = this.#options
    const parts = notebookParts({ storage, module, work, delays, options }, () => this.announce('rows'))
    Object.assign(this, parts)
    const { list } = parts
    this.#news = new NotebookNews(this, this.#keeping)
    const entries = await storage.entries()
    this.#keeping.look(entries)
    list.put(entries)
    this.announce('rows')
    const { signal } = this.#closing
    await this.connection.start(signal)
    const seen = () => document.visibilityState === 'visible' && this.wake()
    globalThis.document?.addEventListener('visibilitychange', seen, { signal })
  }

  // The list

  /** The rows of a view, in order. */
  rows(what = {}) {
    return rowsOf(this, what)
  }

  /** What lists show of a note, in whichever view; undefined if there is none. */
  entry(id) {
    return this.list.get(id)
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

  /**
   * Opens a note; null if there is none.
   *
   * @throws {DecentError} if the stored bytes cannot be read; its `failure` says so in words
   */
  async open(id) {
    const held = await this.documents.hold(nameOf(id)).catch((error) => {
      if (error.name === 'DecentError') this.tellFailure(error.failure = unreadable(error))
      throw error
    })
    if (!held) return null
    const note = new OpenNote(this.documents, held, this.openNotes, this.#steps)
    // Letters that another page has typed but not saved yet.
    this.pages.askFor(held)
    return note
  }

  /**
   * Fetches a note that cannot be read here from the server, in place of what is stored.
   *
   * @returns {Promise<boolean>} whether the server has it
   * @throws {DecentError} if what came cannot be read either; {TypeError} if the server is away
   */
  fetchAgain(id) {
    return this.connection.fetchAgain(nameOf(id))
  }

  /** Removes a note that cannot be read from this browser alone. */
  dropUnreadable(id) {
    return this.documents.remove([nameOf(id)])
  }

  /** The note that the last address named, once; else null. */
  takeWanted() {
    const { wanted } = this.#news
    this.#news.wanted = null
    return wanted
  }

  /** Makes a note, and tells its id. */
  create(parts = {}) {
    const id = this.actions.create(parts)
    this.announce('rows')
    return id
  }

  /** Another note is shown: a draft that was made and not edited goes. */
  leave(id) {
    this.actions.leave(id)
  }

  /** Changes notes: one action, of which `onBegun` is told at once unless all is so already. */
  edit(ids, change, onBegun) {
    return this.actions.edit(ids, change, onBegun)
  }

  /** Moves notes between two others. */
  move(ids, place) {
    return this.actions.move(ids, place)
  }

  /** Drops notes of the trash for good. @throws if that cannot be saved; the notes stay then */
  purge(ids) {
    return this.actions.purge(ids)
  }

  /** Takes back an action in the list, by default the last; `onBegun` is told at once what changes. */
  undo(action, onBegun) {
    return this.actions.undo(action, onBegun)
  }

  redo(action, onBegun) {
    return this.actions.redo(action, onBegun)
  }

  /** Marks notes as looked at: one was open for a second, with the focus on the window, or all are to be. */
  async see(...ids) {
    const names = ids.filter((id) => this.list.get(id)?.isUnseen).map(nameOf)
    if (names.length === 0) return
    let entries
    await this.storage.update(names, (records) => {
      entries = [...records.values()].flatMap(({ entry }) => entry ? [{ ...entry, isUnseen: false }] : [])
      return { puts: entries.map((entry) => ({ name: entry.name, entry })) }
    })
    this.list.put(entries)
    for (const entry of entries) this.pages.tabs.send('seen', { entry })
    this.announce('rows')
  }

  /**
   * The versions of a note's text, newest first, each with `device`: `{ id, name, color }` of the one on which it
   * was written, or null. Only the server has them.
   */
  async history(id) {
    const versions = await this.connection.server.history(nameOf(id))
    const { state } = this.connection
    return versions.map((version) => ({ ...version, device: writerOf(state, version) }))
  }

  /** Title and text of a version of a note. */
  historyText(id, version) {
    return this.connection.server.historyText(nameOf(id), version)
  }

  /**
   * The changes saved, sent and waiting:
   *
   * - `saved`: `'saved'`, `'saving'` or `'failed'`, and then `failure` says why in words.
   * - `loss`: what became of notes that the browser cleared, or null.
   * - `former`: that an earlier page kept notes here which were not sent, or null.
   * - `server`: `'online'`, `'connecting'`, `'offline'`, or `'none'` if no token is known; `problem` says in words
   *   what is to be done. `isSilent`: whether a server that is offline may still run.
   * - `isShut`: whether nothing is here, and decent does not let this page in: what was written here nobody would see.
   * - `stuck`: of each document that cannot be exchanged why, with its `id` and the title as `note`.
   * - `waiting`: how many notes have edits that the server lacks.
   * - `fetching`: `{ done, all }` during the first copy.
   * - `name`, `remotes`, `devices`: as the server told last; each device has a `color`, 1 to 6.
   */
  get status() {
    const { state } = this.connection
    return {
      ...state, isShut: this.list.isEmpty && (state.server === 'none' || ['token', 'code'].includes(state.problem?.code)), devices: coloredDevices(state.devices), saved: this.#keeping.saved, failure: this.#keeping.failure,
      loss: this.#keeping.loss, former: this.#keeping.formerWords, waiting: this.list.waitingCount(),
    }
  }

  /**
   * Saves all edits made so far, and sends them. The promise is fulfilled when they are durable, but for those
   * of notes that a newer page stored: `status.failure` tells of them.
   */
  async save() {
    this.connection.wake()
    this.pages.tabs.send('send')
    await this.documents.saveActions()
  }

  /** Looks for the server now: after the device woke, or the network came back. */
  wake() {
    this.#news.wake()
    this.pages.tabs.send('wake')
  }

  /** Has all devices wait for one no longer. @throws if the server is away or refuses */
  async retire(device) {
    await this.connection.server.retire(device)
  }

  /** Asks the server to sync with all remotes now. */
  async sync() {
    await this.save()
    await this.connection.server.sync()
  }

  /** Takes `loss` away, which was read. */
  forgetLoss() {
    this.#keeping.forgetLoss()
  }

  /** The notes that an earlier page did not send, as Markdown. */
  formerCopy() {
    return copyOf(this.#keeping.former?.unsent ?? [])
  }

  /** Removes what an earlier page kept here: the person has the copy. */
  dropFormer() {
    this.#keeping.dropFormer()
  }

  /** Asks the browser not to clear the storage by itself. To be called upon the first edit. */
  requestPersistence() {
    return this.storage.requestPersistence()
  }

  /** Closes the page's notebook. Edits that were not saved are lost. */
  close() {
    this.#closing.abort()
    this.#news.close()
    this.pages.close()
    this.documents.close()
    this.#keeping.close()
  }

}

async function loadModule() {
  return (await import('../decent.mjs')).loadDecentNotes()
}
