// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atRest, loadModule, TestBrowser, until } from './pages.mjs'
import { takeAddress } from '../../Page/core/token.mjs'
import { TwinServer } from './twin-server.mjs'

const wrong = 'A'.repeat(22)
const begin = async () => {
  const server = new TwinServer(await loadModule())
  return { server, browser: new TestBrowser(server) }
}

test('The token of a foreign link does not replace the right one', async () => {
  const { server, browser } = await begin()
  const page = await browser.open()
  await atRest(page)
  page.close()
  const linked = await browser.open({ token: wrong })
  await atRest(linked)
  assert.equal(linked.status.problem, null)
  // The server was asked about the other token.
  await until(async () => await browser.storage.meta('offered') === null)
  linked.close()
  await until(async () => await browser.storage.meta('token') === server.token)
  const again = await browser.open({ token: undefined })
  await atRest(again)
  browser.close()
})

test('A token offered without the server is kept beside the known one', async () => {
  const { server, browser } = await begin()
  const known = server.token
  const page = await browser.open()
  await atRest(page)
  page.close()
  for (const [offered, accepted] of [[wrong, known], ['B'.repeat(22), 'B'.repeat(22)]]) {
    server.stop()
    const linked = await browser.open({ token: offered })
    await until(() => linked.status.server === 'offline')
    await until(async () => await browser.storage.meta('token') === known)
    linked.close()
    server.token = accepted
    server.start()
    const again = await browser.open({ token: undefined })
    await atRest(again)
    await until(async () => await browser.storage.meta('token') === accepted)
    await until(async () => await browser.storage.meta('offered') === null)
    again.close()
  }
  browser.close()
})

test('A token offered to one tab without the server is tried by the tab that exchanges', async () => {
  const { server, browser } = await begin()
  const one = await browser.open()
  await atRest(one)
  server.stop()
  const linked = await browser.open({ token: 'B'.repeat(22) })
  server.token = 'B'.repeat(22)
  server.start()
  await atRest(one, linked)
  browser.close()
})

test('The only token is said to be refused also after a reload', async () => {
  const { browser } = await begin()
  for (const token of [wrong, undefined]) {
    const page = await browser.open({ token })
    await until(() => page.status.problem?.code === 'token')
    page.close()
  }
  browser.close()
})

test('A new address pasted into one tab lets all go on', async (context) => {
  const { server, browser } = await begin()
  const events = new EventTarget()
  globalThis.location = { hash: '', pathname: '/', search: '' }
  globalThis.history = { state: null, replaceState: () => { location.hash = '' } }
  context.after(() => {
    for (const name of ['addEventListener', 'location', 'history']) delete globalThis[name]
  })
  browser.delays = { ...browser.delays, retry: 60_000, longestRetry: 60_000 }
  const one = await browser.open()
  await atRest(one)
  // The tab that holds the lock was opened without events: the other one tells it.
  server.stop()
  server.token = 'B'.repeat(22)
  server.start()
  one.wake()
  await until(() => one.status.server === 'offline')
  globalThis.addEventListener = events.addEventListener.bind(events)
  const other = await browser.open({ token: undefined })
  location.hash = `#${server.token}`
  events.dispatchEvent(new Event('hashchange'))
  assert.equal(location.hash, '')
  await atRest(one, other)
  browser.close()
})

test('An address with a note names it once, and is taken away', () => {
  const [token, id] = ['A'.repeat(22), '0'.repeat(32)]
  const taken = (hash) => {
    let address = null
    const history = { state: null, replaceState: (_, __, now) => { address = now } }
    return [takeAddress({ hash, pathname: '/', search: '' }, history), address]
  }
  assert.deepEqual(taken(`#${token}`), [{ token, note: null }, '/'])
  assert.deepEqual(taken(`#${token}/note/${id}`), [{ token, note: id }, '/'])
  for (const hash of ['', '#', '#short', `#${token}/note/`, `#${token}/note/${id}0`, `#${token}/index`, '#text']) {
    assert.deepEqual(taken(hash), [{ token: null, note: null }, null], hash)
  }
})
