// SPDX-License-Identifier: MIT
//
// The page answers searches as the program does. The program is asked too if DECENT names it.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { atRest, loadModule, searchWhole, TestBrowser, turns, until } from './pages.mjs'
import { FakeServer } from './fake-server.mjs'

const { notes, cases } = JSON.parse(readFileSync(new URL('search-cases.json', import.meta.url), 'utf8'))
/** A search as the operands of a command: what stands between spaces, or in quotes. */
const operands = (search) => search.match(/(?:"[^"]*"?|[^\s"])+/gu)
const sorted = (titles) => [...titles].sort().join(' | ')

test('The page finds what the cases say', async () => {
  const browser = new TestBrowser()
  const page = await browser.open()
  for (const parts of notes) page.create(parts)
  await page.save()
  const faults = []
  for (const { search, finds, isRefused = false } of cases) {
    if ((page.searchFault(search) !== null) !== isRefused) faults.push(`${search}: ${page.searchFault(search)}`)
    if (isRefused) continue
    const found = sorted((await searchWhole(page, search)).map(({ title }) => title))
    if (found !== sorted(finds)) faults.push(`${search}: ${found}\n      instead of ${sorted(finds)}`)
  }
  browser.close()
  assert.deepEqual(faults, [])
})

test('Found words are marked where they stand', async () => {
  const browser = new TestBrowser()
  const page = await browser.open()
  const text = 'İx Cre\u0300me, crème; bread-fruit'
  const marked = (query) => page.findIn(text, query).map(({ start, end }) => text.slice(start, end))
  assert.deepEqual(marked('creme'), ['Cre\u0300me', 'crème'])
  assert.deepEqual(marked('bread-fr'), ['bread-fr'])
  assert.deepEqual(marked('-creme bread'), ['bread'])
  browser.close()
})

test('The program finds what the cases say', { skip: !process.env.DECENT && 'no program' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'decent-search-'))
  const run = (...arguments_) => execFileSync(
    process.env.DECENT, ['--library', folder, ...arguments_], { encoding: 'utf8' })
  const faults = []
  try {
    for (const { title, text, tags, folder: place } of notes) {
      const options = tags.flatMap((tag) => ['--tag', tag])
      run('add', title, '--text', text, ...options, ...(place ? ['--in', place] : []))
    }
    for (const { search, finds, isRefused = false } of cases) {
      const { status, stdout, stderr } = spawnSync(
        process.env.DECENT, ['--library', folder, 'search', '--json', '--', ...operands(search)], { encoding: 'utf8' })
      let found
      try {
        found = JSON.parse(stdout)
      } catch {
        found = null
      }
      if (isRefused ? found !== null || ![1, 2].includes(status) || !stderr.startsWith('decent: ') : found === null) {
        faults.push(`${search}: ${status} ${stderr} ${stdout}`)
      }
      if (found === null || isRefused) continue
      const titles = sorted((found.notes ?? found).map(({ title }) => title))
      if (titles !== sorted(finds)) faults.push(`${search}: ${titles}\n      instead of ${sorted(finds)}`)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  assert.deepEqual(faults, [])
})

test('A search finds the trash too, if it is asked to', async () => {
  const browser = new TestBrowser()
  const page = await browser.open()
  const ids = ['Pear', 'Pear tree', 'Apple'].map((title) => page.create({ title }))
  await page.save()
  await page.edit([ids[1]], { isTrashed: true })
  await searchWhole(page, 'pear')
  const found = (what) => sorted(page.rows({ query: 'pear', ...what }).map(({ title }) => title))
  assert.equal(found({}), 'Pear')
  assert.equal(found({ isTrashToo: true }), 'Pear | Pear tree')
  assert.equal(found({ view: 'trash' }), 'Pear tree')
  browser.close()
})

test('A search stores the texts that a first copy lacks, and decodes each note once', async () => {
  const module = await loadModule()
  const server = new FakeServer(module)
  for (let number = 10; number < 60; number++) {
    server.edit('note/' + String(number).repeat(16), (note) => {
      note.merge(module.Note.create({ title: `Note ${number}`, text: `pear ${number}` }))
    })
  }
  const browser = new TestBrowser(server)
  const { storage } = browser
  // The page is closed after all notes are stored.
  const { addTexts } = storage
  storage.addTexts = () => Promise.reject(new DOMException('the storage is closed', 'InvalidStateError'))
  const first = await browser.open()
  await until(() => first.rows().length === 50 && first.rows().every(({ isLoading }) => !isLoading))
  first.close()
  assert.equal((await storage.texts()).size, 0)

  storage.addTexts = addTexts
  const page = await browser.open()
  await atRest(page)
  assert.equal((await searchWhole(page, 'pear')).length, 50)
  const texts = await storage.texts()
  assert.equal(texts.size, 50)
  assert.equal(texts.get('note/' + '12'.repeat(16)).text, 'pear 12')
  page.close()

  const next = await browser.open()
  await atRest(next)
  const { decoded } = next.work
  assert.equal((await searchWhole(next, 'pear')).length, 50)
  assert.equal(next.work.decoded, decoded)
  browser.close()
})

test('A first copy stores all texts, after the notes', async () => {
  const module = await loadModule()
  const server = new FakeServer(module)
  server.edit('note/' + '1'.repeat(32), (note) => note.merge(module.Note.create({ title: 'Pear', text: 'a pear' })))
  const browser = new TestBrowser(server)
  const { storage } = browser
  const page = await browser.open()
  await until(async () => (await storage.texts()).size === 1)
  const id = page.create({ title: 'Apple', text: 'an apple' })
  await atRest(page)
  // A text that is there stays; one of a note that is not there is not stored.
  await storage.addTexts([
    { name: 'note/' + '1'.repeat(32), text: 'another', stamp: 1 }, { name: 'note/' + '2'.repeat(32), text: 'gone', stamp: 1 },
  ])
  const texts = await storage.texts()
  assert.deepEqual([...texts.values()].map(({ text }) => text).sort(), ['a pear', 'an apple'])
  assert.ok(texts.has('note/' + id))
  browser.close()
})

test('A search does not read a note that only the server has', async () => {
  const browser = new TestBrowser()
  const page = await browser.open()
  const id = '1'.repeat(32)
  page.list.putListed([{
    name: 'note/' + id, id, stamp: 0, title: 'Plum', snippet: '', tags: [], folder: '', priority: 2, created: 1, edited: 1,
    isTrashed: false, isPinned: false, order: '40', isListed: true,
  }])
  assert.deepEqual(page.rows({ query: 'pear' }), [])
  // It would be asked for again in each frame.
  assert.equal(page.isSearching, false)
  assert.equal(page.rows({ query: 'plum' }).length, 1)
  browser.close()
})

test('A search of a storage that goes on failing is told once', async () => {
  const browser = new TestBrowser()
  const page = await browser.open()
  page.create({ title: 'Plum', text: 'a pear' })
  await page.save()
  await atRest(page)
  let told = 0
  browser.storage.texts = () => Promise.reject(new DOMException('a failing disk', 'UnknownError'))
  const { onTexts } = page.search
  page.search.onTexts = () => {
    told++
    onTexts()
    page.rows({ query: 'pear' })
  }
  page.rows({ query: 'pear' })
  await until(() => told > 0)
  await turns()
  assert.ok(told <= 2, `told ${told} times`)
  browser.close()
})
