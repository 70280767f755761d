// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atRest, loadModule, shortDelays, TestBrowser, turns, until } from './pages.mjs'
import { FakeServer } from './fake-server.mjs'

const ids = ['a', 'b', 'c'].map((digit) => digit.repeat(32))
const [damaged, ...whole] = ids

/** A browser with three notes that the server has; what is stored of the first is then changed. */
const begin = async (change) => {
  const module = await loadModule()
  const server = new FakeServer(module)
  for (const id of ids) server.edit(`note/${id}`, (note) => note.merge(module.Note.create({ title: id[0], text: 'text' })))
  const browser = new TestBrowser(server)
  const page = await browser.open()
  await atRest(page)
  page.close()
  await damage(browser.storage, `note/${damaged}`, change)
  return { module, server, browser }
}

const cut = (bytes) => bytes.slice(0, bytes.length - 7)
/** The frame with the version of a later program, which stands behind its mark, and with the checksum that fits. */
function later(bytes) {
  const frame = Uint8Array.from(bytes, (byte, place) => (place === 4 ? 99 : byte))
  new DataView(frame.buffer).setUint32(frame.length - 4, crc32c(frame.subarray(0, -4)), true)
  return frame
}

function crc32c(bytes) {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (0x82f63b78 & -(sum & 1))
  }
  return ~sum >>> 0
}

const damage = (storage, name, change, parts = {}) => storage.update([name], (records) => {
  const { document, entry } = records.get(name)
  return { puts: [{ name, document: { ...document, bytes: change(document.bytes) }, entry: { ...entry, ...parts } }] }
})

test('A damaged note that waits hinders no other, and is said', async () => {
  const { server, browser } = await begin(cut)
  await damage(browser.storage, `note/${damaged}`, (bytes) => bytes, { isWaiting: true })
  const page = await browser.open()
  await until(() => page.status.server === 'online' && page.status.stuck.length > 0)
  assert.deepEqual(page.status.stuck.map(({ code, id, note }) => [code, id, note]), [['damaged', damaged, 'a']])
  const note = await page.open(whole[0])
  note.replace(0, 0, 'more ')
  await until(() => String(server.note(whole[0]).text) === 'more text')
  const made = page.create({ title: 'New' })
  await until(() => server.note(made))
  server.edit(`note/${whole[1]}`, ({ text }) => text.insert(0, 'other '))
  await until(() => page.rows().some(({ snippet }) => snippet === 'other text'))
  assert.equal(page.status.server, 'online')
  assert.equal(page.status.saved, 'saved')
  browser.close()
})

test('A damaged note is said when it is opened, and fetched again', async () => {
  const { server, browser } = await begin(cut)
  const page = await browser.open()
  const failures = []
  page.addEventListener('failed', ({ failure }) => failures.push(failure.code))
  await assert.rejects(page.open(damaged), ({ failure }) => failure.code === 'damaged')
  assert.deepEqual(failures, ['damaged'])
  server.edit(`note/${damaged}`, ({ text }) => text.insert(4, ' of the server'))
  await until(() => page.status.stuck.length === 1)
  server.stop()
  await until(() => page.status.server === 'offline')
  await assert.rejects(page.fetchAgain(damaged), TypeError)
  server.start()
  assert.equal(await page.fetchAgain(damaged), true)
  assert.equal((await page.open(damaged)).text, 'text of the server')
  await atRest(page)
  assert.deepEqual(page.status.stuck, [])
  browser.close()
})

test('A damaged note that no server has can be removed', async () => {
  const { server, browser } = await begin(cut)
  server.documents.delete(`note/${damaged}`)
  const page = await browser.open()
  await until(() => page.status.server === 'online')
  assert.equal(await page.fetchAgain(damaged), false)
  await page.dropUnreadable(damaged)
  assert.deepEqual(page.rows().map(({ id }) => id).sort(), whole)
  assert.equal(await browser.storage.read(`note/${damaged}`), undefined)
  browser.close()
})

test('A damaged note keeps no other from an action, and the list says what is so', async () => {
  const { browser } = await begin(cut)
  const page = await browser.open()
  await page.edit(ids, { addTag: 'all' })
  const tags = Object.fromEntries(page.rows().map((row) => [row.id, row.tags]))
  assert.deepEqual(tags, { [damaged]: [], [whole[0]]: ['all'], [whole[1]]: ['all'] })
  browser.close()
})

test('A search reads a damaged note once', async () => {
  const { browser } = await begin(cut)
  await browser.storage.update([], () => ({ puts: [{ name: `note/${damaged}`, text: { text: '', stamp: 0 } }] }))
  const page = await browser.open()
  const { storage } = browser
  const read = storage.read.bind(storage)
  let reads = 0
  storage.read = (name) => {
    if (name === `note/${damaged}`) reads++
    return read(name)
  }
  page.addEventListener('rows', () => page.rows({ query: 'text' }))
  await until(() => page.rows({ query: 'text' }).length === 2)
  await until(() => !page.isSearching)
  await turns()
  assert.equal(reads, 1)
  browser.close()
})

test('Stored bytes that get damaged under an open note are written anew', async () => {
  const { browser } = await begin((bytes) => bytes)
  const page = await browser.open()
  const note = await page.open(damaged)
  const [record] = [await browser.storage.read(`note/${damaged}`)]
  await browser.storage.update([], () => ({ puts: [{
    name: `note/${damaged}`, document: { bytes: cut(record.document.bytes), stamp: record.document.stamp + 1 },
  }] }))
  note.replace(0, 0, 'kept ')
  await page.save()
  page.close()
  const again = await browser.open()
  assert.equal((await again.open(damaged)).text, 'kept text')
  browser.close()
})

test('A newer page of the same browser is not overwritten, and its note hinders no save', async () => {
  const { server, browser } = await begin((bytes) => bytes)
  const page = await browser.open()
  const [newer, other] = [await page.open(damaged), await page.open(whole[0])]
  const record = await browser.storage.read(`note/${damaged}`)
  const bytes = later(record.document.bytes)
  await browser.storage.update([], () => ({ puts: [{
    name: `note/${damaged}`, document: { bytes, stamp: record.document.stamp + 1 },
  }] }))
  newer.replace(0, 0, 'here ')
  other.replace(0, 0, 'saved ')
  await assert.rejects(newer.save(), ({ code }) => code === 'newer')
  await Promise.all([other.save(), page.sync()])
  assert.equal(page.status.failure.code, 'newer-note')
  assert.deepEqual((await browser.storage.read(`note/${damaged}`)).document.bytes, bytes)
  // What cannot be saved is sent.
  await until(() => String(server.note(damaged).text) === 'here text')
  // What came is taken in once.
  server.edit(`note/${damaged}`, ({ text }) => text.insert(0, 'there '))
  await until(async () => newer.text === 'there here text'
    && (await browser.storage.meta('server')).revision === server.revision)
  page.close()
  const again = await browser.open()
  assert.equal((await again.open(whole[0])).text, 'saved text')
  await until(() => again.status.server === 'online' && again.status.stuck.length > 0)
  assert.deepEqual(again.status.stuck.map(({ code, id }) => [code, id]), [['newer-note', damaged]])
  again.close()
  // The newer program asks for what the other could not store.
  await browser.storage.update([], () => ({ puts: [{ name: `note/${damaged}`, document: record.document }] }))
  const last = await browser.open()
  await atRest(last)
  await until(async () => (await last.open(damaged)).text === 'there here text')
  await until(async () => (await browser.storage.meta('stuck')).length === 0)
  browser.close()
})

test('A damaged note is said again by the next page', async () => {
  const { server, browser } = await begin(cut)
  server.edit(`note/${damaged}`, ({ text }) => text.insert(4, ' of the server'))
  for (let page = 0; page < 3; page++) {
    const each = await browser.open()
    await until(() => each.status.server === 'online' && each.status.stuck.length > 0)
    assert.deepEqual(each.status.stuck.map(({ code, id }) => [code, id]), [['damaged', damaged]])
    await until(async () => (await browser.storage.meta('server')).revision === server.revision)
    each.close()
  }
  // A page that was told to drop it asks for it once more.
  await browser.storage.update([], () => ({ removes: [`note/${damaged}`] }))
  const page = await browser.open()
  await atRest(page)
  assert.equal((await page.open(damaged)).text, 'text of the server')
  browser.close()
})

test('A damaged note that the library lost, and that was removed, is not asked for again', async () => {
  const { server, browser } = await begin(cut)
  server.edit(`note/${damaged}`, ({ text }) => text.insert(4, ' of the server'))
  const page = await browser.open()
  await until(() => page.status.stuck.length === 1)
  await until(async () => (await browser.storage.meta('stuck'))?.length === 1)
  page.close()
  server.documents.delete(`note/${damaged}`)
  await browser.storage.update([], () => ({ removes: [`note/${damaged}`] }))
  const again = await browser.open()
  await atRest(again)
  await until(() => again.status.stuck.length === 0)
  await until(async () => (await browser.storage.meta('stuck')).length === 0)
  browser.close()
})

test('A note of a newer program is said, and the others come', async () => {
  const module = await loadModule()
  const server = new FakeServer(module)
  for (const id of ids) server.edit(`note/${id}`, (note) => note.merge(module.Note.create({ title: id[0] })))
  const browser = new TestBrowser(server, { delays: shortDelays })
  const { fetch } = server
  const page = await browser.open({
    fetch: async (address, options) => {
      const answer = await fetch(address, options)
      if (!String(address).endsWith('/documents')) return answer
      const bytes = new Uint8Array(await answer.arrayBuffer())
      // The delta of the first note becomes one of another format.
      const view = new DataView(bytes.buffer)
      let place = 0
      for (let field = 0; field < 2; field++) place += 4 + view.getUint32(place, true)
      const delta = bytes.subarray(place + 4, place + 4 + view.getUint32(place, true))
      if (new TextDecoder().decode(bytes.subarray(4, 9)) === 'note/') delta.set(later(delta))
      return new Response(bytes)
    },
  })
  await until(() => page.status.server === 'online' && page.status.stuck.length > 0)
  await until(() => page.rows().filter(({ isLoading }) => !isLoading).length === 2)
  assert.deepEqual(page.status.stuck.map(({ code }) => code), ['newer-note'])
  const [missing] = page.rows().filter(({ isLoading }) => isLoading)
  page.close()
  // A page of that program asks for it.
  const again = await browser.open()
  await atRest(again)
  assert.deepEqual(again.rows().map(({ id }) => id).sort(), ids)
  assert.equal((await again.open(missing.id)).text, '')
  assert.deepEqual(again.status.stuck, [])
  browser.close()
})

test('A note that the server lists and does not send is said', async () => {
  const module = await loadModule()
  const server = new FakeServer(module)
  for (const id of ids) server.edit(`note/${id}`, (note) => note.merge(module.Note.create({ title: id[0] })))
  // As a library does of which a document is damaged.
  server.onRequest = async (url) => {
    if (url.pathname === '/v1/documents') server.documents.delete(`note/${damaged}`)
  }
  const page = await new TestBrowser(server).open()
  await until(() => page.status.server === 'online' && page.status.stuck.length > 0)
  assert.deepEqual(page.status.stuck.map(({ code, id }) => [code, id]), [['unserved', damaged]])
  await until(() => page.rows().filter(({ isLoading }) => !isLoading).length === 2)
})
