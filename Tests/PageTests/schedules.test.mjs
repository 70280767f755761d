// SPDX-License-Identifier: MIT
//
// Random schedules: browsers with several pages, which are killed; a server that goes away and loses
// requests and answers; a storage that fails; the command line. At the end all copies are equal, and
// nothing is lost that was called saved.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadModule, pause, TestBrowser, until } from './pages.mjs'
import { Random, seeds } from './random.mjs'
import { FakeServer } from './fake-server.mjs'
import { classOf } from '../../Page/core/names.mjs'
import { textOfVersion } from '../../Page/core/version-text.mjs'

const steps = 150

for (const seed of seeds(12)) {
  test(`All copies become equal, and what was saved stays (DECENT_SEED=${seed})`, async () => {
    const schedule = new Schedule(seed, await loadModule())
    try {
      for (let step = 0; step < steps; step++) await schedule.step()
      await schedule.heal()
      await schedule.check()
    } finally {
      schedule.close()
    }
  })
}

class Schedule {
  browsers = []
  /** The note of each typed letter, which is unique; and whether it must be there. */
  typed = new Map()
  deleted = new Set()
  saved = new Set()
  /** The letters that the command line wrote, and a copy of the library. */
  byLibrary = new Set()
  copy = null
  nextLetter = 0x4e00
  isFaulty = true

  constructor(seed, module) {
    this.random = new Random(seed)
    this.module = module
    this.server = new FakeServer(module)
    this.server.onRequest = () => this.network()
    this.server.onAnswer = () => this.network()
    const { fetch } = this.server
    this.server.fetch = async (address, options) => {
      const isTwice = this.isFaulty && !address.includes('events') && this.random.chance(0.1)
      if (isTwice) await fetch(address, options).catch(() => {})
      return fetch(address, options)
    }
    this.browsers = [new TestBrowser(this.server), new TestBrowser(this.server)]
  }

  /** A network that is slow at times, and loses what it carries. */
  async network() {
    if (!this.isFaulty) return
    if (this.random.chance(0.3)) await pause(this.random.below(4))
    if (this.random.chance(0.1)) throw new TypeError('fetch failed')
  }

  get pages() {
    return this.browsers.flatMap(({ pages }) => [...pages])
  }

  async step() {
    const { random } = this
    const kinds = {
      type: 40, remove: 8, create: 6, edit: 10, move: 5, open: 4, kill: 4, save: 10, wait: 10,
      library: 10, outage: 4, storage: 3, undo: 4, restart: 3, backup: 2, restoring: 3,
    }
    let choice = random.below(Object.values(kinds).reduce((sum, weight) => sum + weight))
    for (const [kind, weight] of Object.entries(kinds)) {
      if ((choice -= weight) < 0) return this[kind]()
    }
  }

  /** A note that is open in a page. */
  async openNote() {
    const page = this.pages.length > 0 ? this.random.of(this.pages) : await this.open()
    const rows = page.rows().filter(({ isLoading }) => !isLoading)
    if (rows.length === 0) return null
    page.notes ??= new Map()
    const id = this.random.of(rows).id
    if (!page.notes.has(id)) {
      const note = await page.open(id)
      if (!note || !this.pages.includes(page)) return null
      page.notes.set(id, note)
      note.mirror = note.text
      note.addEventListener('arrived', ({ changes }) => {
        for (const { start, end, text } of changes.toReversed()) {
          note.mirror = note.mirror.slice(0, start) + text + note.mirror.slice(end)
        }
      })
      note.own = new Set()
    }
    return { page, note: page.notes.get(id) }
  }

  async type() {
    const open = await this.openNote()
    if (!open) return
    const { note } = open
    const letter = String.fromCharCode(this.nextLetter++)
    const place = this.random.below(note.length + 1)
    note.replace(place, place, letter)
    note.mirror = note.mirror.slice(0, place) + letter + note.mirror.slice(place)
    assert.equal(note.text, note.mirror, 'the copy of a view')
    this.typed.set(letter, note.id)
    note.own.add(letter)
  }

  async remove() {
    const open = await this.openNote()
    if (!open || open.note.length === 0) return
    const { note } = open
    const place = this.random.below(note.length)
    this.deleted.add(note.slice(place, place + 1))
    note.replace(place, place + 1, '')
    note.mirror = note.mirror.slice(0, place) + note.mirror.slice(place + 1)
  }

  async undo() {
    const open = await this.openNote()
    if (!open) return
    // An undone letter need not be there; a redone one may be.
    for (const letter of open.note.own) this.deleted.add(letter)
    if (this.random.chance(0.7)) open.note.undo()
    else open.note.redo()
    assert.equal(open.note.text, open.note.mirror, 'the copy of a view after undoing')
  }

  async create() {
    const page = this.pages.length > 0 ? this.random.of(this.pages) : await this.open()
    page.create({ title: `Note ${this.nextLetter}`, folder: this.random.of(['', 'A', 'A/B']) })
  }

  async edit() {
    if (this.pages.length === 0) return
    const page = this.random.of(this.pages)
    const ids = page.rows().filter(({ isLoading }) => !isLoading).map(({ id }) => id)
    if (ids.length === 0) return
    const change = this.random.of([
      { addTag: this.random.of(['x', 'y']) }, { removeTag: 'x' }, { priority: 3 }, { folder: 'C' },
      { isTrashed: true }, { isPinned: true },
    ])
    page.edit([this.random.of(ids), this.random.of(ids)], change).catch(() => {})
    if (this.random.chance(0.2)) page.undo().catch(() => {})
  }

  async move() {
    if (this.pages.length === 0) return
    const page = this.random.of(this.pages)
    const ids = page.rows().map(({ id }) => id)
    if (ids.length < 3) return
    const place = this.random.below(ids.length - 1)
    const id = this.random.of(ids.filter((_, other) => other !== place && other !== place + 1))
    page.move([id], { after: ids[place], before: ids[place + 1] }).catch(() => {})
  }

  async open() {
    const browser = this.random.of(this.browsers)
    if (browser.pages.size >= 3) return [...browser.pages][0]
    return browser.open()
  }

  async kill() {
    if (this.pages.length > 0) this.random.of(this.pages).close()
  }

  /** Letters that a page calls saved must not be lost. */
  async save() {
    if (this.pages.length === 0) return
    const page = this.random.of(this.pages)
    const own = [...page.notes?.values() ?? []].flatMap((note) => [...note.own])
    await page.save().then(() => {
      if (this.pages.includes(page)) for (const letter of own) this.saved.add(letter)
    }, () => {})
  }

  wait() {
    return pause(this.random.below(15))
  }

  library() {
    const names = [...this.server.documents.keys()]
    if (names.length === 0 || this.random.chance(0.2)) {
      const id = Array.from({ length: 32 }, () => this.random.below(16).toString(16)).join('')
      this.server.edit(`note/${id}`, (note) => note.merge(this.module.Note.create({ title: 'Library' })))
      return
    }
    const letter = String.fromCharCode(this.nextLetter++)
    const name = this.random.of(names)
    this.server.edit(name, ({ text }) => text.insert(this.random.below(text.length + 1), letter))
    this.typed.set(letter, name.slice(5))
    this.saved.add(letter)
    this.byLibrary.add(letter)
  }

  async outage() {
    if (this.server.isUp) this.server.stop()
    else this.server.start()
  }

  restart() {
    this.server.restart({ isKilled: this.random.chance(0.5) })
  }

  backup() {
    this.copy = { ...this.server.backup(), saved: new Set(this.byLibrary) }
  }

  /** The library is put back while no server runs, and edited. What the command line did since is lost. */
  async restoring() {
    if (!this.copy) return
    if (this.random.chance(0.5)) this.server.restart()
    const { saved, ...copy } = this.copy
    for (const letter of this.byLibrary) {
      if (saved.has(letter)) continue
      this.byLibrary.delete(letter)
      this.saved.delete(letter)
    }
    const count = this.random.below(60)
    this.server.restore(copy, () => {
      for (let edit = 0; edit < count; edit++) this.library()
    })
  }

  async storage() {
    const { storage } = this.random.of(this.browsers)
    storage.failure = storage.failure ? null : new DOMException('no room', 'QuotaExceededError')
  }

  /** All goes well from now on. */
  async heal() {
    this.isFaulty = false
    for (const { storage } of this.browsers) storage.failure = null
    this.server.start()
    for (const browser of this.browsers) if (browser.pages.size === 0) await browser.open()
    for (const page of this.pages) page.wake()
    await until(() => this.pages.every(({ status, documents }) => status.saved === 'saved'
      && documents.isSaved && !documents.allHeld.some(({ isMaybeDirty }) => isMaybeDirty) && status.server === 'online' && status.waiting === 0
      && !status.fetching), 'all is sent').catch((error) => {
      const states = this.pages.map(({ status, documents }) => [status, documents.allHeld
        .map(({ name, isDirty, isMaybeDirty, users }) => [name, isDirty, isMaybeDirty, users])])
      throw new Error(`${error.message}: ${JSON.stringify(states)}`)
    })
    await until(async () => {
      const states = await Promise.all(this.browsers.map((browser) => this.stateOf(browser)))
      return states.every((state) => state === this.serverState())
    }, 'copies equal').catch(async (error) => {
      throw new Error([error.message, ...await this.differences()].join('\n'))
    })
  }

  /** The differences from the library, for a failure. */
  async differences() {
    const differences = []
    for (const [place, { storage, pages }] of this.browsers.entries()) {
      const known = JSON.stringify(await storage.meta('server'))
      differences.push(`browser ${place}: knows ${known} of ${this.server.run} ${this.server.revision}`)
      for (const entry of await storage.entries()) {
        if (!this.server.documents.has(entry.name)) differences.push(`only here: ${JSON.stringify(entry)}`)
      }
      for (const [name, document] of this.server.documents) {
        const record = await storage.read(name)
        const here = record?.document && this.versionOf(name, record.document.bytes)
        const there = this.versionOf(name, document.save())
        if (here === there) continue
        const { theirs, stamp, isWaiting } = record?.entry ?? {}
        const held = [...pages].map(({ documents }) => documents.heldNow(name))
          .map((held) => held && [textOfVersion(held.document.version()), held.isDirty, held.stamp, held.users])
        differences.push(`${name}: ${there} there, ${here} here; theirs `
          + `${theirs}, stamp ${stamp}, waiting ${isWaiting}; held ${JSON.stringify(held)}`)
      }
    }
    return differences
  }

  /** The version of a document as read from its bytes: that of one in memory may name more edits. */
  versionOf(name, bytes) {
    const document = classOf(name, this.module).load(bytes)
    const version = Buffer.from(document.version()).toString('base64')
    document.free()
    return version
  }

  async check() {
    const textOf = (id) => this.server.note(id) && String(this.server.note(id).text)
    for (const letter of this.saved) {
      if (this.deleted.has(letter)) continue
      assert.ok(textOf(this.typed.get(letter))?.includes(letter), `${letter} was saved, and is lost`)
    }
    // The others find a killed page's late save when they are looked at again.
    for (const page of this.pages) page.wake()
    const open = this.pages.flatMap(({ notes }) => [...notes?.values() ?? []])
    await until(() => open.every(({ id, text }) => text === textOf(id)), 'open notes are equal')
      .catch((error) => {
        const states = this.pages.flatMap(({ notes, documents, status, list }) => [...notes?.values() ?? []]
          .filter(({ id, text }) => text !== textOf(id)).map(({ id, text }) => {
            const held = documents.heldNow(`note/${id}`)
            return JSON.stringify([text, held && String(held.document.text), textOf(id), held?.stamp,
              held?.elsewhere, held?.isDirty, held?.isMaybeDirty, list.get(id).stamp, status.saved])
          }))
        throw new Error([error.message, ...states].join('\n'))
      })
    for (const note of open) assert.equal(note.mirror, note.text, 'the copy of a view')
    const orders = () => new Set(this.pages.map(({ list }) => list.sorted().map(({ id }) => id).join()))
    await until(() => orders().size === 1, 'one order in all pages').catch((error) => {
      const states = this.pages.map(({ list }) => [this.server.revision,
        list.sorted().map(({ id, order, stamp: saved, isListed }) => [id.slice(0, 6), order, saved, isListed,
          !this.server.note(id)]).join()].join(' '))
      throw new Error([error.message, ...states].join('\n'))
    })
  }

  serverState() {
    return JSON.stringify([...this.server.documents].sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, document]) => [name, this.versionOf(name, document.save())]))
  }

  async stateOf({ storage }) {
    const states = []
    for (const { name } of await storage.entries()) {
      const record = await storage.read(name)
      if (!record.document) continue
      states.push([name, this.versionOf(name, record.document.bytes)])
    }
    return JSON.stringify(states.sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  close() {
    for (const browser of this.browsers) browser.close()
  }
}
