// SPDX-License-Identifier: MIT

import { Tabs } from './tabs.mjs'

/** Edits and saves of the other pages of this browser, taken into the documents and lists of this one. */
export class OtherPages {
  /** Called with entries that were saved, with names that are gone, and when the server is wanted. */
  onEntries = () => {}
  onGone = () => {}
  onWake = () => {}
  onSend = () => {}
  onState = () => {}
  onAsk = () => {}
  onToken = () => {}
  #expected = new Set()
  #timer = null
  #isClosed = false

  constructor({ storage, documents, list, delays }, channel) {
    Object.assign(this, { storage, documents, list, delays })
    this.tabs = new Tabs(channel, this.#handlers())
  }

  /** Asks the other pages for letters of a note that they have not saved. */
  askFor({ name, document }) {
    this.tabs.send('lacking', { name, version: document.version() })
  }

  close() {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.tabs.close()
  }

  #handlers() {
    return {
      deltas: ({ deltas }) => {
        for (const delta of deltas) this.#takeDelta(delta)
      },
      lacking: ({ name, version }) => {
        const held = this.documents.heldNow(name)
        const delta = held?.document.deltaSince(version)
        if (delta) this.tabs.send('deltas', { deltas: [{ name, delta }] })
      },
      saving: ({ names }) => this.#expect(names),
      saved: ({ saved }) => this.#takeSaved(saved),
      filled: ({ entries }) => this.onEntries(entries),
      gone: ({ names, versions }) => {
        for (const name of names) this.#expected.delete(name)
        this.onGone(this.documents.forget(names, versions))
      },
      seen: ({ entry }) => this.onEntries([entry]),
      status: ({ status }) => this.onState(status),
      'ask-status': () => this.onAsk(),
      token: ({ token }) => this.onToken(token),
      wake: () => this.onWake(),
      send: () => this.onSend(),
    }
  }

  #takeDelta({ name, delta, from, device }) {
    const held = this.documents.heldNow(name)
    if (!held) return
    try {
      this.documents.takeFromPage(held, delta, from, device)
    } catch (error) {
      if (error.name !== 'DecentError') throw error
      // Edits of a newer page come when this one is loaded anew.
      if (error.code === 'missing-history') this.askFor(held)
    }
  }

  #takeSaved(saved) {
    for (const { entry } of saved) this.#expected.delete(entry.name)
    this.onEntries(saved.map(({ entry }) => entry))
    for (const { entry, stamp, version } of saved) {
      this.documents.savedElsewhere(entry.name, stamp, version)
    }
  }

  /** Another page saves documents. If it is closed before it tells more, this page looks itself. */
  #expect(names) {
    for (const name of names) this.#expected.add(name)
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      const missing = [...this.#expected]
      this.#expected.clear()
      if (missing.length > 0) this.look(missing).catch(() => {})
    }, this.delays.maybe)
  }

  /**
   * Looks into the storage for what another page saved. It may have been closed before it told.
   *
   * @param {string[]} [names] By default the documents that are decoded here.
   */
  async look(names = this.documents.allHeld.map(({ name }) => name)) {
    // A note that is saved meanwhile is not gone.
    const wasThere = names.map((name) => this.list.entry(name)?.stamp > 0)
    const records = await Promise.all(names.map((name) => this.storage.read(name)))
    if (this.#isClosed) return
    const gone = names.filter((_, place) => !records[place] && wasThere[place])
    this.onGone(this.documents.forget(gone, new Map()))
    const entries = records.flatMap((record) => (record?.entry ? [record.entry] : []))
    this.onEntries(entries)
    for (const { name, stamp } of entries) this.documents.savedElsewhere(name, stamp, null)
  }
}
