// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atRest, loadModule, shortDelays, TestBrowser, turns, until } from './pages.mjs'
import { FakeServer } from './fake-server.mjs'

const begin = async () => {
  const module = await loadModule()
  const server = new FakeServer(module)
  return { module, server, browser: new TestBrowser(server) }
}

test('A note written in the page is in the library, and the other way round', async () => {
  const { module, server, browser } = await begin()
  server.edit('note/' + '1'.repeat(32), (note) => note.merge(module.Note.create({ title: 'Theirs', text: 'a' })))
  const page = await browser.open()
  await atRest(page)
  assert.deepEqual(page.rows().map(({ title }) => title), ['Theirs'])
  const id = page.create({ title: 'Mine', text: 'b', folder: 'Home', tags: ['x'] })
  await until(() => server.note(id))
  assert.equal(server.note(id).summary().folder, 'Home')
  assert.equal(String(server.note(id).text), 'b')
  server.edit('note/' + id, (note) => note.text.insert(1, 'c'))
  await until(() => page.rows().some(({ snippet }) => snippet === 'bc'))
  await atRest(page)
  browser.close()
})

test('Letters come and go while a note is open', async () => {
  const { server, browser } = await begin()
  const page = await browser.open()
  const id = page.create({ title: 'Both', text: 'one three' })
  const note = await page.open(id)
  let copy = note.text
  note.addEventListener('arrived', ({ changes }) => {
    for (const { start, end, text } of changes.toReversed()) copy = copy.slice(0, start) + text + copy.slice(end)
  })
  await until(() => server.note(id))
  server.edit('note/' + id, ({ text }) => text.insert(4, 'two '))
  await until(() => copy === 'one two three')
  note.replace(0, 3, 'ONE')
  copy = 'ONE' + copy.slice(3)
  await until(() => String(server.note(id).text) === 'ONE two three')
  assert.equal(note.text, copy)
  browser.close()
})

test('A server that was away gets what waits', async () => {
  const { server, browser } = await begin()
  const page = await browser.open()
  await atRest(page)
  server.stop()
  await until(() => page.status.server === 'offline')
  const id = page.create({ title: 'Offline', text: 'x' })
  await page.save()
  assert.equal(page.status.saved, 'saved')
  assert.equal(page.status.waiting, 1)
  page.close()
  const again = await browser.open()
  assert.deepEqual(again.rows().map(({ title, isWaiting }) => [title, isWaiting]), [['Offline', true]])
  server.start()
  await until(() => server.note(id))
  await atRest(again)
  browser.close()
})

test('A first copy is listed first, and then fetched in pieces', async () => {
  const { module, server, browser } = await begin()
  const name = (number) => `note/${number.toString(16).padStart(32, '0')}`
  for (let number = 0; number < 600; number++) {
    server.edit(name(number), (note) => note.merge(module.Note.create({ title: `N${number}`, text: 'word' })))
  }
  const page = await browser.open()
  const seen = []
  page.addEventListener('status', () => {
    if (page.status.fetching) seen.push([page.status.fetching.done, page.rows().length])
  })
  await atRest(page)
  await until(() => page.rows().every(({ isLoading }) => !isLoading))
  assert.ok(seen.length > 1, 'the fetching is told')
  assert.deepEqual(seen.map(([done]) => done), [0, 250, 500, 600].slice(0, seen.length))
  assert.ok(seen.every(([, rows]) => rows === 600), 'all rows are there from the beginning')
  assert.equal(server.requests.filter((request) => request === 'POST /v1/documents').length, 3)
  assert.equal(server.requests.filter((request) => request.startsWith('POST /v1/documents/')).length, 0)
  assert.equal(page.rows().filter(({ isUnseen }) => isUnseen).length, 0)
  // Nothing is fetched again.
  page.close()
  server.requests.length = 0
  const again = await browser.open()
  await atRest(again)
  assert.ok(!server.requests.some((request) => request.includes('documents')), server.requests.join())
  browser.close()
})

test('Another library behind the same address is not mixed', async () => {
  const { module, server, browser } = await begin()
  const page = await browser.open()
  const id = page.create({ title: 'Mine' })
  await atRest(page)
  page.close()
  const other = new FakeServer(module, 'another-library')
  const again = await browser.open({ fetch: other.fetch })
  again.create({ title: 'Also mine' })
  await until(() => again.status.problem?.code === 'library')
  await until(() => again.status.server === 'offline')
  assert.equal(other.documents.size, 0)
  assert.equal(again.rows().length, 2)
  assert.ok(again.rows().some((row) => row.id === id))
  browser.close()
})

test('A code that is refused is said in words', async () => {
  const { server, browser } = await begin()
  const page = await browser.open({ code: 'x'.repeat(22) })
  await until(() => page.status.problem?.code === 'code')
  assert.match(page.status.problem.text, /Run decent serve --open/)
  browser.close()
})

test('A library that lost what it had gets it again', async () => {
  const { module, server, browser } = await begin()
  const page = await browser.open()
  const ids = ['One', 'Two'].map((title) => page.create({ title, text: title }))
  await atRest(page)
  page.close()
  const restored = new FakeServer(module)
  const again = await browser.open({ fetch: restored.fetch })
  await until(() => ids.every((id) => String(restored.note(id)?.text).length === 3))
  again.create({ title: 'Three' })
  await atRest(again)
  assert.equal(restored.documents.size, 3)
  browser.close()
})

test('A library that lacks the base of a delta gets the whole document', async () => {
  const { module, server, browser } = await begin()
  const page = await browser.open()
  const id = page.create({ title: 'Base', text: 'base' })
  await atRest(page)
  server.documents.set(`note/${id}`, new module.Note())
  const note = await page.open(id)
  note.replace(4, 4, ' and more')
  await until(() => String(server.note(id).text) === 'base and more')
  browser.close()
})

test('A purged note goes, unless it was edited here', async () => {
  const { server, browser } = await begin()
  const page = await browser.open()
  const ids = ['Goes', 'Stays'].map((title) => page.create({ title, text: 'x' }))
  await atRest(page)
  const open = await page.open(ids[0])
  let isGone = false
  open.addEventListener('gone', () => { isGone = true })
  server.purge(ids[0])
  await until(() => page.rows().length === 1 && isGone)
  server.stop()
  await until(() => page.status.server === 'offline')
  const note = await page.open(ids[1])
  note.replace(0, 0, 'edited ')
  await page.save()
  server.purge(ids[1])
  server.start()
  await until(() => String(server.note(ids[1])?.text) === 'edited x')
  assert.equal(page.rows().length, 1)
  await until(() => page.rows()[0].wasPurged, 'the row says that the note came back')
  browser.close()
})

test('A note that another device purged and that came back says so, also later', async () => {
  const { server, browser, module } = await begin()
  const page = await browser.open()
  const other = await browser.open()
  const id = page.create({ title: 'Comes back', text: 'x' })
  await page.edit([id], { isTrashed: true })
  await atRest(page)
  assert.equal(page.rows({ view: 'trash' })[0].wasPurged, false)
  const whole = server.note(id).deltaSince(new module.Note().version())
  server.purge(id)
  await until(() => page.rows({ view: 'trash' }).length === 0)
  server.edit(`note/${id}`, (note) => {
    note.mergeDelta(whole)
    note.text.replace(1, 1, ' and more')
  })
  const wasPurged = (of) => of.rows({ view: 'trash' })[0]?.wasPurged === true
  for (const each of [page, other]) await until(() => wasPurged(each))
  await atRest(page)
  // The storage has it, and an edit keeps it.
  const third = await browser.open()
  await until(() => wasPurged(third))
  await third.edit([id], { addTag: 'back' })
  await atRest(third)
  assert.ok(wasPurged(third))
  assert.equal((await browser.storage.read(`note/${id}`)).entry.wasPurged, true)
  browser.close()
})

test('One page of a browser exchanges; another takes over when it goes', async () => {
  const { server, browser } = await begin()
  const [one, other] = [await browser.open(), await browser.open()]
  await atRest(one)
  await until(() => other.status.server === 'online')
  const id = other.create({ title: 'By way of the first' })
  await until(() => server.note(id))
  const streams = () => server.requests.filter((request) => request === 'GET /v1/events').length
  await until(() => streams() > 0)
  assert.equal(streams(), 1)
  one.close()
  const next = other.create({ title: 'By itself' })
  await until(() => server.note(next) && streams() > 1)
  assert.equal(streams(), 2)
  browser.close()
})

test('What came while one looked elsewhere is unseen until it is looked at', async () => {
  const { server, browser } = await begin()
  server.devices = [device('0', { isThisDevice: true }), device('1', { name: 'Pixel' })]
  const page = await browser.open()
  const id = page.create({ title: 'News', text: 'a' })
  await atRest(page)
  server.edit(`note/${id}`, ({ text }) => text.insert(1, 'b'), '1'.repeat(32))
  await until(() => page.rows()[0].isUnseen)
  await page.see(id)
  assert.ok(!page.rows()[0].isUnseen)
  assert.ok(!(await browser.storage.read(`note/${id}`)).entry.isUnseen)
  browser.close()
})

test('What the command line of this device writes is not new from elsewhere', async () => {
  const own = '0'.repeat(32)
  // The device may be told, or the only one that there is.
  for (const [devices, writer] of [[[device('0', { isThisDevice: true }), device('1')], own], [[], null]]) {
    const { server, browser } = await begin()
    Object.assign(server, { devices, device: own })
    const page = await browser.open()
    const id = page.create({ title: 'Open', text: 'a' })
    await atRest(page)
    const note = await page.open(id)
    const arrived = []
    note.addEventListener('arrived', ({ changes }) => arrived.push(...changes.map(({ device: by }) => by.isOwn)))
    server.edit(`note/${id}`, ({ text }) => text.insert(1, 'b'), writer)
    server.edit(`note/${'f'.repeat(32)}`, (other) => other.merge(server.module.Note.create({ title: 'New' })), writer)
    await until(() => note.text === 'ab' && page.rows().length === 2)
    note.close()
    server.edit(`note/${id}`, ({ text }) => text.insert(1, 'c'), writer)
    await until(() => page.entry(id).snippet === 'acb')
    await atRest(page)
    assert.deepEqual(page.rows().map(({ isUnseen, device: by }) => [!!isUnseen, by]), [[false, null], [false, null]])
    assert.deepEqual(arrived, [true])
    browser.close()
  }
})

test('All notes are marked as seen at once, in all tabs', async () => {
  const { server, browser } = await begin()
  server.devices = [device('0', { isThisDevice: true }), device('1')]
  const [page, other] = [await browser.open(), await browser.open()]
  const ids = ['One', 'Two', 'Three'].map((title) => page.create({ title }))
  await atRest(page)
  for (const id of ids.slice(1)) server.edit(`note/${id}`, ({ text }) => text.insert(0, 'b'), '1'.repeat(32))
  const unseen = (each) => each.rows().filter((row) => row.isUnseen).length
  await until(() => unseen(page) === 2 && unseen(other) === 2)
  await page.see(...ids)
  assert.equal(unseen(page), 0)
  await until(() => unseen(other) === 0)
  browser.close()
})

test('A note that is purged in the page does not come back', async () => {
  const { server, browser } = await begin()
  const [page, other] = [await browser.open(), await browser.open()]
  const ids = ['Purged', 'Kept'].map((title) => page.create({ title }))
  await atRest(page)
  assert.deepEqual(await page.purge(ids), [])
  assert.equal(page.rows().length, 2, 'only notes of the trash are purged')
  await page.edit([ids[0]], { isTrashed: true })
  assert.deepEqual(await page.purge(ids), [ids[0]])
  await atRest(page)
  await until(() => other.rows({ view: 'trash' }).length === 0)
  assert.deepEqual(page.rows().map(({ title }) => title), ['Kept'])
  assert.equal(await browser.storage.read(`note/${ids[0]}`), undefined)
  assert.equal(server.note(ids[0]), undefined)
  assert.ok(server.note(ids[1]))
  browser.close()
})

/** The numbers of notes in the trash that a page shows from now on. */
function numbersInTrash(page) {
  const numbers = new Set()
  page.addEventListener('rows', () => numbers.add(page.rows({ view: 'trash' }).length))
  return numbers
}

test('A note that is purged while the library lists it does not come back', async () => {
  const { server, browser } = await begin()
  const page = await browser.open()
  const [id] = ['Purged', 'Kept'].map((title) => page.create({ title }))
  await atRest(page)
  let purge = null
  let numbers
  server.onAnswer = async ({ pathname }) => {
    if (pathname !== '/v1/changes' || purge) return
    purge = page.purge([id])
    await purge
    numbers = numbersInTrash(page)
  }
  await page.edit([id], { isTrashed: true })
  await until(() => purge)
  await atRest(page)
  await until(() => !server.note(id))
  await atRest(page)
  assert.deepEqual([...numbers], [0])
  browser.close()
})

test('A note that goes while it is fetched is listed no more', async () => {
  const { module, server, browser } = await begin()
  const [gone, kept] = ['1', '2'].map((digit) => digit.repeat(32))
  for (const id of [gone, kept]) server.edit(`note/${id}`, (note) => note.merge(module.Note.create({ title: id })))
  server.onAnswer = ({ pathname }) => {
    if (pathname !== '/v1/changes') return
    server.onAnswer = () => {}
    server.purge(gone)
  }
  const page = await browser.open()
  await until(() => page.rows().map(({ id }) => id).join() === kept)
  await atRest(page)
  browser.close()
})

test('A note that was edited while it was only listed goes with the list of the library', async () => {
  const { module, server, browser } = await begin()
  const [gone, kept] = ['1', '2'].map((digit) => digit.repeat(32))
  const make = (id) => server.edit(`note/${id}`, (note) => note.merge(module.Note.create({ title: id })))
  make(kept)
  const backup = server.backup()
  make(gone)
  server.onAnswer = async ({ pathname }) => {
    if (pathname === '/v1/documents') throw new TypeError('the connection is lost')
  }
  const page = await browser.open()
  await until(() => page.rows().length === 2)
  await page.edit([gone], { priority: 3 })
  server.onAnswer = async () => {}
  server.restore(backup)
  await until(() => page.rows().map(({ id }) => id).join() === kept)
  await atRest(page)
  browser.close()
})

test('A note that was purged without the server does not come back when it is there', async () => {
  const { server, browser } = await begin()
  const first = await browser.open()
  const id = first.create({ title: 'Purged' })
  await first.edit([id], { isTrashed: true })
  await atRest(first)
  server.stop()
  await first.purge([id])
  first.close()
  const page = await browser.open()
  const numbers = numbersInTrash(page)
  server.restart({ isKilled: true })
  page.wake()
  await until(() => !server.note(id))
  await atRest(page)
  assert.deepEqual([...numbers], [0])
  browser.close()
})

test('Typing without the server does not hurry the retries', async () => {
  const { server } = await begin()
  const browser = new TestBrowser(server, { delays: { ...shortDelays, retry: 60_000, longestRetry: 60_000 } })
  const page = await browser.open()
  await atRest(page)
  server.stop()
  await until(() => page.status.server === 'offline')
  let asked = 0
  server.onRequest = async () => { asked++ }
  const note = await page.open(page.create({ title: 'Offline' }))
  for (let letter = 0; letter < 20; letter++) {
    note.replace(0, 0, 'x')
    await page.documents.save()
  }
  // A request that an edit hurries is made within a few turns.
  await turns()
  assert.ok(asked <= 1, `${asked} requests`)
  server.start()
  page.wake()
  await atRest(page)
  browser.close()
})

const device = (digit, parts) => ({
  id: digit.repeat(32), name: null, isThisDevice: false, isRetired: false, lastSeen: null, holdsBack: 0, ...parts,
})

test('Rows and arrivals say whose edits came, in all tabs', async () => {
  const { server, browser } = await begin()
  server.devices = [device('0', { isThisDevice: true, name: 'desk' }), device('1', { name: 'Pixel' }), device('2')]
  const [page, other] = [await browser.open(), await browser.open()]
  const id = page.create({ title: 'Both', text: 'a' })
  await atRest(page)
  await until(() => other.rows().length === 1)
  const notes = [await page.open(id), await other.open(id)]
  const arrived = notes.map((note) => {
    const all = []
    note.addEventListener('arrived', ({ changes }) => all.push(...changes.map(({ text, from, device: by }) => [text, from, by?.name])))
    return all
  })
  server.edit(`note/${id}`, ({ text }) => text.insert(1, 'b'), '1'.repeat(32))
  await until(() => notes.every(({ text }) => text === 'ab') && arrived.every(({ length }) => length > 0))
  assert.deepEqual(arrived, [[['b', 'server', 'Pixel']], [['b', 'server', 'Pixel']]])
  const pixel = { id: '1'.repeat(32), name: 'Pixel', color: 2 }
  await until(() => [page, other].every((each) => each.rows()[0].device?.name))
  for (const each of [page, other]) assert.deepEqual(each.rows()[0].device, pixel)
  // It stays after the page is closed, until someone else writes.
  for (const note of notes) note.close()
  await atRest(page)
  const third = await browser.open()
  await until(() => third.rows()[0].device)
  assert.deepEqual(third.rows()[0].device, pixel)
  server.edit(`note/${id}`, ({ text }) => text.insert(2, 'c'), '2'.repeat(32))
  await until(() => page.rows()[0].device?.name === 'Device 2222')
  assert.equal(page.rows()[0].device.color, 3)
  const note = await page.open(id)
  note.replace(0, 0, 'own ')
  await until(() => page.rows()[0].device === null)
  server.edit(`note/${id}`, ({ text }) => text.insert(0, 'desk '))
  await until(() => page.rows()[0].snippet.startsWith('desk'))
  assert.equal(page.rows()[0].device, null)
  assert.deepEqual(page.status.devices.map(({ color }) => color), [1, 2, 3])
  browser.close()
})

test('Rows say which device writes now, in all tabs', async () => {
  const { server, browser } = await begin()
  server.devices = [device('0', { isThisDevice: true }), device('1', { name: 'Pixel' })]
  const delays = { ...shortDelays, writing: 3_600_000 }
  const [page, other] = [await browser.open({ delays }), await browser.open({ delays })]
  const late = await browser.open({ delays: { ...shortDelays, writing: 1 } })
  const id = page.create({ title: 'Both', text: 'a' })
  await atRest(page)
  assert.equal(page.rows()[0].writing, null)
  let announced = 0
  server.edit(`note/${id}`, ({ text }) => text.insert(1, 'b'), '1'.repeat(32))
  await until(() => [page, other].every((each) => each.rows()[0]?.writing?.name === 'Pixel'))
  // Where the time is over, the rows are drawn again.
  late.addEventListener('rows', () => announced++)
  server.edit(`note/${id}`, ({ text }) => text.insert(1, 'c'), '1'.repeat(32))
  await until(() => announced > 1 && late.rows()[0].device && late.rows()[0].writing === null)
  page.edit([id], { priority: 3 })
  await until(() => [page, other].every((each) => each.rows()[0].writing === null))
  browser.close()
})

test('Edits that come with an answer to own edits are not those of the device before', async () => {
  const { server, browser } = await begin()
  server.devices = [device('0', { isThisDevice: true }), device('1', { name: 'Pixel' }), device('2')]
  const page = await browser.open()
  const id = page.create({ title: 'Both', text: 'a' })
  await atRest(page)
  const note = await page.open(id)
  const arrived = []
  note.addEventListener('arrived', ({ changes }) => arrived.push(...changes.map(({ text, device: by }) => [text, by?.name])))
  server.edit(`note/${id}`, ({ text }) => text.insert(1, 'b'), '1'.repeat(32))
  await until(() => note.text === 'ab')
  await atRest(page)
  let isEdited = false
  server.onRequest = async ({ pathname }, method) => {
    if (isEdited || method !== 'POST' || !pathname.startsWith('/v1/documents/')) return
    isEdited = true
    server.edit(`note/${id}`, ({ text }) => text.insert(2, 'c'), '2'.repeat(32))
  }
  note.replace(0, 0, 'own ')
  await until(() => note.text === 'own abc' && arrived.length > 1)
  assert.deepEqual(arrived, [['b', 'Pixel'], ['c', 'Device 2222']])
  browser.close()
})

test('The first rows of a first copy are shown while the others are on their way', async () => {
  const { server, browser } = await begin()
  for (let number = 0; number < 8; number++) {
    const id = number.toString(16).padStart(32, '0')
    server.edit(`note/${id}`, (note) => note.merge(server.module.Note.create({ title: `Note ${number}` })))
  }
  let goOn
  const isShown = new Promise((fulfill) => { goOn = fulfill })
  const { fetch } = server
  const page = await browser.open({
    fetch: async (address, options) => {
      const answer = await fetch(address, options)
      if (!String(address).includes('changes?after=0')) return answer
      const [first, second] = (await answer.text()).match(/.+\n/g)
      const bytes = (line) => new TextEncoder().encode(line)
      return new Response(new ReadableStream({
        async start(controller) {
          // In pieces that end anywhere.
          for (let at = 0; at < first.length; at += 7) controller.enqueue(bytes(first.slice(at, at + 7)))
          await isShown
          controller.enqueue(bytes(second))
          controller.close()
        },
      }))
    },
  })
  await until(() => page.rows().length === 3)
  assert.deepEqual(page.rows().map(({ title }) => title).sort(), ['Note 5', 'Note 6', 'Note 7'])
  goOn()
  await until(() => page.rows().length === 8 && page.rows().every(({ isLoading }) => !isLoading))
  browser.close()
})

test('A server of before, which names no device, is understood', async () => {
  const { server, browser } = await begin()
  const { fetch } = server
  const page = await browser.open({
    fetch: async (address, options) => {
      const answer = await fetch(address, options)
      if (!String(address).includes('changes') || !answer.ok) return answer
      const record = await answer.json()
      for (const document of record.documents) delete document.device
      // And writes all in one object without a line end.
      return new Response(JSON.stringify(record))
    },
  })
  const id = page.create({ title: 'Old', text: 'a' })
  await atRest(page)
  server.edit(`note/${id}`, ({ text }) => text.insert(1, 'b'), '1'.repeat(32))
  await until(() => page.rows()[0].snippet === 'ab')
  assert.equal(page.rows()[0].device, null)
  browser.close()
})

test('A device is retired, and one that is not known is refused', async () => {
  const { server, browser } = await begin()
  server.devices = [device('0', { isThisDevice: true }), device('1', { name: 'Old tablet' })]
  const page = await browser.open()
  await atRest(page)
  await page.retire('1'.repeat(32))
  await until(() => page.status.devices[1].isRetired)
  await assert.rejects(page.retire('3'.repeat(32)), ({ code }) => code === 'no-such-device')
  server.stop()
  await assert.rejects(page.retire('1'.repeat(32)), TypeError)
  browser.close()
})

test('The edits of a page tell the device of the server, also before it answers', async () => {
  const server = new FakeServer(await loadModule())
  server.device = '000000000000000000000000000000ab'
  const browser = new TestBrowser(server)
  const told = []
  const open = async () => browser.open({ module: { ...await loadModule(), setDevice: (device) => told.push(device) } })
  const pages = [await open(), await open()]
  pages[0].create({ title: 'Plan' })
  await atRest(...pages)
  await until(() => pages.every((page) => page.status.device === server.device) && told.length > 0)
  assert.deepEqual([...new Set(told)], [server.device])
  browser.close()
  told.length = 0
  server.isUp = false
  await open()
  await until(() => told.length > 0)
  assert.deepEqual(told, [server.device])
  browser.close()
})

test('The device is known before the first notes are shown', async () => {
  const module = await loadModule()
  const server = new FakeServer(module)
  server.device = '000000000000000000000000000000ab'
  server.edit(`note/${'a'.repeat(32)}`, (note) => note.merge(module.Note.create({ title: 'Plan' })))
  const browser = new TestBrowser(server)
  let goOn
  const isAllowed = new Promise((fulfill) => { goOn = fulfill })
  const page = await browser.open({
    fetch: async (address, options) => {
      if (String(address).endsWith('/status')) await isAllowed
      return server.fetch(address, options)
    },
  })
  await until(() => page.rows().length === 1)
  assert.equal(page.status.device, server.device)
  goOn()
  await atRest(page)
  browser.close()
})

test('What is no id of a device is refused, and does not keep a page from its server', async () => {
  const module = await loadModule()
  for (const text of ['', 'laptop', '1'.repeat(31), 'g'.repeat(32), 'A'.repeat(32), null, undefined]) {
    assert.throws(() => module.setDevice(text), { name: 'TypeError', message: `no id of a device: ${text}` })
  }
  module.setDevice('1'.repeat(32))
  const server = new FakeServer(module)
  server.device = 'laptop'
  const browser = new TestBrowser(server)
  const page = await browser.open()
  page.create({ title: 'Plan' })
  await atRest(page)
  await until(() => page.status.device === 'laptop')
  page.close()
  await atRest(await browser.open())
  browser.close()
})

test('A history names the devices that the server names', async () => {
  const server = new FakeServer(await loadModule())
  const [here, phone, old] = ['1', '2', '3'].map((digit) => digit.repeat(32))
  server.device = here
  server.devices = [{ id: here, isThisDevice: true }, { id: phone, name: 'Phone' }, { id: old, name: null }]
  const browser = new TestBrowser(server)
  const page = await browser.open()
  const id = page.create({ title: 'Plan' })
  await atRest(page)
  const left = { device: '4'.repeat(32), deviceName: 'Old laptop' }
  page.connection.server.history = async () => [here, phone, old, null].map((device) => ({ device })).concat(left)
  assert.deepEqual((await page.history(id)).map(({ device }) => device && [device.name, device.color]),
    [['fake', 1], ['Phone', 2], ['Device 3333', 3], null, ['Old laptop', 0]])
  browser.close()
})
