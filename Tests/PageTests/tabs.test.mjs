// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atRest, loadModule, TestBrowser, until } from './pages.mjs'
import { FakeServer } from './fake-server.mjs'

test('Two tabs type at once, and an anchor stays with its letter', async () => {
  const browser = new TestBrowser()
  const [one, other] = [await browser.open(), await browser.open()]
  const id = one.create({ title: 'Both', text: 'middle' })
  await one.save()
  const [left, right] = [await one.open(id), await other.open(id)]
  const anchor = left.anchor(3, 'after')
  right.replace(0, 0, '>> ')
  left.replace(6, 6, ' end')
  await until(() => left.text === '>> middle end' && right.text === '>> middle end')
  assert.equal(left.offset(anchor), 6)
  await atRest(one, other)
  browser.close()
})

test('Undo takes back only what was typed in this tab', async () => {
  const browser = new TestBrowser()
  const [one, other] = [await browser.open(), await browser.open()]
  const id = one.create({ title: 'Both' })
  await one.save()
  const [mine, theirs] = [await one.open(id), await other.open(id)]
  mine.replace(0, 0, 'mine')
  await until(() => theirs.text === 'mine')
  theirs.replace(4, 4, ' theirs')
  await until(() => mine.text === 'mine theirs')
  const arrived = []
  mine.addEventListener('arrived', ({ changes }) => arrived.push(...changes))
  assert.ok(mine.canUndo)
  mine.undo()
  assert.equal(mine.text, ' theirs')
  assert.deepEqual(arrived, [{ start: 0, end: 4, text: '', from: 'undo', device: null }])
  mine.redo()
  assert.equal(mine.text, 'mine theirs')
  await until(() => theirs.text === 'mine theirs')
  browser.close()
})

test('A tab that opens a note gets the letters that another has not saved', async () => {
  const browser = new TestBrowser(null, { delays: { tell: 0, save: 100_000, maybe: 100_000, retry: 1, longestRetry: 1 } })
  const [one, other] = [await browser.open(), await browser.open()]
  const id = one.create({ title: 'Late' })
  await one.save()
  const mine = await one.open(id)
  mine.replace(0, 0, 'unsaved')
  await until(() => other.rows().length === 1)
  const theirs = await other.open(id)
  await until(() => theirs.text === 'unsaved')
  browser.close()
})

test('A page that is closed after a save, before it tells of it, is noticed', async () => {
  const server = new FakeServer(await loadModule())
  const browser = new TestBrowser(server)
  const [one, other] = [await browser.open(), await browser.open()]
  await atRest(one)
  // The second page saves and is gone: the first, which exchanges, must find what waits.
  other.documents.telling.onDeltas = other.documents.onEntries = () => {}
  const id = other.create({ title: 'Silent', text: 'saved' })
  await other.documents.save()
  other.close()
  await until(() => String(server.note(id)?.text) === 'saved')
  await until(() => one.rows()[0]?.title === 'Silent')
  browser.close()
})

test('The list of one tab follows the other', async () => {
  const browser = new TestBrowser()
  const [one, other] = [await browser.open(), await browser.open()]
  const ids = ['C', 'B', 'A'].map((title) => one.create({ title, folder: 'F' }))
  await until(() => other.rows().length === 3)
  await one.edit([ids[0]], { isTrashed: true })
  await until(() => other.rows({ view: 'trash' }).length === 1)
  await one.undo()
  await until(() => other.rows().length === 3)
  await one.edit(ids, { folder: 'G/H', addTag: 'x', priority: 3 })
  await until(() => other.rows({ folder: 'G', tag: 'x' }).length === 3)
  assert.deepEqual(other.folders(), [{ path: 'G', count: 3 }, { path: 'G/H', count: 3 }])
  await one.undo()
  await until(() => other.rows({ folder: 'F' }).length === 3)
  assert.deepEqual(other.tags(), [])
  const order = other.rows().map(({ id }) => id)
  await one.move([order[2]], { after: null, before: order[0] })
  await until(() => other.rows()[0].id === order[2])
  await one.undo()
  await until(() => other.rows().map(({ id }) => id).join() === order.join())
  await one.redo()
  await until(() => other.rows()[0].id === order[2])
  browser.close()
})

test('Several notes are moved in their order', async () => {
  const browser = new TestBrowser()
  const page = await browser.open()
  for (const title of 'EDCBA') page.create({ title })
  await page.save()
  const titles = () => page.rows().map(({ title }) => title).join('')
  const ids = Object.fromEntries(page.rows().map(({ id, title }) => [title, id]))
  const order = [...titles()]
  await page.move([ids[order[0]], ids[order[1]]], { after: ids[order[3]], before: ids[order[4]] })
  assert.equal(titles(), [order[2], order[3], order[0], order[1], order[4]].join(''))
  await page.undo()
  assert.equal(titles(), order.join(''))
  browser.close()
})
