// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atRest, loadModule, TestBrowser, until } from './pages.mjs'
import { TwinServer } from './twin-server.mjs'

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
  const server = new TwinServer(await loadModule())
  const browser = new TestBrowser(server)
  const page = await browser.open()
  const ids = ['A', 'B', 'C'].map((title) => page.create({ title }))
  await atRest(page)
  await until(() => ids.every((id) => !page.documents.heldNow(`note/${id}`)))
  await page.edit(ids, { isTrashed: true })
  await until(() => ids.every((id) => server.note(id).summary().isTrashed), 'the server has it', 5000)
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

test('A move that failed is not undone', async () => {
  const browser = new TestBrowser()
  const maker = await browser.open()
  const ids = ['A', 'B', 'C'].map((title) => maker.create({ title }))
  await maker.save()
  const page = await browser.open()
  const { holdOrMake } = page.documents
  page.documents.holdOrMake = () => Promise.reject(new DOMException('the storage is closed', 'InvalidStateError'))
  await assert.rejects(page.move([ids[0]], { before: ids[2] }))
  page.documents.holdOrMake = holdOrMake
  assert.equal(page.actions.canUndo, false)
  browser.close()
})
