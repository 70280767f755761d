// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atRest, loadModule, pause, shortDelays, TestBrowser, until } from './pages.mjs'
import { decentWords, statusWords } from '../../Page/view/words.mjs'
import { FakeServer } from './fake-server.mjs'

/** A server behind a network that can fall silent: requests are not answered, and events do not come. */
async function begin(delays = {}) {
  const server = new FakeServer(await loadModule())
  const browser = new TestBrowser(server, { delays: { ...shortDelays, head: 60, silence: 10_000, ...delays } })
  const way = { isSilent: false, answer: null, asked: 0 }
  const never = (signal) => new Promise((_, reject) => {
    const fail = () => reject(signal.reason)
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail)
  })
  const fetch = async (address, options) => {
    way.asked++
    if (way.isSilent) return never(options.signal)
    if (way.answer) return way.answer()
    const answer = await server.fetch(address, options)
    if (!address.includes('events')) return answer
    // A network that fell silent does not tell that the other side is gone, either.
    const body = answer.body.pipeThrough(new TransformStream({
      transform: (part, stream) => { if (!way.isSilent) stream.enqueue(part) },
    }))
    return new Response(body)
  }
  return { server, browser, way, open: (options) => browser.open({ fetch, ...options }) }
}

test('A page without a token says so, and is shut while nothing is here', async () => {
  const { browser, open } = await begin()
  const page = await open({ code: undefined })
  assert.equal(page.status.server, 'none')
  assert.equal(page.status.problem.code, 'unconnected')
  assert.ok(page.status.isShut)
  page.close()
  const wrong = await open({ code: 'A'.repeat(22) })
  await until(() => wrong.status.problem?.code === 'code')
  assert.ok(wrong.status.isShut)
  wrong.close()
  const right = await open()
  right.create({ title: 'Here' })
  await atRest(right)
  assert.ok(!right.status.isShut)
  browser.close()
})

test('Notes that are here stay open to a page that lost its token', async () => {
  const { server, browser, open } = await begin()
  const page = await open()
  page.create({ title: 'Here' })
  await atRest(page)
  server.token = 'B'.repeat(22)
  page.wake()
  await until(() => page.status.problem?.code === 'token')
  assert.ok(!page.status.isShut)
  browser.close()
})

test('A server that was not asked yet is not said to be away', async () => {
  const { browser, way, open } = await begin({ head: 10_000 })
  way.isSilent = true
  const page = await open()
  assert.equal(page.status.server, 'connecting')
  assert.equal(decentWords(page.status), 'Connecting…')
  browser.close()
})

test('A server that does not answer is not said not to run', async () => {
  const { browser, way, open } = await begin()
  way.isSilent = true
  const page = await open()
  await until(() => page.status.server === 'offline')
  assert.equal(decentWords(page.status), 'decent does not answer')
  way.isSilent = false
  await atRest(page)
  browser.close()
})

test('Events that fall silent end the connection', async () => {
  const { browser, way, open } = await begin({ silence: 40 })
  const page = await open()
  page.create({ title: 'Sent' })
  await until(() => page.status.server === 'online' && page.status.waiting === 0)
  const { asked } = way
  way.isSilent = true
  await until(() => page.status.server === 'offline')
  assert.equal(decentWords(page.status), 'decent does not answer')
  assert.ok(way.asked > asked)
  way.isSilent = false
  page.create({ title: 'Sent later' })
  await until(() => page.status.server === 'online' && page.status.waiting === 0)
  browser.close()
})

test('A page that is looked at asks at once whether the server is there', async () => {
  const { browser, way, open } = await begin()
  const page = await open()
  await atRest(page)
  way.isSilent = true
  page.wake()
  await until(() => page.status.server === 'offline')
  browser.close()
})

test('A server that is busy for longer than the limit is awaited longer each time', async () => {
  const { browser, server, way, open } = await begin({ head: 20 })
  server.onRequest = () => pause(100)
  // A fetch of a browser ends with its signal.
  const fetch = (address, options) => Promise.race([
    server.fetch(address, options),
    new Promise((_, reject) => options.signal.addEventListener('abort', () => reject(options.signal.reason))),
  ])
  const page = await open({ fetch })
  await until(() => page.status.server === 'online')
  assert.equal(way.asked, 0)
  browser.close()
})

test('Answers of a proxy are not worded as answers of decent', async () => {
  const { server, browser, way, open } = await begin()
  const page = await open()
  await atRest(page)
  const html = (status) => () => new Response('<html>An error</html>', { status })
  for (const status of [502, 401, 403, 503, 200]) {
    way.answer = html(status)
    server.restart()
    await until(() => page.status.server === 'offline' && page.status.problem)
    assert.equal(page.status.problem.code, 'proxy', status)
    const said = statusWords({ ...page.status, saved: 'saved' })
    assert.equal(said.second, 'Something else answers in place of decent')
    way.answer = null
    await atRest(page)
  }
  browser.close()
})

test('A note that a proxy finds too large hinders no other', async () => {
  const { server, browser } = await begin()
  const fetch = (address, options) => options.body?.length > 4000
    ? Promise.resolve(new Response('too large', { status: 413 })) : server.fetch(address, options)
  const page = await browser.open({ fetch })
  page.create({ title: 'Large', text: 'abcdefgh'.repeat(2000) })
  const small = page.create({ title: 'Small' })
  await until(() => server.note(small) && page.status.stuck.length > 0)
  assert.equal(page.status.stuck[0].code, 'proxy-note')
  assert.equal(page.status.server, 'online')
  browser.close()
})
