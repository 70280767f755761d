// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atRest, loadModule, TestBrowser, until } from './pages.mjs'
import { TwinServer } from './twin-server.mjs'

const begin = async () => {
  const module = await loadModule()
  const server = new TwinServer(module)
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
