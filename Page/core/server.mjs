// SPDX-License-Identifier: MIT

import { fieldsOf, joinedFields, splitFields } from './byte-fields.mjs'
import { linesOf } from './json-lines.mjs'

/** A request that was refused: a status of HTTP, a code for programs, a message for people. */
export class ServerFault extends Error {
  /** @param {object} [record] What decent says of it. A proxy between says something else. */
  constructor(status, record) {
    const isDecent = typeof record?.code === 'string'
    super(isDecent ? record.message : `the answer was ${status}, and not one of decent`)
    this.name = 'ServerFault'
    this.status = status
    this.code = isDecent ? record.code : foreignAnswer
  }
}

/** The code of an answer that is none of decent's. */
export const foreignAnswer = 'foreign-answer'

/** For how long an answer may be awaited, and a part of its body, in milliseconds. Events come every 15 seconds. */
const usualPatience = { head: 10_000, silence: 20_000 }

/** How many bytes of a request a slow network takes in a millisecond. */
const slowestNetwork = 20

/** `decent serve`, as pages speak with it. A network that fails makes a `TypeError`, silence a `TimeoutError`. */
export class Server {
  /**
   * @param {{ run?: string, patience?: object }} options `run` of the server may tell of documents; by default any.
   *   `patience`: other times than the usual, and how many answers came too `late` since one was quick, which the
   *   servers of a page share.
   */
  constructor({ token, run, patience = {}, fetch = globalThis.fetch.bind(globalThis), address = '/v1/' }) {
    this.patience = patience
    this.token = token
    this.run = run
    this.fetch = fetch
    this.address = address
  }

  /** The token, in exchange for the code of an address and a key of this browser, in two lines. */
  async tokenFor(code, signal) {
    return (await (await this.#ask('token', { method: 'POST', body: code, signal })).json()).token
  }

  /**
   * The documents that were changed since a revision, which a run of the server told; all of them after 0.
   *
   * @param {(first: object) => void} onFirst Called with the answer that has only the first documents yet; what it throws ends the request.
   */
  async changes({ revision, run = '' }, signal, onFirst) {
    const { body } = await this.#ask(`changes?after=${revision}&run=${run}`, { signal })
    let answer = null
    let isWhole = false
    for await (const line of linesOf(body)) {
      if (answer) {
        answer.documents = answer.documents.concat(line.documents)
        isWhole = true
      } else {
        onFirst(answer = line)
        isWhole = !line.more
      }
    }
    if (!isWhole) throw new TypeError('the answer ended too early')
    this.run = answer.run
    return answer
  }

  /** Exchanges a document: what the page has seen, and what the library lacks. `writer` is the device of the edits that come. */
  async exchange(name, { version, delta }, signal) {
    const body = joinedFields([version, delta])
    const answer = await this.#ask(`documents/${name}`, { method: 'POST', body, signal, run: this.run })
    const { fields, rest } = splitFields(new Uint8Array(await answer.arrayBuffer()))
    if (fields.length !== 2 || rest.length > 0) throw new TypeError('the answer ended too early')
    return { version: fields[0], delta: fields[1], writer: answer.headers.get('decent-writer') }
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
    yield* linesOf((await this.#ask(`events?after=${after}`, { signal })).body)
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
    const silence = new AbortController()
    const { patience } = this
    const { head = usualPatience.head, silence: longest = usualPatience.silence, late = 0 } = patience
    // A server that is busy for long gets more time each time.
    const limit = head * 2 ** Math.min(late, 3)
    const began = performance.now()
    const timer = expiry(silence, limit + (body?.length ?? 0) / slowestNetwork)
    const signals = [silence.signal, ...signal ? [signal] : []]
    let answer
    try {
      answer = await this.fetch(this.address + path, {
        method, body, signal: AbortSignal.any(signals), cache: 'no-store', credentials: 'omit', redirect: 'error',
        headers: { Authorization: `Bearer ${this.token}`, ...run && { 'Decent-Run': run } },
      })
      if (performance.now() - began < head) patience.late = 0
    } catch (error) {
      if (silence.signal.aborted) patience.late = late + 1
      throw error
    } finally {
      clearTimeout(timer)
    }
    const { status } = answer
    answer = new Response(watched(answer.body, silence, longest), {
      status: answer.ok ? 200 : 400, headers: answer.headers,
    })
    if (answer.ok) return answer
    throw new ServerFault(status, await answer.json().catch(() => null))
  }
}

const expiry = (silence, time) =>
  setTimeout(() => silence.abort(new DOMException('decent does not answer', 'TimeoutError')), time)

/** A body that fails if a part that is wanted does not come in time. */
function watched(body, silence, time) {
  const reader = body?.getReader()
  return reader && new ReadableStream({
    async pull(controller) {
      const timer = expiry(silence, time)
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } finally {
        clearTimeout(timer)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
