// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atRest, loadModule, TestBrowser, until } from './pages.mjs'
import { FakeServer } from './fake-server.mjs'

/** Two notes, a page that has them, and answers to its question for changes that can be held back. */
async function begin() {
  const server = new FakeServer(await loadModule())
  for (const letter of 'ab') server.edit(`note/${letter.repeat(32)}`, ({ text }) => text.insert(0, letter), '1'.repeat(32))
  const browser = new TestBrowser(server)
  const way = { held: null, count: 0 }
  const fetch = async (address, options) => {
    const answer = await server.fetch(address, options)
    if (way.held && address.includes('changes')) {
      way.count++
      await way.held
    }
    return answer
  }
  const page = await browser.open({ fetch })
  await atRest(page)
  await until(() => page.rows().length === 2)
  return { server, browser, page, way }
}

test('An answer that was on its way while the storage was cleared hides no note', async () => {
  const { browser, page, way } = await begin()
  const note = await page.open('a'.repeat(32))
  let release
  way.held = new Promise((fulfill) => { release = fulfill })
  // The library tells of the page's own edit, of which nothing is to be fetched.
  note.replace(1, 1, '!')
  await until(() => way.count > 0)
  browser.storage.lose()
  await until(() => page.status.loss && !browser.storage.isGone && page.rows().length === 1)
  way.held = null
  release()
  await until(() => page.rows().length === 2, 'both notes', 5000)
  await atRest(page)
  assert.deepEqual(page.rows().map(({ id }) => id[0]).sort(), ['a', 'b'])
  browser.close()
})

test('What comes back after the storage was cleared is not new from elsewhere', async () => {
  const { server, browser, page } = await begin()
  const note = await page.open('a'.repeat(32))
  browser.storage.lose()
  await until(() => page.status.loss && !browser.storage.isGone && page.rows().length === 2)
  await atRest(page)
  assert.deepEqual(page.rows().map(({ isUnseen, device }) => [!!isUnseen, device]), [[false, null], [false, null]])
  // What comes later is.
  server.edit(`note/${'b'.repeat(32)}`, ({ text }) => text.insert(1, 'c'), '1'.repeat(32))
  await until(() => page.entry('b'.repeat(32)).isUnseen)
  note.close()
  browser.close()
})

test('Notes that many came of are not new from elsewhere where no other device was met', async () => {
  const { server, browser } = await begin()
  server.device = '0'.repeat(32)
  const page = await browser.open()
  await atRest(page)
  page.close()
  for (let number = 10; number < 80; number++) {
    server.edit('note/' + String(number).repeat(16), ({ text }) => text.insert(0, 'own'))
  }
  const next = await browser.open()
  await until(() => next.rows().length === 72)
  await atRest(next)
  assert.equal(next.rows().filter(({ isUnseen }) => isUnseen).length, 0)
  browser.close()
})

test('What an earlier page did not send is offered as a copy, and dropped when the person has it', async () => {
  const browser = new TestBrowser()
  let drops = 0
  const bytes = new Uint8Array([1, 2])
  const former = {
    unsent: [{ title: 'Plan', text: 'milk', bytes }, { title: 'Old', text: null, bytes }],
    drop: () => drops++,
  }
  const marks = new Map([['decent-kept', '2']])
  const kept = {
    getItem: (key) => marks.get(key) ?? null, setItem: (key, value) => marks.set(key, value),
    removeItem: (key) => marks.delete(key),
  }
  const page = await browser.open({ former: async () => former, kept })
  assert.match(page.status.former.title, /An earlier Decent Notes/)
  // The mark beside the earlier storage says nothing of this one.
  assert.equal(page.status.loss, null)
  assert.equal(page.formerCopy(), '# Plan\n\nmilk\n\n# Old\n\nThe bytes of this note, in Base64:\n\nAQI=\n')
  assert.equal(drops, 0)
  page.dropFormer()
  assert.equal(page.status.former, null)
  assert.equal(drops, 1)
  page.close()
  const again = await browser.open({ former: async () => { throw new Error('it cannot be read') }, kept })
  assert.equal(again.status.former, null)
  browser.close()
})
