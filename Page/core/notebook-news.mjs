// SPDX-License-Identifier: MIT

import { unreadable } from './failures.mjs'
import { idOf } from './names.mjs'

/** The news of the parts of a notebook: tells them to each other, to the other pages, and to the views. */
export class NotebookNews {
  #notebook
  #keeping
  #timer
  /** The note that the last address named, until it is taken. */
  wanted = null

  constructor(notebook, keeping) {
    this.#notebook = notebook
    this.#keeping = keeping
    const { documents, search, pages, connection, list } = notebook
    const { tabs } = pages
    const told = (kind) => () => notebook.announce(kind)
    const onUnreadable = (error) => notebook.tellFailure(unreadable(error))
    Object.assign(keeping, {
      onState: told('status'), onFailure: (failure) => notebook.tellFailure(failure), onCleared: () => this.#startAnew(),
    })
    search.onTexts = told('rows')
    documents.telling.onDeltas = (deltas) => tabs.send('deltas', { deltas })
    Object.assign(documents, {
      onUnreadable,
      onSaving: (names) => tabs.send('saving', { names }),
      onEntries: (saved) => {
        this.#took(saved.map(({ entry }) => entry))
        tabs.send('saved', { saved })
      },
      onGone: (names, versions) => {
        this.#gone(names)
        tabs.send('gone', { names, versions })
      },
      onState: (state, error) => {
        const isNews = state === (keeping.saved === 'failed' ? 'saving' : 'failed')
        keeping.take(state, error)
        // Edits that cannot be saved are safe once they are sent. A save that fails again has none.
        if (isNews) connection.send()
      },
    })
    Object.assign(pages, {
      onEntries: (entries) => this.#took(entries),
      onGone: (names) => this.#gone(names),
      onWake: () => this.wake(),
      onSend: () => connection.wake(),
      onState: (state) => connection.takeState(state),
      onAsk: () => connection.tellState(),
      onToken: (token) => connection.takeToken(token).catch(() => {}),
    })
    Object.assign(connection, {
      onState: told('status'),
      onWanted: (id) => {
        this.wanted = id
        notebook.announce('wanted')
      },
      onListed: (...listed) => {
        list.putListed(...listed)
        notebook.announce('rows')
      },
      onFilled: (entries) => {
        this.#took(entries)
        tabs.send('filled', { entries })
      },
    })
  }

  /** Looks for what other pages and the server have now. */
  wake() {
    const { documents, pages, connection } = this.#notebook
    documents.scheduleSave(0)
    pages.look().catch(() => {})
    connection.look()
  }

  close() {
    clearTimeout(this.#timer)
  }

  /** Takes in what a storage has that was cleared, and stores what is decoded here again. */
  async #startAnew() {
    const { storage, documents, list, connection } = this.#notebook
    const entries = await storage.entries()
    documents.saveAllAgain()
    list.clear()
    list.put([...entries, ...documents.allHeld.map(({ entry }) => entry)])
    this.#notebook.announce('rows')
    await connection.restart()
  }

  #took(entries) {
    const { list, actions, connection } = this.#notebook
    list.put(entries.map((entry) => actions.asShown(entry)))
    if (list.size > 0) this.#keeping.note(list.waitingCount())
    if (entries.some(({ isWaiting }) => isWaiting)) connection.send()
    if (entries.some(({ device }) => device)) {
      // Until then the rows say that the device writes.
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.#notebook.announce('rows'), this.#notebook.delays.writing)
    }
    this.#notebook.announce('rows')
    this.#notebook.announce('status')
  }

  #gone(names) {
    const { list, search, openNotes } = this.#notebook
    const ids = names.map(idOf)
    list.remove(ids)
    search.forget(ids)
    for (const note of openNotes) if (ids.includes(note.id)) note.gone()
    this.#notebook.announce('rows')
  }
}
