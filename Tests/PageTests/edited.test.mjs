// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atRest, loadModule, TestBrowser, until } from './pages.mjs'
import { FakeServer } from './fake-server.mjs'

test('The time of the last change does not go back in the list of a page', async (context) => {
  const { now } = Date
  let passed = 0
  Date.now = () => now() + passed
  context.after(() => { Date.now = now })
  const server = new FakeServer(await loadModule())
  const browser = new TestBrowser(server)
  const page = await browser.open()
  const id = page.create({ title: 'Edited', text: 'own' })
  const note = await page.open(id)
  note.replace(0, 0, 'my ')
  await atRest(page)
  passed = 10_000
  server.edit(`note/${id}`, ({ text }) => text.insert(6, ' theirs'))
  await until(() => note.text === 'my own theirs')
  await atRest(page)
  const theirs = server.note(id).summary().edited
  assert.ok(theirs >= page.entry(id).created + 9000)
  passed = 15_000
  note.replace(6, 13, '')
  await until(() => String(server.note(id).text) === 'my own')
  await atRest(page)
  assert.ok(page.entry(id).edited >= theirs)
  browser.close()
})
