// SPDX-License-Identifier: MIT

import { Exchange } from './exchange.mjs'
import { fillAside } from './filling-aside.mjs'
import { fill } from './filling.mjs'
import { Server } from './server.mjs'
import { IndexedStorage } from './storage-indexed.mjs'
import { takeToken } from './token.mjs'

const nothingKnown = {
  server: 'offline', problem: null, fetching: null, name: null, remotes: [], devices: [],
}

/**
 * The way of a page to the server. One page of a browser exchanges for all: that which holds the lock.
 * When it goes, another gets it.
 */
export class Connection {
  /** Called when the state has changed. */
  onState = () => {}
  /** Called with the entries of notes that only the server has yet. */
  onListed = () => {}
  /** Called with entries that were stored. */
  onFilled = () => {}
  #server = null
  #exchange = null
  #told = null

  /**
   * @param {object} parts `storage`, `documents`, `list`, `module`, `work`, `delays`, `tabs`
   * @param {{ token?: string, fetch?: typeof fetch, locks?: LockManager|null }} options
   */
  constructor(parts, options) {
    Object.assign(this, parts)
    this.options = options
  }

  /** Begins to exchange, if there is a token. */
  async start(signal) {
    const { token, fetch, locks = globalThis.navigator?.locks } = this.options
    const known = token ?? takeToken() ?? await this.storage.meta('token')
    if (!known) return
    this.#server = new Server({ token: known, fetch })
    await this.keepToken().catch(() => {})
    this.tabs.send('ask-status')
    const run = () => this.#run(signal)
    const turn = locks ? locks.request('decent-exchange', { signal }, run) : run()
    turn.catch((error) => {
      if (!signal.aborted) console.error(error)
    })
    globalThis.addEventListener?.('online', () => this.wake(), { signal })
  }

  /** What is known of the server, by this page or the one that exchanges. */
  get state() {
    if (!this.#server) return { ...nothingKnown, server: 'none' }
    return this.#exchange?.state ?? this.#told ?? nothingKnown
  }

  /** Whether this page exchanges for all. */
  get isExchanging() {
    return this.#exchange !== null
  }

  /** Another page tells what it knows. */
  takeState(state) {
    this.#told = state
    this.onState()
  }

  /** Tells other pages what this one knows, if it exchanges. */
  tellState() {
    if (this.#exchange) this.tabs.send('status', { status: this.#exchange.state })
  }

  /** Sends what waits, and looks for a server that was away. */
  wake() {
    this.#exchange?.wake()
  }

  /** Begins anew: the storage was cleared. */
  async restart() {
    await this.keepToken()
    this.#exchange?.reconnect()
  }

  /** The server, for requests of its own. @throws {TypeError} if no token is known */
  get server() {
    if (!this.#server) throw new TypeError('this page knows no server')
    return this.#server
  }

  async keepToken() {
    if (!this.#server) return
    const { token } = this.#server
    if (await this.storage.meta('token') === token) return
    await this.storage.update([], () => ({ meta: { token } }))
  }

  #run(signal) {
    const { documents, list, storage, module, delays } = this
    this.#exchange = new Exchange({
      server: this.#server, documents, list, storage, module, delays,
      fill: (names, onStored, ending) => this.#fill(names, onStored, ending),
    })
    this.#exchange.onListed = (entries) => this.onListed(entries)
    this.#exchange.onFilled = (entries) => this.onFilled(entries)
    this.#exchange.onState = () => {
      this.tellState()
      this.onState()
    }
    return this.#exchange.run(signal)
  }

  #fill(names, onStored, signal) {
    const { storage, module, work } = this
    const isAside = storage instanceof IndexedStorage && globalThis.Worker && !this.options.fetch
    if (isAside) {
      const { token } = this.#server
      return fillAside({ token, database: storage.name, names, signal }, onStored)
    }
    return fill({ server: this.#server, storage, module, work, names, signal }, onStored)
  }
}
