// SPDX-License-Identifier: MIT

import { joinedFields, splitFields } from '../../Page/core/byte-fields.mjs'
import { classOf } from '../../Page/core/names.mjs'

const nothing = new Uint8Array()

/**
 * The library behind `decent serve`, over the module for browsers: speaks the protocol of
 * Documentation/Serve.md for tests. `fetch` is to be given to a page; it needs no network.
 */
export class FakeServer {
  documents = new Map()
  revisions = new Map()
  revision = 0
  gone = new Set()
  /** The names of the notes that were purged and came back. */
  cameBack = new Set()
  /** The devices that sync with the library, and of documents the id of that which sent the last edits. */
  devices = []
  /** The id of the device it runs on, if it tells one. */
  device = null
  writers = new Map()
  token = 'fake-server-token-0123456789'
  /** The codes of addresses, each with the key of the page that took it. */
  #codes = new Map()
  /** Whether it can be reached. */
  isUp = true
  /** Called for each request; may throw, as a network does, before or after it is performed. */
  onRequest = async () => {}
  onAnswer = async () => {}
  requests = []
  /** The id of the run that answers, and the ids of the runs that ended in order, as the library has them. */
  run = newRun()
  endedRuns = new Set()
  #listeners = new Set()

  constructor(module, library = 'fake-library') {
    this.module = module
    this.library = library
  }

  /** Performs a request of a page. */
  fetch = async (address, { method = 'GET', body, signal, headers = {} } = {}) => {
    const url = new URL(address, 'http://fake')
    signal?.throwIfAborted()
    await this.onRequest(url, method)
    if (!this.isUp) throw new TypeError('fetch failed')
    this.requests.push(`${method} ${url.pathname}`)
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body ?? nothing
    const { Authorization, 'Decent-Run': run = this.run } = headers
    const answer = url.pathname === '/v1/token' ? this.#tokenFor(new TextDecoder().decode(bytes))
      : Authorization !== `Bearer ${this.token}` ? refusal(401, 'wrong-token', 'the token is missing or revoked')
      : run !== this.run ? refusal(409, 'other-run', 'the server has begun anew; ask for the changes first')
        : this.#perform(url, method, bytes, signal)
    const aborted = new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    await Promise.race([this.onAnswer(url, method), aborted])
    signal?.throwIfAborted()
    return answer
  }

  /** A code that lets one page in. */
  newCode() {
    const code = `fake-server-code-${this.#codes.size}`.padEnd(22, '-')
    this.#codes.set(code, null)
    return code
  }

  #tokenFor(text) {
    const [code, key] = text.split('\n')
    const taker = this.#codes.get(code)
    if (!key || taker === undefined || (taker ?? key) !== key) {
      return refusal(401, 'wrong-code', 'this address was used before, or is too old')
    }
    this.#codes.set(code, key)
    return json({ token: this.token })
  }

  /** The decoded note of an id. */
  note(id) {
    return this.documents.get(`note/${id}`)
  }

  /** Edits a document as the command line does, or as a sync that brings edits of a device. */
  edit(name, change, device = null) {
    const document = this.documents.get(name) ?? this.#make(name)
    this.documents.set(name, document)
    this.#comeBack(name)
    change(document)
    this.writers.set(name, device)
    this.#changed(name)
  }

  #comeBack(name) {
    if (this.gone.delete(name)) this.cameBack.add(name)
  }

  /** Drops a note, as a purge of the command line does. */
  purge(id) {
    this.documents.delete(`note/${id}`)
    this.revisions.delete(`note/${id}`)
    this.gone.add(`note/${id}`)
    this.#changed(`gone/${id}`)
  }

  /** Goes away: connections end. */
  stop() {
    this.isUp = false
    for (const listener of [...this.#listeners]) listener.end()
  }

  start() {
    this.isUp = true
  }

  /** The server ends and begins anew: in order, or since it was killed. */
  restart({ isKilled = false } = {}) {
    this.stop()
    if (!isKilled) this.endedRuns.add(this.run)
    this.run = newRun()
    this.start()
  }

  /** A copy of the library's file. */
  backup() {
    const { revision } = this
    const documents = Array.from(this.documents, ([name, document]) => [name, document.save()])
    const copies = ['revisions', 'writers', 'gone', 'cameBack', 'endedRuns'].map((part) => [part, structuredClone(this[part])])
    return { documents, revision, ...Object.fromEntries(copies) }
  }

  /** Ends, has a copy put back in place of the library's file, lets it be edited, and begins anew. */
  restore({ documents, ...parts }, edit = () => {}) {
    this.stop()
    for (const document of this.documents.values()) document.free()
    this.documents = new Map(documents.map(([name, bytes]) => [name, classOf(name, this.module).load(bytes)]))
    // What the run leaves is in the file that is gone.
    Object.assign(this, structuredClone(parts), { run: newRun() })
    edit()
    this.start()
  }

  #make(name) {
    return new (classOf(name, this.module))()
  }

  #changed(name) {
    this.revision++
    if (this.documents.has(name)) this.revisions.set(name, this.revision)
    for (const listener of this.#listeners) listener.send({ revision: this.revision })
  }

  #perform(url, method, body, signal) {
    const path = url.pathname.replace('/v1/', '')
    if (path === 'changes') return inLines(this.#changes(url.searchParams))
    if (path === 'events') return this.#events(signal)
    if (path === 'status') return json(this.#status)
    const retired = /^devices\/(.*)\/retire$/.exec(path)?.[1]
    if (retired && method === 'POST') return this.#retire(retired)
    if (path === 'sync') return json({}, 202)
    if (path === 'documents') return this.#whole(new TextDecoder().decode(body).split('\n'))
    if (path.startsWith('documents/') && method === 'POST') {
      return this.#exchange(path.slice('documents/'.length), body)
    }
    return refusal(404, 'nothing-there', 'there is nothing at this address')
  }

  get #status() {
    return { name: 'fake', remotes: [], devices: this.devices, watching: false }
  }

  #retire(id) {
    const device = this.devices.find((each) => each.id === id)
    if (!device) return refusal(404, 'no-such-device', `the device ${id} was not met`)
    device.isRetired = true
    for (const listener of this.#listeners) listener.send({ status: this.#status })
    return json({})
  }

  #changes(known) {
    const after = Number(known.get('after') ?? 0)
    const isKnown = known.get('run') === this.run || this.endedRuns.has(known.get('run'))
    const isWhole = !isKnown || after <= 0 || after > this.revision
    const names = [...this.revisions].filter(([, revision]) => isWhole || revision > after)
      .sort((a, b) => b[1] - a[1]).map(([name]) => name)
    const wantsVersions = !isWhole && names.length <= 64
    return {
      library: this.library, run: this.run, device: this.device, revision: this.revision, whole: isWhole, gone: [...this.gone],
      documents: names.map((name) => {
        const document = this.documents.get(name)
        return {
          name, summary: name.startsWith('note/') ? summaryOf(name, document, this.cameBack.has(name)) : null,
          device: wantsVersions ? this.writers.get(name) ?? null : null,
          version: wantsVersions ? Buffer.from(document.version()).toString('base64') : null,
        }
      }),
    }
  }

  #exchange(name, body) {
    const { fields: [version, delta] } = splitFields(body)
    const writer = this.writers.get(name) ?? null
    if (delta.length > 0) {
      const known = this.documents.get(name)
      const document = known?.copy() ?? this.#make(name)
      try {
        document.mergeDelta(delta)
        // The page says its version: a library that lacks a part of it lacks what the delta builds on.
        const page = this.#make(name)
        page.mergeDelta(document.deltaSince(page.version()) ?? nothing)
      } catch (error) {
        document.free()
        if (error.code === 'missing-history') return refusal(409, 'missing-history', error.message)
        return refusal(400, error.code ?? 'unreadable', error.message)
      }
      const isNews = !known || !equal(known.version(), document.version())
      if (!known) this.#comeBack(name)
      this.documents.set(name, document)
      known?.free()
      if (isNews) {
        this.writers.set(name, null)
        this.#changed(name)
      }
      if (name.startsWith('gone/')) this.#dropPurged(name.slice('gone/'.length), document)
    } else if (this.gone.has(name)) {
      return refusal(410, 'purged', 'the note was purged, and nothing was changed in it since; drop it')
    }
    const document = this.documents.get(name)
    if (!document) return octets(joinedFields([nothing, nothing]))
    const since = version.length > 0 ? version : this.#emptyVersion(name)
    const lacking = document.deltaSince(since) ?? nothing
    const headers = writer && lacking.length > 0 ? { 'decent-writer': writer } : {}
    return new Response(joinedFields([document.version(), lacking]), { headers })
  }

  #dropPurged(id, purges) {
    if (this.note(id) && purges.drops(this.note(id))) this.purge(id)
  }

  #emptyVersion(name) {
    const document = this.#make(name)
    const version = document.version()
    document.free()
    return version
  }

  #whole(names) {
    const fields = names.flatMap((name) => {
      const document = this.documents.get(name)
      const delta = document?.deltaSince(this.#emptyVersion(name)) ?? nothing
      return [new TextEncoder().encode(name), document?.version() ?? nothing, delta]
    })
    return octets(joinedFields(fields))
  }

  #events(signal) {
    let listener
    const stream = new ReadableStream({
      start: (controller) => {
        const encoder = new TextEncoder()
        listener = {
          send: (record) => controller.enqueue(encoder.encode(`${JSON.stringify(record)}\n`)),
          end: () => {
            this.#listeners.delete(listener)
            try {
              controller.close()
            } catch {
              // The page has gone.
            }
          },
        }
        this.#listeners.add(listener)
        signal?.addEventListener('abort', () => listener.end())
        listener.send({ revision: this.revision })
      },
      cancel: () => this.#listeners.delete(listener),
    })
    return new Response(stream, { headers: { 'content-type': 'application/x-ndjson' } })
  }
}

function summaryOf(name, note, wasPurged) {
  const id = name.slice('note/'.length)
  return { id, wasPurged, ...note.summary(id) }
}

let runs = 0

const newRun = () => `run-${process.pid}-${++runs}`

const equal = (one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)) === 0

const json = (record, status = 200) => new Response(JSON.stringify(record), { status })

/** The answer to `changes`: the second line has what is beyond the first documents. */
function inLines({ documents, ...parts }) {
  const lines = [{ ...parts, documents: documents.slice(0, 3), more: documents.length > 3 }]
  if (documents.length > 3) lines.push({ documents: documents.slice(3) })
  return new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

const octets = (bytes) => new Response(bytes)

const refusal = (status, code, message) => json({ code, message }, status)
