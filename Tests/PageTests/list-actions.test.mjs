// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atRest, loadModule, TestBrowser, turns, until } from './pages.mjs'
import { FakeServer } from './fake-server.mjs'

test('A tag or folder that no note takes changes neither list nor notes', async () => {
  const browser = new TestBrowser()
  const page = await browser.open()
  const ids = ['One', 'Two'].map((title) => page.create({ title, folder: 'Home', tags: ['old'] }))
  await page.edit(ids, { priority: 3 })
  const shown = () => page.rows().map(({ folder, tags, priority }) => [folder, ...tags, priority])
  const before = shown()
  for (const change of [{ addTag: 'x'.repeat(101) }, { folder: 'x'.repeat(1001) }]) {
    const refused = page.edit(ids, change)
    assert.notDeepEqual(shown(), before, 'the list is ahead')
    await assert.rejects(refused, { code: 'unsuitable' })
    assert.deepEqual(shown(), before)
  }
  await page.undo()
  assert.deepEqual(page.rows().map(({ priority }) => priority), [2, 2], 'the refused actions are not undone')
  browser.close()
})

test('An action that follows at once is not undone in the list when the one before is saved', async () => {
  const browser = new TestBrowser()
  const page = await browser.open()
  const ids = ['A', 'B', 'C', 'D'].map((title) => page.create({ title }))
  await page.save()
  let tellWritten, tellUndone
  const isWritten = new Promise((fulfill) => { tellWritten = fulfill })
  const isUndone = new Promise((fulfill) => { tellUndone = fulfill })
  const update = browser.storage.update.bind(browser.storage)
  browser.storage.update = async (...given) => {
    await update(...given)
    tellWritten()
    await isUndone
  }
  const trashed = page.edit(ids.slice(0, 3), { isTrashed: true })
  await isWritten
  const undone = page.undo()
  const counts = []
  page.addEventListener('rows', () => counts.push(page.rows().length))
  tellUndone()
  await Promise.all([trashed, undone])
  assert.ok(counts.length > 0)
  assert.deepEqual(counts.filter((count) => count !== 4), [])
  browser.close()
})

test('An action on notes that are not open is sent at once', async () => {
  const server = new FakeServer(await loadModule())
  const browser = new TestBrowser(server)
  const page = await browser.open()
  const ids = ['A', 'B', 'C'].map((title) => page.create({ title }))
  await atRest(page)
  await until(() => ids.every((id) => !page.documents.heldNow(`note/${id}`)))
  await page.edit(ids, { isTrashed: true })
  await until(() => ids.every((id) => server.note(id).summary().isTrashed), 'the server has it')
  browser.close()
})

test('A new note comes before all others, also before those of the same millisecond', async (t) => {
  t.mock.method(Date, 'now', () => 1_800_000_000_000)
  const browser = new TestBrowser()
  const page = await browser.open()
  const titles = Array.from({ length: 10 }, (_, place) => `${place}`)
  const ids = titles.map((title) => page.create({ title }))
  assert.deepEqual(page.rows().map(({ title }) => title), titles.reverse())
  Date.now.mock.mockImplementation(() => 1_700_000_000_000)
  page.create({ title: 'by a clock that was put back' })
  assert.equal(page.rows()[0].title, 'by a clock that was put back')
  await page.edit([ids[0]], { isTrashed: true })
  await page.undo()
  assert.deepEqual(page.rows().map(({ title }) => title).slice(1), titles)
  browser.close()
})

test('A title that is made of a text cuts no character', async () => {
  const browser = new TestBrowser()
  const page = await browser.open()
  page.create({ text: 'a' + '🌍'.repeat(60) })
  await page.save()
  assert.equal(page.rows()[0].title, 'a' + '🌍'.repeat(49))
  browser.close()
})

test('A move to where a note is does nothing, and another one counts wherever the note is', async () => {
  const browser = new TestBrowser()
  const { page, a, b, c } = await pageOfThree(browser)
  const order = () => page.rows().map(({ id }) => id).join()
  const before = [a, b, c].map((id) => page.entry(id).order)
  await page.move([b], { after: c, before: a })
  assert.deepEqual([a, b, c].map((id) => page.entry(id).order), before)
  // Another page moved the note, and this one does not list that yet.
  await page.documents.with([`note/${a}`], async ([held]) => {
    held.document.setOrder(page.module.Note.orderBetween(a, { before: before[2] }))
  })
  await page.move([a], { after: c, before: b })
  assert.equal(order(), [c, a, b].join())
  await page.undo()
  assert.equal(order(), [c, b, a].join())
  browser.close()
})

test('A move that failed is not undone', async () => {
  const browser = new TestBrowser()
  const maker = await browser.open()
  const ids = ['A', 'B', 'C'].map((title) => maker.create({ title }))
  await maker.save()
  const page = await browser.open()
  const before = page.rows().map(({ id }) => id)
  const held = page.documents.with
  page.documents.with = () => Promise.reject(new DOMException('the storage is closed', 'InvalidStateError'))
  await assert.rejects(page.move([ids[0]], { before: ids[2] }))
  page.documents.with = held
  assert.equal(page.actions.canUndo, false)
  assert.deepEqual(page.rows().map(({ id }) => id), before)
  browser.close()
})

/** A page with notes A, B and C, and what makes an action of it known: `begun` has them in their order. */
async function pageOfThree(browser) {
  const page = await browser.open()
  const [a, b, c] = ['A', 'B', 'C'].map((title) => page.create({ title }))
  await page.save()
  const begun = []
  const edit = (ids, change) => page.edit(ids, change, (action) => begun.push(action))
  return { page, a, b, c, begun, edit }
}

test('An action is undone by itself, whatever was done since', async () => {
  const browser = new TestBrowser()
  const { page, a, b, begun, edit } = await pageOfThree(browser)
  await edit([a], { isTrashed: true })
  await edit([b], { priority: 3 })
  page.create({ title: 'D' })
  const titles = () => page.rows().map(({ title }) => title).sort().join('')
  assert.equal(titles(), 'BCD')
  let effect
  assert.equal(await page.undo(begun[0], (it) => { effect = it }), begun[0])
  assert.deepEqual(effect, [{ id: a, parts: [['isTrashed', true, false]] }])
  assert.equal(titles(), 'ABCD')
  assert.equal(page.entry(b).priority, 3)
  assert.equal(await page.undo(begun[0]), null, 'once is enough')
  assert.equal(await page.redo(begun[0]), begun[0])
  assert.equal(titles(), 'BCD')
  assert.equal(await page.undo(), begun[0], 'it is the last again')
  await page.undo()
  assert.equal(titles(), 'ABC')
  browser.close()
})

test('What cannot be undone any more is not called undone', async () => {
  const browser = new TestBrowser()
  const { page, a, b, c, begun, edit } = await pageOfThree(browser)
  await edit([a, b], { folder: 'One' })
  await edit([a], { folder: 'Two' })
  await edit([b], { folder: 'One' })
  assert.equal(begun.length, 2, 'what changes nothing is no action')
  await page.undo(begun[0])
  assert.deepEqual([a, b].map((id) => page.entry(id).folder), ['Two', ''], 'what was changed since stays')
  await page.redo(begun[0])
  await edit([b], { folder: 'Three' })
  const shown = []
  page.addEventListener('rows', () => shown.push(page.entry(a).folder))
  assert.equal(await page.undo(begun[0]), null)
  assert.equal(shown.includes(''), false)

  // A note that was dropped for good is not brought back, and the action before is undone.
  await edit([c], { isTrashed: true })
  await page.purge([c])
  assert.equal(await page.undo(begun.at(-1)), null)
  assert.equal(await page.undo(), begun[2])
  assert.equal(page.entry(b).folder, 'One')
  browser.close()
})

/** A page with one note in the trash that the server has, too, and the place of both. */
async function pageOfTrash(delays) {
  const server = new FakeServer(await loadModule())
  const browser = new TestBrowser(server, delays && { delays })
  const page = await browser.open()
  const id = page.create({ title: 'A', text: 'one' })
  await page.edit([id], { isTrashed: true })
  await atRest(page)
  const append = (text) => ({ text: edited }) => edited.replace(edited.length, edited.length, text)
  const trash = (of = page) => of.rows({ view: 'trash' }).map(({ id }) => id)
  return { server, browser, page, id, append, trash }
}

test('A note stays if edits come from the server while it is purged', async () => {
  const { server, browser, page, id, append, trash } = await pageOfTrash()
  const { update } = browser.storage
  let isFirst = true
  browser.storage.update = async (...given) => {
    await update.apply(browser.storage, given)
    if (!isFirst) return
    isFirst = false
    // The purge is stored, and the note is not removed yet.
    server.edit(`note/${id}`, append(' two'))
    await until(() => page.documents.heldNow(`note/${id}`)?.document.text.toString() === 'one two')
  }
  assert.deepEqual(await page.purge([id]), [])
  await atRest(page)
  assert.deepEqual(trash(), [id])
  assert.equal(page.rows({ view: 'trash' })[0].wasPurged, true)
  assert.ok((await browser.storage.read(`note/${id}`)).document)
  assert.equal(server.note(id).text.toString(), 'one two')
  browser.close()
})

test('A note comes back with edits that were on their way when it was purged', async () => {
  const { server, browser, page, id, append, trash } = await pageOfTrash()
  let answer, tellAsked
  const isAnswered = new Promise((fulfill) => { answer = fulfill })
  const isAsked = new Promise((fulfill) => { tellAsked = fulfill })
  server.onAnswer = async ({ pathname }) => {
    if (!pathname.endsWith(id)) return
    tellAsked()
    await isAnswered
  }
  server.edit(`note/${id}`, append(' two'))
  await isAsked
  assert.deepEqual(await page.purge([id]), [id])
  assert.deepEqual(trash(), [])
  answer()
  await until(() => trash().length > 0, 'the note is back')
  await atRest(page)
  assert.deepEqual(trash(), [id])
  assert.equal(server.note(id).text.toString(), 'one two')
  browser.close()
})

test('A note comes back with letters that another page has not told when it is purged', async () => {
  const { server, browser, page, id, trash } = await pageOfTrash()
  const other = await browser.open({ delays: { ...browser.delays, tell: 60_000, save: 60_000 } })
  const note = await other.open(id)
  note.replace(0, 0, 'zero ')
  assert.deepEqual(await page.purge([id]), [id])
  await until(() => !page.documents.heldNow(`note/${id}`))
  await turns()
  await other.save()
  await until(() => trash().length > 0, 'the note is back')
  await atRest(page)
  assert.equal(server.note(id).text.toString(), 'zero one')
  assert.equal(page.rows({ view: 'trash' })[0].wasPurged, true)
  browser.close()
})

test('An undoing that failed can be done again', async () => {
  const browser = new TestBrowser()
  const maker = await browser.open()
  const id = maker.create({ title: 'A' })
  await maker.save()
  const page = await browser.open()
  await page.edit([id], { isTrashed: true })
  await until(() => !page.documents.heldNow(`note/${id}`))
  const { read } = browser.storage
  browser.storage.read = () => Promise.reject(new DOMException('the storage is closed', 'InvalidStateError'))
  await assert.rejects(page.undo())
  browser.storage.read = read
  assert.equal(page.entry(id).isTrashed, true)
  await page.undo()
  assert.equal((await browser.storage.read(`note/${id}`)).entry.isTrashed, false)
  browser.close()
})

test('A new note without an edit goes when it is left, and there is one at a place', async () => {
  const browser = new TestBrowser()
  const page = await browser.open()
  const draft = page.create({ isDraft: true })
  assert.equal(page.create({ isDraft: true }), draft)
  const note = await page.open(draft)
  assert.equal(note.title, 'New note')
  note.close()
  page.leave(draft)
  assert.deepEqual(page.rows(), [])
  await page.save()
  assert.equal(await browser.storage.read(`note/${draft}`), undefined)
  assert.equal(await page.undo(), null)

  const other = page.create({ isDraft: true, folder: 'Home' })
  assert.notEqual(page.create({ isDraft: true }), other)
  const touched = await page.open(other)
  touched.replace(0, 0, 'x')
  touched.close()
  page.leave(other)
  await page.save()
  assert.notEqual(await browser.storage.read(`note/${other}`), undefined)
  assert.notEqual(page.create({ isDraft: true, folder: 'Home' }), other)
  browser.close()
})

test('A new note that is filed and not written in stays', async () => {
  const browser = new TestBrowser()
  const page = await browser.open()
  const id = page.create({ isDraft: true })
  await page.edit([id], { addTag: 'home' })
  page.leave(id)
  await page.save()
  assert.deepEqual(page.rows().map(({ tags }) => tags), [['home']])
  browser.close()
})
