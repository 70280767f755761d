// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestBrowser } from './pages.mjs'

test('A tag or folder that no note takes changes neither list nor notes', async () => {
  const browser = new TestBrowser()
  const page = await browser.open()
  const ids = ['One', 'Two'].map((title) => page.create({ title, folder: 'Home', tags: ['old'] }))
  await page.edit(ids, { priority: 3 })
  const shown = () => page.rows().map(({ folder, tags, priority }) => [folder, ...tags, priority])
  const before = shown()
  for (const change of [{ addTag: 'x'.repeat(101) }, { folder: 'x'.repeat(1001) }]) {
    const refused = page.edit(ids, change)
    assert.notDeepEqual(shown(), before, 'the list is ahead')
    await assert.rejects(refused, { code: 'unsuitable' })
    assert.deepEqual(shown(), before)
  }
  await page.undo()
  assert.deepEqual(page.rows().map(({ priority }) => priority), [2, 2], 'the refused actions are not undone')
  browser.close()
})
