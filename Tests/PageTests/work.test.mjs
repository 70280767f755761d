// SPDX-License-Identifier: MIT
//
// Counts of the work that a key costs: none of it may grow with the notebook or the text.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atRest, searchWhole, shortDelays, TestBrowser, until } from './pages.mjs'

test('A key decodes nothing, reads no whole text and sorts no list', async () => {
  const browser = new TestBrowser()
  const page = await browser.open()
  const ids = Array.from({ length: 50 }, (_, number) => page.create({ title: `Note ${number}` }))
  await page.save()
  const note = await page.open(ids[7])
  page.rows()
  page.rows({ sort: 'edited' })
  const before = { ...page.work }
  for (let key = 0; key < 100; key++) {
    note.replace(key, key, 'k')
    page.rows()
  }
  await page.save()
  const { work } = page
  assert.equal(work.decoded, before.decoded, 'documents decoded')
  assert.equal(work.textsRead, before.textsRead, 'whole texts read')
  assert.equal(work.sorts, before.sorts, 'lists sorted')
  assert.ok(work.encoded - before.encoded <= 2, `${work.encoded - before.encoded} documents encoded`)
  browser.close()
})

test('A page that is opened decodes no note', async () => {
  const browser = new TestBrowser()
  const page = await browser.open()
  for (let number = 0; number < 50; number++) page.create({ title: `Note ${number}`, text: 'a b' })
  await page.save()
  page.close()
  const again = await browser.open()
  assert.equal(again.rows().length, 50)
  again.folders()
  again.tags()
  assert.equal(again.work.decoded, 0)
  assert.equal((await searchWhole(again, 'a')).length, 50)
  assert.equal(again.work.decoded, 0, 'texts are stored for searches')
  browser.close()
})

test('Letters of one tab cost the other no decoding', async () => {
  const browser = new TestBrowser(null, { delays: { ...shortDelays, maybe: 3_600_000 } })
  const [one, other] = [await browser.open(), await browser.open()]
  const id = one.create({ title: 'Both' })
  await one.save()
  const [mine, theirs] = [await one.open(id), await other.open(id)]
  const before = other.work.decoded
  for (let key = 0; key < 50; key++) {
    mine.replace(key, key, 'k')
    await until(() => theirs.length === key + 1)
  }
  await one.save()
  await atRest(one, other)
  assert.ok(other.work.decoded - before <= 1, `${other.work.decoded - before} documents decoded`)
  browser.close()
})
