// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atRest, loadModule, TestBrowser, until } from './pages.mjs'
import { takeAddress } from '../../Page/core/token.mjs'
import { FakeServer } from './fake-server.mjs'

const wrong = 'A'.repeat(22)
const begin = async () => {
  const server = new FakeServer(await loadModule())
  return { server, browser: new TestBrowser(server) }
}

test('The code of a foreign link does not replace the token', async () => {
  const { server, browser } = await begin()
  const page = await browser.open()
  await atRest(page)
  page.close()
  const linked = await browser.open({ code: wrong })
  await atRest(linked)
  assert.equal(linked.status.problem, null)
  // The server was asked about the code.
  await until(async () => await browser.storage.meta('offered') === null)
  linked.close()
  await until(async () => await browser.storage.meta('token') === server.token)
  const again = await browser.open({ code: undefined })
  await atRest(again)
  browser.close()
})

test('A code offered without the server is kept beside the token', async () => {
  const { server, browser } = await begin()
  const known = server.token
  const page = await browser.open()
  await atRest(page)
  page.close()
  for (const [offered, accepted] of [[wrong, known], [server.newCode(), 'B'.repeat(22)]]) {
    server.stop()
    const linked = await browser.open({ code: offered })
    await until(() => linked.status.server === 'offline')
    await until(async () => await browser.storage.meta('token') === known)
    linked.close()
    server.token = accepted
    server.start()
    const again = await browser.open({ code: undefined })
    await atRest(again)
    await until(async () => await browser.storage.meta('token') === accepted)
    await until(async () => await browser.storage.meta('offered') === null)
    again.close()
  }
  browser.close()
})

test('A code offered to one tab without the server is tried by the tab that exchanges', async () => {
  const { server, browser } = await begin()
  const one = await browser.open()
  await atRest(one)
  server.stop()
  const linked = await browser.open()
  server.token = 'B'.repeat(22)
  server.start()
  await atRest(one, linked)
  browser.close()
})

test('The only code is said to be refused also after a reload', async () => {
  const { browser } = await begin()
  for (const code of [wrong, undefined]) {
    const page = await browser.open({ code })
    await until(() => page.status.problem?.code === 'code')
    page.close()
  }
  browser.close()
})

test('A code lets one browser in, and a new one lets another in', async () => {
  const { server, browser } = await begin()
  const code = server.newCode()
  const first = await browser.open({ code })
  await atRest(first)
  const other = new TestBrowser(server)
  const late = await other.open({ code })
  await until(() => late.status.problem?.code === 'code')
  assert.ok(late.status.isShut)
  // A new address is opened in another tab.
  await atRest(await other.open(), late)
  assert.equal(late.status.problem, null)
  // A bookmark of the used address.
  await atRest(first, await browser.open({ code }))
  browser.close()
  other.close()
})

test('A code is exchanged again by a browser that lost the answer', async () => {
  const { server, browser } = await begin()
  const lost = []
  server.onAnswer = async ({ pathname }) => {
    if (pathname !== '/v1/token' || lost.length === 2) return
    lost.push(pathname)
    throw new TypeError('the connection ended')
  }
  const page = await browser.open()
  await until(() => lost.length > 0)
  page.close()
  const again = await browser.open({ code: undefined })
  await atRest(again)
  assert.equal(lost.length, 2)
  browser.close()
})

/** Lets pages have an address, in which `paste` puts what stands behind the sharp. */
function withAddress(context) {
  const events = new EventTarget()
  globalThis.location = { hash: '', pathname: '/', search: '' }
  globalThis.history = { state: null, replaceState: () => { location.hash = '' } }
  context.after(() => {
    for (const name of ['addEventListener', 'location', 'history']) delete globalThis[name]
  })
  return {
    listen: () => { globalThis.addEventListener = events.addEventListener.bind(events) },
    paste: (code) => {
      location.hash = `#${code}`
      events.dispatchEvent(new Event('hashchange'))
      assert.equal(location.hash, '')
    },
  }
}

const slow = { retry: 600_000, longestRetry: 600_000 }

test('A new address pasted into one tab lets all go on', async (context) => {
  const { server, browser } = await begin()
  const { listen, paste } = withAddress(context)
  browser.delays = { ...browser.delays, ...slow }
  const one = await browser.open()
  await atRest(one)
  // The tab that holds the lock was opened without events: the other one tells it.
  server.stop()
  server.token = 'B'.repeat(22)
  server.start()
  one.wake()
  await until(() => one.status.server === 'offline')
  listen()
  const other = await browser.open({ code: undefined })
  paste(server.newCode())
  await atRest(one, other)
  browser.close()
})

test('A new address pasted into a page whose code was refused lets it in at once', async (context) => {
  const { server, browser } = await begin()
  const { listen, paste } = withAddress(context)
  browser.delays = { ...browser.delays, ...slow }
  listen()
  const page = await browser.open({ code: wrong })
  await until(() => page.status.problem?.code === 'code')
  paste(server.newCode())
  await atRest(page)
  browser.close()
})

test('An address with a note names it once, and is taken away', () => {
  const [code, id] = ['A'.repeat(22), '0'.repeat(32)]
  const taken = (hash) => {
    let address = null
    const history = { state: null, replaceState: (_, __, now) => { address = now } }
    return [takeAddress({ hash, pathname: '/', search: '' }, history), address]
  }
  assert.deepEqual(taken(`#${code}`), [{ code, note: null }, '/'])
  assert.deepEqual(taken(`#${code}/note/${id}`), [{ code, note: id }, '/'])
  for (const hash of ['', '#', '#short', `#${code}/note/`, `#${code}/note/${id}0`, `#${code}/index`, '#text']) {
    assert.deepEqual(taken(hash), [{ code: null, note: null }, null], hash)
  }
})
