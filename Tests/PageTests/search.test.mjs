// SPDX-License-Identifier: MIT
//
// The page answers searches as the program does. The program is asked too if DECENT names it.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { TestBrowser } from './pages.mjs'

const { notes, cases } = JSON.parse(readFileSync(new URL('search-cases.json', import.meta.url), 'utf8'))
/** A search as the operands of a command: what stands between spaces, or in quotes. */
const operands = (search) => search.match(/(?:"[^"]*"?|[^\s"])+/gu)
const sorted = (titles) => [...titles].sort().join(' | ')

test('The page finds what the cases say', async () => {
  const browser = new TestBrowser()
  const page = await browser.open()
  for (const parts of notes) page.create(parts)
  await page.save()
  await page.search.prepare()
  const faults = []
  for (const { search, finds, isRefused = false } of cases) {
    if ((page.searchFault(search) !== null) !== isRefused) faults.push(`${search}: ${page.searchFault(search)}`)
    if (isRefused) continue
    // The first answer lacks texts that are still read.
    page.rows({ query: search })
    await page.search.prepare()
    const found = sorted(page.rows({ query: search }).map(({ title }) => title))
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
      if (isRefused ? found !== null : found === null) faults.push(`${search}: ${status} ${stderr} ${stdout}`)
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
  await page.search.prepare()
  const found = (what) => sorted(page.rows({ query: 'pear', ...what }).map(({ title }) => title))
  assert.equal(found({}), 'Pear')
  assert.equal(found({ isTrashToo: true }), 'Pear | Pear tree')
  assert.equal(found({ view: 'trash' }), 'Pear tree')
  browser.close()
})
