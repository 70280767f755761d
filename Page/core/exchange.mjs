// SPDX-License-Identifier: MIT

import { deviceOf } from './devices.mjs'
import { unreadable, unsent, worded } from './failures.mjs'
import { entryOfListed } from './entry.mjs'
import { areEqual, idOf, isKnown } from './names.mjs'
import { foreignAnswer, ServerFault } from './server.mjs'
import { bytesOfVersion, textOfVersion } from './version-text.mjs'

/** How many documents are exchanged at a time, and saved together. */
const together = 6
const groupSize = 48

const nothing = new Uint8Array()

/** The facts that other pages and the status show, before there are any. */
export const nothingKnown = {
  server: 'connecting', isSilent: false, problem: null, stuck: [], fetching: null, remotes: [], devices: [], name: null,
  device: null,
}

/**
 * The exchange with the server. Each step can be repeated, and may come in any order with those of
 * other pages: documents travel as the edits that the other side lacks.
 */
export class Exchange {
  state = nothingKnown
  #wake = () => {}
  #isWoken = false
  /** The documents that cannot be exchanged, by name: `{ stamp, problem }`. */
  #stuck = new Map()
  #revision = 0
  /** Whether all was taken in once since the page began or its storage was cleared: a library without notes has the revision 0. */
  #hasAll = false
  #latest = 0
  /** The revision that the server told last, with its run. */
  #known = null
  #connection = null

  /**
   * @param {object} parts `server`, `storage`, `documents`, `list`, `module`, `delays`,
   *   `ask()`, which gets the token, `fill(names, onStored, signal)`, and what is called:
   *   `onState()` when the state has changed, `onListed(entries, isAll)` with the entries of notes that only
   *   the server has yet, and `onFilled(entries)` with entries that were stored by filling.
   */
  constructor(parts) {
    Object.assign(this, parts)
  }

  /** Goes on until the signal: connects, exchanges, waits for news, and begins anew. */
  async run(signal) {
    signal.addEventListener('abort', () => this.wake())
    let failures = 0
    let isSecond = false
    while (!signal.aborted) {
      try {
        await this.#connect(signal)
        failures = 0
        await this.#follow(signal)
      } catch (error) {
        if (signal.aborted) return
        this.#failed(error)
      }
      // Whether a server that was there still is shows at once.
      isSecond = this.state.server === 'connecting' && !isSecond
      if (isSecond) continue
      failures++
      const most = Math.min(this.delays.retry * 2 ** failures, this.delays.longestRetry ?? 10_000)
      await this.#rest(most * (0.5 + Math.random() / 2))
    }
  }

  /** Makes the exchange look for edits to send, and for a server that was away. */
  wake() {
    this.#isWoken = true
    this.#wake()
  }

  /** Begins anew: the storage was cleared. */
  reconnect() {
    this.#known = null
    this.#hasAll = false
    this.#connection?.abort()
    this.wake()
  }

  /** Asks whether the server is still there: a connection can die without a word. */
  look() {
    this.wake()
    const connection = this.#connection
    if (this.state.server !== 'online' || !connection) return
    this.server.status(connection.signal)
      .then((status) => this.#takeStatus(status), (error) => connection.abort(error))
  }

  async #rest(milliseconds) {
    if (!this.#isWoken) {
      await new Promise((fulfill) => {
        const timer = setTimeout(fulfill, milliseconds)
        this.#wake = () => {
          clearTimeout(timer)
          fulfill()
        }
      })
    }
    this.#isWoken = false
  }

  #change(parts) {
    this.state = { ...this.state, ...parts }
    this.onState()
  }

  #takeStatus({ name, remotes, devices }) {
    this.#change({ name, remotes, devices })
  }

  #failed(error) {
    const isLate = error.name === 'TimeoutError'
    const isLost = ['TypeError', 'AbortError', 'NetworkError'].includes(error.name)
    // A connection that ended does not tell whether decent still runs: the next attempt does.
    const isOpen = error.code === 'other-run' || isLost && this.state.server === 'online'
    this.#change({
      server: isOpen ? 'connecting' : 'offline', isSilent: isLate || isFar, fetching: null,
      problem: isOpen || isLost || isLate ? null : worded(faultOf(error), error),
    })
  }

  async #connect(signal) {
    this.#unstick(...this.#stuck.keys())
    await this.ask()
    await this.#pull(signal, { isFirst: true })
    this.#change({ server: 'online', problem: null })
    await this.#push(signal)
  }

  /** Waits for news from the server and for edits to send, until the connection ends. */
  async #follow(signal) {
    const ending = new AbortController()
    this.#connection = ending
    const end = () => ending.abort()
    signal.addEventListener('abort', end)
    let ended = null
    const listening = this.#listen(ending.signal).then(
      () => { ended = new TypeError('the server ended the events') },
      (error) => { ended = error },
    ).finally(() => {
      // What is under way waits for the same server.
      end()
      this.wake()
    })
    try {
      while (!ended && !signal.aborted) {
        await this.#rest(60_000)
        if (ended || signal.aborted) break
        if (this.#latest > this.#revision) await this.#pull(ending.signal)
        await this.#push(ending.signal)
      }
    } finally {
      end()
      signal.removeEventListener('abort', end)
      await listening
    }
    if (!signal.aborted) throw ended
  }

  async #listen(signal) {
    for await (const { revision, status } of this.server.events(this.#revision, signal)) {
      if (revision !== undefined) {
        this.#latest = revision
        if (revision !== this.#revision) this.wake()
      }
      if (status) this.#takeStatus(status)
    }
  }

  /**
   * Takes in what changed in the library. The first time of a connection, it also asks for the documents that
   * were stuck: the library does not list them again, as they need not have changed since. And for the status,
   * which names the devices that sent edits.
   *
   * @param {object | null} again.knownBefore What was known of the server when this was begun.
   * @param {string[]} again.tried The states of documents that were exchanged before the library was asked again.
   */
  async #pull(signal, { isFirst = false, knownBefore = null, tried = [] } = {}) {
    const { openings } = this.storage
    const known = knownBefore ?? this.documents.meta.server ?? await this.#meta('server', this.#known) ?? { revision: 0 }
    const [answer, status] = await settled([
      this.server.changes(known, signal, (first) => {
        refuseForeign(first, known)
        this.#learnDevice(first.device)
        // The first notes of a library of which nothing is here yet are shown while the others come.
        if (this.list.isEmpty && this.#unsentPurges().length === 0) this.onListed(listedOf(first))
      }),
      isFirst ? this.server.status(signal) : null,
    ])
    if (status) this.#takeStatus(status)
    const { library, run, revision } = answer
    const device = answer.device ?? known.device ?? null
    this.#learnDevice(device)
    // What the page learns by exchanges is of this run, before its changes are taken in.
    if (run !== known.run) this.documents.meta = { server: { library, revision: 0, device } }
    const left = await this.#meta('stuck') ?? []
    // A page may have been closed before it told what it stored.
    if (answer.whole && !this.storage.isGone) this.onFilled(await this.storage.entries())
    // The answer lists notes that were purged here, until the library knows of it.
    const purges = this.#unsentPurges()
    const states = purges.map((name) => `${name} ${this.list.entry(name).stamp}`)
    if (states.some((state) => !tried.includes(state))) {
      await this.#exchangeAll(purges, signal)
      return this.#pull(signal, { isFirst, knownBefore: known, tried: [...tried, ...states] })
    }
    for (const { name, summary } of answer.documents) if (summary?.wasPurged) this.documents.cameBack.add(name)
    const { missing, changed, gone } = this.#sorted(answer, isFirst ? left : [])
    const writers = new Map(answer.documents.map(({ name, device }) => [name, device]))
    this.#unstick(...answer.gone)
    const wanted = new Set(missing)
    const listed = listedOf(answer).filter(({ name }) => wanted.has(name))
    if (answer.whole || listed.length > 0) this.onListed(listed, answer.whole)
    // What comes after the first copy is new to whoever reads here.
    const areNews = known.revision > 0 || this.#hasAll
    // A storage that is gone is filled once it is there again.
    if (missing.length > 0 && !this.storage.isGone) await this.#fill(missing, answer, signal, areNews ? writers : null)
    await this.#exchangeAll(changed, signal, writers)
    if (!this.storage.isGone) await this.#takeGone(gone, signal)
    const isSaved = await this.#save()
    const stuck = this.#stuckNames()
    const isNews = revision !== known.revision || run !== known.run || device !== (known.device ?? null) || stuck.join() !== left.join()
    // A storage that was cleared meanwhile lacks the documents before this revision.
    if (isSaved && isNews && !this.storage.isGone && openings === this.storage.openings) {
      await this.storage.update([], () => ({ meta: { server: { library, run, revision, device }, stuck } }))
      this.documents.meta = {}
    }
    this.#known = { library, run, revision, device }
    this.#hasAll = openings === this.storage.openings
    this.#revision = revision
    this.#latest = Math.max(this.#latest, revision)
  }

  /** Edits tell the device from here on: it is known before any note is shown. */
  #learnDevice(device) {
    if (device && device !== this.state.device) this.#change({ device })
  }

  /** What the storage knows of the server; if it is gone, what this page knows. */
  async #meta(key, otherwise = null) {
    return this.storage.isGone ? otherwise : this.storage.meta(key)
  }

  /** The documents of which the storage lacks edits up to the revision: the server refused them, or they cannot be read. */
  #stuckNames() {
    const refused = this.documents.allHeld.filter((held) => held.refusal).map(({ name }) => name)
    return [...new Set([...this.#stuck.keys(), ...refused])].sort()
  }

  /** The documents to be fetched whole, those to be exchanged, and those that are gone. */
  #sorted({ documents, gone, whole }, left) {
    const [missing, changed] = [[], []]
    const listed = new Set()
    // A whole answer lists all that there are.
    const again = whole ? [] : left.filter((name) => !gone.includes(name)).map((name) => ({ name }))
    for (const { name, version } of [...documents, ...again]) {
      if (!isKnown(name) || listed.has(name)) continue
      listed.add(name)
      const entry = this.list.entry(name)
      // The library drops what others purged: a page needs no purges but its own.
      if ((!entry || entry.stamp === 0) && idOf(name) === null) continue
      if (!entry || entry.stamp === 0) missing.push(name)
      else if (!version || entry.theirs !== version || this.#isBackUnseen(entry)) changed.push(name)
    }
    const wasThere = (name) => this.list.entry(name)?.theirs || this.documents.heldNow(name)?.newTheirs
    const goneHere = gone.filter((name) => this.list.get(idOf(name)))
    // A library that was put back from an older copy lacks what it once had.
    if (whole) {
      for (const name of new Set([...this.list.names(), ...this.documents.allHeld.map((held) => held.name)])) {
        if (!listed.has(name) && !goneHere.includes(name) && wasThere(name)) changed.push(name)
      }
    }
    return { missing, changed, gone: goneHere }
  }

  /** Whether a note came back after a purge, and its entry does not say so yet. The exchange stores the entry anew. */
  #isBackUnseen({ name, wasPurged }) {
    return this.documents.cameBack.has(name) && !wasPurged
  }

  /** Fetches whole documents. `writers` are the ids of devices by names, if the documents are news; else null. */
  async #fill(names, { documents }, signal, writers) {
    const listed = new Set(documents.map(({ name }) => name))
    // An answer that lists all or many documents tells neither versions nor writers: any device may have sent them.
    const told = new Set(documents.filter(({ version }) => version).map(({ name }) => name))
    const senderOf = (name) => deviceOf(this.state, told.has(name) ? writers.get(name) : null)
    await this.storage.update([], () => ({ meta: this.documents.meta }))
    let done = 0
    const isMany = names.length > 20
    if (isMany) this.#change({ server: 'online', fetching: { done, all: names.length } })
    await this.fill(names, (entries, count, unreadable) => {
      done += count
      for (const { name, ...error } of unreadable) {
        // A document that was stuck, and that the library lacks now. It is listed once it is there again.
        if (error.code === 'absent' && !listed.has(name)) continue
        this.#stick(name, 0, error, error.code === 'absent' ? worded('unserved', error) : undefined)
      }
      this.#unstick(...entries.map(({ name }) => name))
      this.onFilled(entries)
      if (isMany) this.#change({ fetching: { done, all: names.length } })
    }, signal, writers && new Map(names.map((name) => [name, senderOf(name)])))
    this.#change({ fetching: null })
  }

  async #takeGone(names, signal) {
    const unchanged = []
    const versions = this.documents.versionsOf(names)
    for (const name of names) {
      const isEdited = this.list.entry(name)?.isWaiting || this.documents.heldNow(name)?.isDirty
      // The library decides whether the edits bring the note back.
      if (isEdited) await this.#exchange(name, signal, { isWhole: true })
      else unchanged.push(name)
    }
    if (unchanged.length > 0) await this.documents.remove(unchanged, versions)
  }

  /** Sends what waits. */
  async #push(signal) {
    await this.#save()
    const unsaved = this.documents.allHeld.filter((held) => held.hasOwnEdits && !isSent(held)).map(({ name }) => name)
    const names = new Set([...this.list.waitingNames(), ...unsaved])
    await this.#exchangeAll([...names].filter((name) => !this.#isStuck(name)), signal)
  }

  /** The purges that wait. Each is saved before its note goes. */
  #unsentPurges() {
    return this.list.waitingNames().filter((name) => {
      const held = this.documents.heldNow(name)
      return idOf(name) === null && !this.#isStuck(name) && !(held && isSent(held))
    })
  }

  /** Whether a document could not be exchanged, and is what it was then. */
  #isStuck(name) {
    return this.#stuck.get(name)?.stamp === (this.list.entry(name)?.stamp ?? 0)
  }

  /**
   * Saves what there is; tells whether it is durable but for documents that a newer page stored. Edits are
   * exchanged also where they are not durable.
   */
  #save() {
    return this.documents.save().then(() => true, () => false)
  }

  async #exchangeAll(names, signal, writers = new Map()) {
    for (let start = 0; start < names.length; start += groupSize) {
      const next = names.slice(start, start + groupSize).values()
      let hasFailed = false
      const work = async () => {
        try {
          for (const name of next) {
            if (hasFailed) return
            await this.#exchange(name, signal, { writer: writers.get(name) })
          }
        } catch (error) {
          hasFailed = true
          throw error
        }
      }
      await settled(Array.from({ length: together }, work))
      await this.#save()
    }
  }

  /** Exchanges a document. `writer` is the id of the device that sent the edits that come, as far as it is known. */
  async #exchange(name, signal, { isWhole = false, writer } = {}) {
    let held
    // A storage that is gone keeps no edit from the server of a note that is open.
    if (this.storage.isGone && !this.documents.heldNow(name)) return
    try {
      held = await this.documents.hold(name)
    } catch (error) {
      if (error.name !== 'DecentError') throw error
      // The other documents go on.
      return this.#stick(name, this.list.entry(name)?.stamp ?? 0, error, unreadable(error))
    }
    if (!held) return
    let knowsNothing = false
    try {
      for (let attempt = 0; attempt < 3; attempt++) {
        const sent = held.document.version()
        try {
          const answer = await this.server.exchange(
            name, this.#side(held, { isWhole, knowsNothing }), signal)
          const theirs = answer.version.length > 0 ? textOfVersion(answer.version) : null
          const device = deviceOf(this.state, answer.writer ?? writer)
          this.documents.takeFromServer(held, answer.delta, { theirs, device })
          if (theirs !== null) return this.#unstick(name)
          isWhole = true
        } catch (error) {
          if (error instanceof ServerFault && error.code === 'missing-history') isWhole = true
          else if (error.code === 'missing-history') knowsNothing = true
          else if (error instanceof ServerFault && error.code === 'purged') {
            return await this.documents.remove([name], new Map([[name, sent]]))
          } else if (error.name === 'DecentError' || refusals(error).includes(error.status)) {
            // It is tried again when the note is edited, or at the next connection.
            return this.#stick(name, held.stamp, error)
          } else throw error
        }
      }
      // The edits that came are saved, which raises the stamp.
      this.#stuck.set(name, { stamp: held.stamp + 1 })
    } finally {
      this.documents.release(held)
    }
  }

  /** The version of a document here, and the edits that the library lacks. */
  #side(held, { isWhole, knowsNothing }) {
    const { document } = held
    const version = document.version()
    const empty = this.documents.emptyVersion(held.name)
    const known = isWhole ? null : held.newTheirs ?? held.entry.theirs
    const theirs = known ? bytesOfVersion(known) : empty
    return {
      version: knowsNothing ? nothing : version,
      delta: areEqual(version, empty) ? nothing : document.deltaSince(theirs) ?? nothing,
    }
  }

  /** Leaves a document alone until its stamp changes, and says why. */
  #stick(name, stamp, error, words = unsent(error)) {
    const id = idOf(name)
    this.#stuck.set(name, { stamp, problem: { ...words, id, note: this.list.get(id)?.title ?? '' } })
    this.#tellStuck()
  }

  #unstick(...names) {
    const isChanged = names.filter((name) => this.#stuck.delete(name)).length > 0
    if (isChanged) this.#tellStuck()
  }

  #tellStuck() {
    this.#change({ stuck: [...this.#stuck.values()].flatMap(({ problem }) => problem ?? []) })
  }
}

/**
 * The values of all promises, once none is under way. No answer may come after a failure, when the page asks
 * again: the library may have been put back from an older copy meanwhile.
 *
 * @throws the reason of the promise that failed first
 */
async function settled(promises) {
  const all = Promise.all(promises)
  await Promise.allSettled([all, ...promises])
  return all
}

/** Whether the page came over a network, which can fail while decent runs. */
const isFar = !/^(127\.|localhost$|\[::1\]$)/.test(globalThis.location?.hostname ?? 'localhost')

/** Whether the server told a version that has all edits of a document. */
const isSent = ({ newTheirs, document }) => !!newTheirs && newTheirs === textOfVersion(document.version())

/** The statuses that tell of one document, not of the way to the server. */
const refusals = ({ code }) => code === foreignAnswer ? [413] : [400, 413, 422, 500]

/** What a failure of the exchange means, as `failures.mjs` words it. */
function faultOf({ name, code }) {
  if (code === 'wrong-token') return 'token'
  if (code === 'wrong-code') return 'code'
  if (code === 'foreign-library') return 'library'
  // Only another program answers with what cannot be read.
  if (code === foreignAnswer || name === 'SyntaxError') return 'proxy'
  return name === 'ServerFault' ? 'server' : 'exchange'
}

/** @throws {ServerFault} if another library answers than the one that is known */
function refuseForeign({ library }, known) {
  if (!known.library || known.library === library) return
  throw new ServerFault(409, {
    code: 'foreign-library', message: `the library ${library} answers, not ${known.library}`,
  })
}

/** The entries of the notes in an answer to `changes`. */
function listedOf({ documents }) {
  return documents.filter(({ name, summary }) => summary && isKnown(name))
    .map(({ name, summary }) => entryOfListed(name, summary))
}
