// SPDX-License-Identifier: MIT
//
// A library is put back from a copy while no server runs, and edited before one runs again. The program is
// tried too if DECENT names it.

import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { atRest, loadModule, TestBrowser, turns, until } from './pages.mjs'
import { FakeServer } from './fake-server.mjs'

async function begin() {
  const module = await loadModule()
  const server = new FakeServer(module)
  const browser = new TestBrowser(server)
  return { module, server, browser, page: await browser.open() }
}

/** Edits a note of the server `count` times, as the command line does. */
function write(server, id, count) {
  for (let time = 0; time < count; time++) server.edit(`note/${id}`, ({ text }) => text.insert(0, 'c'))
}

const exchanges = ({ requests }) => requests.filter((request) => request.startsWith('POST /v1/documents'))

for (const isOpen of [true, false]) {
  test(`A restored library gets what ${isOpen ? 'an open' : 'a closed'} page has, and keeps its edits`, async () => {
    const { server, browser, page } = await begin()
    const [kept, lost] = ['Kept', 'Lost'].map((title) => page.create({ title, text: title }))
    await atRest(page)
    const copy = server.backup()
    const note = await page.open(kept)
    note.replace(4, 4, ' and more')
    const late = page.create({ title: 'Late', text: 'late' })
    await atRest(page)
    const told = server.revision
    if (!isOpen) page.close()
    server.restart()
    server.restore(copy, () => write(server, lost, 20))
    // The page takes these revisions for known.
    assert.ok(server.revision > told)
    const again = isOpen ? page : await browser.open()
    await until(() => String(server.note(kept).text) === 'Kept and more')
    await until(() => String(server.note(late)?.text) === 'late')
    await until(async () => (await again.open(lost))?.text === `${'c'.repeat(20)}Lost`)
    await atRest(again)
    browser.close()
  })
}

test('A late answer of the library before it was restored is not believed', async () => {
  const { server, browser, page } = await begin()
  const [one, two] = ['One', 'Two'].map((title) => page.create({ title, text: title }))
  await atRest(page)
  const copy = server.backup()
  const note = await page.open(one)
  note.replace(3, 3, ' and more')
  await atRest(page)
  await until(() => String(server.note(one).text) === 'One and more')
  page.close()
  for (const id of [one, two]) write(server, id, 1)
  let [isAnswered, isRestored, isRefused] = [false, false, false]
  let release
  const late = new Promise((fulfill) => { release = fulfill })
  const isExchangeOf = (id, { pathname }, method) => method === 'POST' && pathname.endsWith(id)
  server.onRequest = async (url, method) => {
    if (!isExchangeOf(two, url, method) || isRestored) return
    await until(() => isAnswered)
    isRestored = true
    server.restore(copy)
  }
  server.onAnswer = async (url, method) => {
    if (isExchangeOf(one, url, method) && !isAnswered) {
      isAnswered = true
      await late
    } else if (isExchangeOf(two, url, method) && !isRefused) {
      isRefused = true
      // The page waits for this answer before it asks again.
      turns(200).then(release)
    } else if (isExchangeOf(two, url, method)) {
      // The other note was exchanged anew. What the library lacks of it was not sent yet.
      await turns()
      release()
      await turns()
    }
  }
  const again = await browser.open()
  await until(() => isRestored && String(server.note(one).text).includes(' and more'))
  await atRest(again)
  browser.close()
})

test('After an orderly end of the server only changes are exchanged', async () => {
  const { server, browser, page } = await begin()
  const ids = ['One', 'Two', 'Three'].map((title) => page.create({ title, text: title }))
  await atRest(page)
  await until(async () => (await browser.storage.meta('server')).revision === server.revision)
  for (let time = 0; time < 3; time++) {
    server.requests = []
    server.restart()
    write(server, ids[1], 1)
    await until(async () => (await browser.storage.meta('server')).revision === server.revision)
    await atRest(page)
    assert.deepEqual(exchanges(server), [`POST /v1/documents/note/${ids[1]}`])
  }
  browser.close()
})

test('After a kill of the server all documents are exchanged once', async () => {
  const { server, browser, page } = await begin()
  const ids = ['One', 'Two', 'Three'].map((title) => page.create({ title, text: title }))
  await atRest(page)
  server.requests = []
  server.restart({ isKilled: true })
  await until(async () => (await browser.storage.meta('server')).run === server.run)
  assert.deepEqual(new Set(exchanges(server)), new Set(ids.map((id) => `POST /v1/documents/note/${id}`)))
  server.requests = []
  server.restart()
  await until(async () => (await browser.storage.meta('server')).run === server.run)
  assert.deepEqual(exchanges(server), [])
  browser.close()
})

// What a page learns by an exchange is of the run that answers, before the changes of that run are known.
test('A page that was closed amid its first exchange with a run begins anew', async () => {
  const { server, browser, page } = await begin()
  const [first, second] = ['One', 'Two'].map((title) => page.create({ title, text: title }))
  await atRest(page)
  page.close()
  server.restart()
  const copy = server.backup()
  const edited = await browser.open({ fetch: null, code: null })
  const note = await edited.open(first)
  note.replace(0, 0, 'Edited ')
  await edited.save()
  edited.close()
  write(server, second, 1)
  // The page stores what the exchange told, and never gets as far as the revision.
  const { update } = browser.storage
  browser.storage.update = function (names, change) {
    return update.call(this, names, (records) => {
      const changed = change(records)
      if (changed?.meta?.server?.revision > 0) throw new DOMException('no room', 'QuotaExceededError')
      return changed
    })
  }
  const dying = await browser.open()
  await until(async () => {
    const entry = (await browser.storage.read(`note/${first}`)).entry
    return !entry.isWaiting && String(server.note(first).text) === 'Edited One'
  })
  dying.close()
  browser.storage.update = update
  server.restore(copy)
  const again = await browser.open()
  await until(() => String(server.note(first).text) === 'Edited One')
  await until(() => String(server.note(second).text) === 'cTwo')
  await atRest(again)
  browser.close()
})

test('A restored library gets what was sent, also if that was not stored', async () => {
  const { server, browser, page } = await begin()
  await atRest(page)
  const copy = server.backup()
  server.stop()
  const id = page.create({ title: 'Late', text: 'late' })
  await page.save()
  browser.storage.failure = new DOMException('no room', 'QuotaExceededError')
  server.start()
  page.wake()
  await until(() => page.documents.heldNow(`note/${id}`)?.newTheirs)
  server.onAnswer = async ({ pathname }) => {
    if (pathname.endsWith('changes')) browser.storage.failure = null
  }
  server.restore(copy)
  await until(() => String(server.note(id)?.text) === 'late')
  await atRest(page)
  browser.close()
})

test('A restored library gets what a page stored that was closed before it told others', async () => {
  const { server, browser, page: first } = await begin()
  await atRest(first)
  first.close()
  const copy = server.backup()
  let isCut = true
  const page = await browser.open({
    fetch: (...request) => (isCut ? Promise.reject(new TypeError('cut off')) : server.fetch(...request)),
  })
  const alone = await new TestBrowser(server).open({ storage: browser.storage })
  const id = alone.create({ title: 'Late', text: 'late' })
  await atRest(alone)
  alone.close()
  server.restore(copy)
  isCut = false
  await until(() => String(server.note(id)?.text) === 'late')
  await until(() => page.rows().length === 1)
  browser.close()
})

// The events may end later than the first request that another run answers.
test('A page exchanges nothing with a run of which it knows no changes', async () => {
  const { server, browser, page } = await begin()
  const id = page.create({ title: 'One', text: 'one' })
  await atRest(page)
  await until(async () => (await browser.storage.meta('server')).revision === server.revision)
  server.run = 'another'
  let before
  server.onRequest = async ({ pathname }) => {
    if (pathname.endsWith('changes')) before ??= String(server.note(id).text)
  }
  const note = await page.open(id)
  note.replace(3, 3, ' more')
  await until(() => String(server.note(id).text) === 'one more')
  await atRest(page)
  assert.equal(page.status.problem, null)
  assert.equal(before, 'one')
  assert.equal((await browser.storage.meta('server')).run, 'another')
  browser.close()
})

test('The program knows a library that was put back', { skip: !process.env.DECENT && 'no program' }, async () => {
  const all = mkdtempSync(join(tmpdir(), 'decent-restored-'))
  const [folder, copy, files] = ['library', 'copy', 'page'].map((name) => join(all, name))
  const decent = (...words) => execFileSync(process.env.DECENT, ['--library', folder, ...words], { encoding: 'utf8' })
  let running
  const serve = async () => {
    running = spawn(process.env.DECENT, ['--library', folder, 'serve', '--page', files], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(running.stdout.setEncoding('utf8'), 'data')
    const [, address, code] = /^(.*)\/#(.*)\n$/.exec(line)
    return { newCode: () => code, fetch: (path, options) => fetch(address + path, options) }
  }
  const end = async (signal) => {
    const exit = once(running, 'exit')
    running.kill(signal)
    await exit
  }
  const shown = (title) => decent('show', title)
  try {
    decent('add', 'Kept')
    mkdirSync(files)
    writeFileSync(join(files, 'index.html'), '<!doctype html>')
    for (const [time, signal] of ['SIGINT', 'SIGKILL'].entries()) {
      const server = await serve()
      const browser = new TestBrowser(server)
      const page = await browser.open()
      await atRest(page)
      await end('SIGINT')
      rmSync(copy, { recursive: true, force: true })
      cpSync(folder, copy, { recursive: true })
      await serve()
      const { id } = page.rows().find(({ title }) => title === 'Kept')
      const note = await page.open(id)
      note.replace(0, 0, `of the page ${time}, `)
      page.create({ title: `Late ${time}`, text: 'late' })
      await atRest(page)
      await end(signal)
      rmSync(folder, { recursive: true })
      // The place of the server is put back too.
      cpSync(copy, folder, { recursive: true })
      for (let edit = 0; edit < 12; edit++) decent('add', `Of the command line ${time} ${edit}`)
      await serve()
      await until(() => page.rows().length === (time + 1) * 13 + 1)
      await atRest(page)
      await until(() => shown('Kept').includes(`of the page ${time}, `))
      await until(() => shown(`Late ${time}`).includes('late'))
      browser.close()
      await end('SIGINT')
    }
    assert.ok(shown('Kept').includes('of the page 1, of the page 0, '))
  } finally {
    running?.kill('SIGKILL')
    rmSync(all, { recursive: true, force: true })
  }
})
