// SPDX-License-Identifier: MIT

import { fieldsOf, joinedFields, splitFields } from './byte-fields.mjs'
import { linesOf } from './json-lines.mjs'

/** A request that the server refused: a status of HTTP, a code for programs, a message for people. */
export class ServerFault extends Error {
  constructor(status, { code = 'failed', message = `the server answered with ${status}` } = {}) {
    super(message)
    this.name = 'ServerFault'
    this.status = status
    this.code = code
  }
}

/** How long a server may be silent before it counts as gone, in milliseconds. */
const longestSilence = 40_000

/** `decent serve`, as pages speak with it. A network that fails makes a `TypeError`. */
export class Server {
  /** @param {{ run?: string }} options The run of the server that may tell of documents; by default any. */
  constructor({ token, run, fetch = globalThis.fetch.bind(globalThis), address = '/v1/' }) {
    this.token = token
    this.run = run
    this.fetch = fetch
    this.address = address
  }

  /**
   * The documents that were changed since a revision, which a run of the server told; all of them after 0.
   *
   * @param {(first: object) => void} onFirst Called with the answer that has only the first documents yet; what it throws ends the request.
   */
  async changes({ revision, run = '' }, signal, onFirst) {
    const { body } = await this.#ask(`changes?after=${revision}&run=${run}`, { signal })
    let answer = null
    for await (const line of linesOf(body)) {
      if (answer) answer.documents = answer.documents.concat(line.documents)
      else onFirst(answer = line)
    }
    if (!answer) throw new TypeError('the answer ended too early')
    this.run = answer.run
    return answer
  }

  /** Exchanges a document: what the page has seen, and what the library lacks. */
  async exchange(name, { version, delta }, signal) {
    const body = joinedFields([version, delta])
    const answer = await this.#ask(`documents/${name}`, { method: 'POST', body, signal, run: this.run })
    const { fields, rest } = splitFields(new Uint8Array(await answer.arrayBuffer()))
    if (fields.length !== 2 || rest.length > 0) throw new TypeError('the answer ended too early')
    return { version: fields[0], delta: fields[1] }
  }

  /** Whole documents, as they come: each `{ name, version, delta }`, the delta from nothing. */
  async* documents(names, signal) {
    const answer = await this.#ask('documents', { method: 'POST', body: names.join('\n'), signal, run: this.run })
    let fields = []
    for await (const field of fieldsOf(answer.body)) {
      fields.push(field)
      if (fields.length < 3) continue
      const [name, version, delta] = fields
      yield { name: new TextDecoder().decode(name), version, delta }
      fields = []
    }
  }

  /** The events: `{ revision }`, `{ status }`, and `{}` as a sign of life. Ends when it is gone. */
  async* events(after, signal) {
    const gone = new AbortController()
    const stop = () => gone.abort()
    signal?.addEventListener('abort', stop)
    const { body } = await this.#ask(`events?after=${after}`, { signal: gone.signal })
    const wait = () => setTimeout(stop, longestSilence)
    let timer = wait()
    try {
      for await (const event of linesOf(body)) {
        clearTimeout(timer)
        timer = wait()
        yield event
      }
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      stop()
    }
  }

  async status(signal) {
    return (await this.#ask('status', { signal })).json()
  }

  /** Syncs with all remotes now. */
  async sync() {
    await this.#ask('sync', { method: 'POST' })
  }

  /** Has all devices wait for one no longer. */
  async retire(device) {
    await this.#ask(`devices/${device}/retire`, { method: 'POST' })
  }

  /** The versions of a note. */
  async history(name) {
    return (await (await this.#ask(`history/${name}`)).json()).versions
  }

  /** Title and text of a version of a note. */
  async historyText(name, version) {
    return (await this.#ask(`history/${name}/${version}`)).json()
  }

  async #ask(path, { method = 'GET', body, signal, run } = {}) {
    const answer = await this.fetch(this.address + path, {
      method, body, signal, cache: 'no-store', credentials: 'omit', redirect: 'error',
      headers: { Authorization: `Bearer ${this.token}`, ...run && { 'Decent-Run': run } },
    })
    if (answer.ok) return answer
    let record
    try {
      record = await answer.json()
    } catch {
      record = undefined
    }
    throw new ServerFault(answer.status, record)
  }
}
