// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadModule, shortDelays, TestBrowser, until } from './pages.mjs'
import { FakeServer } from './fake-server.mjs'

const full = () => new DOMException('no room', 'QuotaExceededError')

test('A save that fails is said, tried again, and loses nothing', async () => {
  const browser = new TestBrowser()
  const page = await browser.open()
  const id = page.create({ title: 'Full' })
  await page.save()
  const note = await page.open(id)
  browser.storage.failure = full()
  note.replace(0, 0, 'kept')
  const failures = []
  page.addEventListener('failed', ({ failure }) => failures.push(failure))
  await assert.rejects(page.save())
  assert.equal(page.status.saved, 'failed')
  assert.equal(page.status.failure.code, 'full')
  assert.match(failures[0].title, /The disk is full/)
  assert.equal((await browser.storage.read(`note/${id}`)).document.stamp, 1)
  browser.storage.failure = null
  await until(() => page.status.saved === 'saved')
  assert.equal(page.status.failure, null)
  page.close()
  const again = await browser.open()
  assert.equal((await again.open(id)).text, 'kept')
  browser.close()
})

test('A text that is edited for hours tells when it was edited last', async (context) => {
  const { now } = Date
  context.after(() => { Date.now = now })
  let ahead = 0
  Date.now = () => now() + ahead
  const browser = new TestBrowser()
  const page = await browser.open()
  const note = await page.open(page.create({ title: 'Long', text: 'x' }))
  for (let hour = 1; hour <= 3; hour++) {
    ahead = hour * 3_600_000
    note.replace(0, 0, 'typed ')
    note.replace(0, 0, 'and ')
    await page.save()
    assert.ok(note.edited >= now() + ahead - 60_000, `hour ${hour}`)
  }
  ahead += 3_600_000
  note.undo()
  await page.save()
  const { id, edited } = note
  assert.ok(edited >= now() + ahead - 60_000)
  page.close()
  const again = await browser.open()
  assert.equal(again.rows()[0].edited, edited)
  assert.equal((await again.open(id)).text, 'typed and typed and typed x')
  browser.close()
})

test('What cannot be saved is sent', async () => {
  const server = new FakeServer(await loadModule())
  const browser = new TestBrowser(server)
  const page = await browser.open()
  browser.storage.failure = full()
  const id = page.create({ title: 'Only sent', text: 'x' })
  await until(() => server.note(id) && page.status.saved === 'failed')
  browser.close()
})

test('A browser that refuses to store lets one write and send', async () => {
  const server = new FakeServer(await loadModule())
  const browser = new TestBrowser(server)
  browser.storage.open = async () => { throw new DOMException('no', 'SecurityError') }
  const page = await browser.open()
  assert.equal(page.status.saved, 'failed')
  assert.equal(page.status.failure.code, 'refused')
  const id = page.create({ title: 'Only sent', text: 'x' })
  await until(() => server.note(id))
  assert.equal(page.status.failure.code, 'refused', 'it is never called saved')
  browser.close()
})

test('Open notes are saved again when the browser cleared the storage', async () => {
  const server = new FakeServer(await loadModule())
  const browser = new TestBrowser(server)
  const page = await browser.open()
  const ids = ['Open', 'Closed'].map((title) => page.create({ title, text: title }))
  const note = await page.open(ids[0])
  await until(() => server.note(ids[0]) && server.note(ids[1]) && page.status.waiting === 0)
  await browser.storage.clear()
  browser.storage.onClose('cleared')
  await until(() => page.rows().length === 2 && page.rows().every(({ isLoading }) => !isLoading))
  await until(async () => (await browser.storage.entries()).length >= 2)
  assert.equal(note.text, 'Open')
  browser.close()
})

test('A newer page is said', async () => {
  const browser = new TestBrowser()
  const page = await browser.open()
  browser.storage.onClose('newer')
  assert.match(page.status.failure.title, /newer Decent Notes/)
  browser.close()
})

test('A note that cannot be read is said in words, and others are saved', async () => {
  const browser = new TestBrowser()
  const page = await browser.open()
  const [id, other] = ['Damaged', 'Whole'].map((title) => page.create({ title }))
  await page.save()
  page.close()
  const name = `note/${id}`
  await browser.storage.update([name], () => ({ puts: [{ name, document: { bytes: new Uint8Array(9), stamp: 1 } }] }))
  const again = await browser.open()
  const failures = []
  again.addEventListener('failed', ({ failure }) => failures.push(failure))
  await assert.rejects(again.open(id), { name: 'DecentError' })
  assert.deepEqual(failures.map(({ code }) => code), ['damaged'])
  const note = await again.open(other)
  note.replace(0, 0, 'x')
  await again.save()
  assert.equal(again.status.saved, 'saved')
  browser.close()
})

/** What a browser keeps beside the storage that it clears. */
class Kept extends Map {
  getItem = (key) => this.get(key) ?? null
  setItem = (key, value) => this.set(key, value)
  removeItem = (key) => this.delete(key)
}

test('A storage that was cleared while no page was open is said once', async () => {
  const server = new FakeServer(await loadModule())
  const [browser, kept] = [new TestBrowser(server), new Kept()]
  const page = await browser.open({ kept })
  assert.equal(page.status.loss, null, 'nothing was kept before')
  page.create({ title: 'Sent' })
  await until(() => server.documents.size === 1 && page.status.waiting === 0)
  page.close()
  const again = await browser.open({ kept })
  assert.equal(again.status.loss, null)
  again.close()

  await browser.storage.clear()
  const cleared = await browser.open({ kept, code: undefined })
  assert.equal(cleared.status.loss.code, 'cleared-before')
  assert.equal(cleared.status.server, 'none')
  cleared.close()
  const reopened = await browser.open({ kept })
  assert.equal(reopened.status.loss.code, 'cleared-before', 'it is said until it is read')
  reopened.forgetLoss()
  assert.equal(reopened.status.loss, null)
  await until(() => reopened.rows().length === 1)
  reopened.close()
  const last = await browser.open({ kept })
  assert.equal(last.status.loss, null)
  server.stop()
  await until(() => last.status.server === 'offline')
  last.create({ title: 'Never sent' })
  await last.save()
  last.close()

  await browser.storage.clear()
  const lost = await browser.open({ kept })
  assert.equal(lost.status.loss.code, 'cleared-unsent')
  browser.close()
})

test('A mark that the browser refuses keeps nothing from being saved', async () => {
  const browser = new TestBrowser()
  const setItem = () => { throw new DOMException('no room', 'QuotaExceededError') }
  const page = await browser.open({ kept: { getItem: () => null, setItem } })
  page.create({ title: 'Saved' })
  await page.save()
  assert.equal(page.status.saved, 'saved')
  browser.close()
})

test('A note that goes while an edit of it waits to be told keeps no other from being saved', async () => {
  const browser = new TestBrowser(null, { delays: { ...shortDelays, tell: 60_000, save: 60_000 } })
  const page = await browser.open()
  const ids = [page.create({ title: 'Gone' }), page.create({ title: 'Stays' })]
  await page.save()
  const held = await page.documents.hold('note/' + ids[0])
  held.document.setTitle('Edited')
  page.documents.edited(held)
  page.documents.release(held)
  page.documents.forget(['note/' + ids[0]])
  await page.edit([ids[1]], { isTrashed: true })
  await page.save()
  assert.equal((await browser.storage.read('note/' + ids[1])).entry.isTrashed, true)
  browser.close()
})

test('Nothing is called saved while actions in the list are not durable', async () => {
  const browser = new TestBrowser()
  const { storage } = browser
  const maker = await browser.open()
  const ids = Array.from({ length: 200 }, (_, number) => maker.create({ title: `Note ${number}` }))
  await maker.save()
  maker.close()
  const page = await browser.open()
  const { read } = storage
  // An action reads its notes, and takes as long as the test says.
  let isLetOn = Promise.resolve()
  storage.read = async (name) => {
    await isLetOn
    return read.call(storage, name)
  }
  const stored = async () => (await storage.entries()).filter(({ isTrashed }) => isTrashed).length
  /** Runs an action while other edits are saved; how many notes were in the trash when all was called saved. */
  const whenSaved = async (action) => {
    const told = []
    const look = () => {
      if (page.status.saved === 'saved' || page.documents.isSaved) told.push(stored())
    }
    page.addEventListener('status', look)
    let goOn
    isLetOn = new Promise((fulfill) => { goOn = fulfill })
    const done = action()
    look()
    page.create({ title: 'Meanwhile' })
    page.wake()
    await page.documents.save()
    look()
    assert.equal(told.length, 0, 'the action takes longer')
    goOn()
    await page.save()
    assert.equal(page.status.saved, 'saved')
    look()
    await done
    page.removeEventListener('status', look)
    return [...new Set(await Promise.all(told))]
  }
  let trashed
  const isForgotten = () => until(() => ids.every((id) => !page.documents.heldNow(`note/${id}`)))
  assert.deepEqual(await whenSaved(() => page.edit(ids, { isTrashed: true }, (action) => { trashed = action })), [200])
  await isForgotten()
  assert.deepEqual(await whenSaved(() => page.undo(trashed)), [0])
  await isForgotten()
  assert.deepEqual(await whenSaved(() => page.edit(ids, { isTrashed: true })), [200])
  await isForgotten()
  assert.deepEqual(await whenSaved(() => page.purge(ids)), [0])
  browser.close()
})

test('A save that begins while a document is removed does not bring it back', async () => {
  const browser = new TestBrowser()
  const page = await browser.open()
  const id = page.create({ title: 'Gone' })
  await page.save()
  const name = `note/${id}`
  const held = await page.documents.hold(name)
  const removal = page.documents.remove([name])
  page.documents.edited(held)
  await page.documents.save()
  await removal
  await page.documents.save()
  assert.equal(await browser.storage.read(name), undefined)
  browser.close()
})
