// SPDX-License-Identifier: MIT

import { Exchange, nothingKnown } from './exchange.mjs'
import { worded } from './failures.mjs'
import { fillAside } from './filling-aside.mjs'
import { fill } from './filling.mjs'
import { isDevice, newId } from './names.mjs'
import { Server } from './server.mjs'
import { IndexedStorage } from './storage-indexed.mjs'
import { storeTexts } from './storing-texts.mjs'
import { takeAddress } from './token.mjs'

/**
 * The way of a page to the server. One page of a browser exchanges for all: that which holds the lock.
 * When it goes, another gets it.
 */
export class Connection {
  /** Called when the state has changed. */
  onState = () => {}
  /** Called with the entries of notes that only the server has yet, and whether these are all. */
  onListed = () => {}
  /** Called with entries that were stored. */
  onFilled = () => {}
  /** Called with the id of a note that an address names. */
  onWanted = () => {}
  #server = null
  #exchange = null
  #told = null
  /** The code of an address with a key of this browser, until the server exchanges it for the token. */
  #offered = null
  #asking = null
  #signal = null
  #patience

  /**
   * @param {object} parts `storage`, `documents`, `list`, `module`, `work`, `delays`, `tabs`
   * @param {{ code?: string, fetch?: typeof fetch, locks?: LockManager|null }} options
   */
  constructor(parts, options) {
    Object.assign(this, parts)
    this.options = options
    this.#patience = { head: parts.delays.head, silence: parts.delays.silence }
  }

  /** Begins to exchange, if there is a token or the code of an address. */
  async start(signal) {
    this.#signal = signal
    // An address that is pasted into the open page changes only what stands behind the sharp.
    const take = () => {
      const { code, note } = takeAddress()
      if (note) this.onWanted(note)
      return code
    }
    globalThis.addEventListener?.('hashchange', () => {
      const code = take()
      if (code) this.#offer(code).catch(() => {})
    }, { signal })
    await this.#begin({ code: this.options.code ?? take() })
  }

  async #begin({ code, token }) {
    const [signal, { locks = globalThis.navigator?.locks }] = [this.#signal, this.options]
    const [kept, met] = await Promise.all([this.storage.meta('token'), this.storage.meta('server')])
    this.#tellDevice(met?.device)
    this.#offered = code ? withKey(code) : await this.storage.meta('offered') ?? null
    const known = token ?? kept ?? null
    if (!known && !this.#offered) return
    this.#server = this.#serverOf(known)
    if (this.#offered) {
      await this.#keep({ offered: this.#offered }).catch(() => {})
      this.#ask(signal).catch(() => {})
    }
    this.tabs.send('ask-status')
    const run = () => this.#run(signal)
    const turn = locks ? locks.request('decent-exchange', { signal }, run) : run()
    turn.catch((error) => {
      if (!signal.aborted) console.error(error)
    })
    globalThis.addEventListener?.('online', () => this.look(), { signal })
  }

  /** The state of the server as far as this page, or the one that exchanges, knows it. */
  get state() {
    if (!this.#server) return { ...nothingKnown, server: 'none', problem: worded('unconnected') }
    return this.#exchange?.state ?? this.#told ?? nothingKnown
  }

  /** Another page tells what it knows. */
  takeState(state) {
    this.#told = state
    this.#tellDevice(state.device)
    this.onState()
  }

  /** Another page tells a token that the server accepted. */
  async takeToken(token) {
    if (!this.#server) return this.#begin({ token })
    if (token === this.#server.token) return
    this.#server.token = token
    this.wake()
  }

  /** Tells other pages what this one knows, if it exchanges. */
  tellState() {
    if (this.#exchange) this.tabs.send('status', { status: this.#exchange.state })
  }

  /** Sends what waits, if the server is there. One that is away is looked for in growing intervals. */
  send() {
    if (this.#exchange?.state.server === 'online') this.#exchange.wake()
  }

  /** Sends what waits, and looks for a server that was away. */
  wake() {
    this.#exchange?.wake()
  }

  /** Asks whether the server is there, also if it seems to be. */
  look() {
    this.#exchange?.look()
  }

  /** Begins anew: the storage was cleared. */
  async restart() {
    if (!this.#server) return
    await this.#keep({ token: this.#server.token })
    this.#exchange?.reconnect()
  }

  /** The server, for requests of its own. @throws {TypeError} if no token is known */
  get server() {
    if (!this.#server) throw new TypeError('this page knows no server')
    return this.#server
  }

  /**
   * Fetches a document that cannot be read here, in place of what is stored.
   *
   * @returns {Promise<boolean>} whether the library has it
   * @throws {DecentError} if what came cannot be read either
   */
  async fetchAgain(name) {
    let isThere = false
    const { documents: { cameBack } } = this
    const texts = await fill({ ...this, server: this.server, names: [name], cameBack }, (entries, _, [fault]) => {
      if (fault && fault.code !== 'absent') throw Object.assign(new Error(fault.message), { ...fault, name: 'DecentError' })
      isThere = entries.length > 0
      this.onFilled(entries)
    })
    await storeTexts(this.storage, texts)
    return isThere
  }

  async #offer(code) {
    if (!this.#server) return this.#begin({ code })
    await this.#asking?.catch(() => {})
    this.#offered = withKey(code)
    await this.#keep({ offered: this.#offered }).catch(() => {})
    await this.#ask(this.#signal)
    this.wake()
  }

  /**
   * Exchanges the code of an address for the token. Any site can link to this page and so offer a code.
   * The page keeps its token until the server accepts the code. Without the server it has both.
   */
  #ask(signal) {
    this.#asking ??= this.#askNow(signal).finally(() => { this.#asking = null })
    return this.#asking
  }

  async #askNow(signal) {
    // Another page may have been offered one without the server.
    const offered = this.#offered ?? (this.storage.isGone ? null : await this.storage.meta('offered'))
    if (!offered) return
    const token = await this.#server.tokenFor(offered, signal).catch((error) => {
      // The only code stays, so that the page goes on to say that it is refused.
      if (error.code === 'wrong-code' && this.#server.token) return null
      throw error
    })
    this.#offered = null
    const { token: known } = this.#server
    this.#server.token = token ?? known
    // Only news end a rest. An exchange without a token waits for this answer.
    if (known && token && token !== known) this.wake()
    await this.#keep({ offered: null, ...token && { token } }).catch(() => {})
    if (token) this.tabs.send('token', { token })
  }

  /** Lets the edits of this page tell the device of the server, which is that of the page. */
  #tellDevice(device) {
    // A later version may name devices otherwise.
    if (isDevice(device)) this.module.setDevice(device)
  }

  #serverOf(token) {
    return new Server({ token, fetch: this.options.fetch, patience: this.#patience })
  }

  #keep(meta) {
    return this.storage.update([], () => ({ meta }))
  }

  #run(signal) {
    const { documents, list, storage, module, delays } = this
    this.#exchange = new Exchange({
      server: this.#server, documents, list, storage, module, delays,
      ask: () => this.#ask(signal),
      fill: (...what) => this.#fill(...what),
      onListed: this.onListed, onFilled: this.onFilled,
      onState: () => {
        this.#tellDevice(this.#exchange?.state.device)
        this.tellState()
        this.onState()
      },
    })
    return this.#exchange.run(signal)
  }

  #fill(names, onStored, signal, senders) {
    const { storage, module, work, documents: { cameBack } } = this
    const isAside = storage instanceof IndexedStorage && globalThis.Worker && !this.options.fetch
    if (isAside) {
      const { token, run } = this.#server
      return fillAside({ token, run, database: storage.name, names, senders, cameBack, signal }, onStored)
    }
    return fill({ server: this.#server, storage, module, work, names, senders, cameBack, signal }, onStored)
      .then((texts) => storeTexts(storage, texts))
  }
}

/** A code with a key by which the server knows that it is the same browser that asks again. */
const withKey = (code) => `${code}\n${newId().slice(0, 22)}`
