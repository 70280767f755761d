// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill } from '../../Page/core/filling.mjs'
import { Server } from '../../Page/core/server.mjs'
import { MemoryStorage } from '../../Page/core/storage-memory.mjs'
import { Work } from '../../Page/core/work.mjs'
import { loadModule } from './pages.mjs'

test('An answer that ends between two documents is no answer', async () => {
  const module = await loadModule()
  const note = module.Note.create({ title: 'One' })
  const delta = note.deltaSince(new module.Note().version())
  const names = ['0', '1'].map((digit) => `note/${digit.repeat(32)}`)
  const server = {
    async* documents() {
      yield { name: names[0], version: note.version(), delta }
    },
  }
  const parts = { server, storage: new MemoryStorage(), module, work: new Work(), names, cameBack: new Set() }
  await assert.rejects(fill(parts, () => {}), TypeError)
  await fill({ ...parts, names: names.slice(0, 1) }, () => {})
})

test('The first line of changes alone is no answer', async () => {
  const answerOf = (...lines) => new Server({
    token: 'x', fetch: async () => new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
  }).changes({ revision: 0 }, undefined, () => {})
  const first = { run: 'r', documents: [1], more: true }
  await assert.rejects(answerOf(first), TypeError)
  await assert.rejects(answerOf(), TypeError)
  assert.deepEqual((await answerOf(first, { documents: [2] })).documents, [1, 2])
  assert.deepEqual((await answerOf({ ...first, more: false })).documents, [1])
})

test('The page of a proxy is no cut answer', async () => {
  const changes = (body) => new Server({ token: 'x', fetch: async () => new Response(body) })
    .changes({ revision: 0 }, undefined, () => {})
  for (const page of ['<html>An error</html>', '<html>\n<p>An error', 'An error']) {
    await assert.rejects(changes(page), SyntaxError, page)
  }
  const line = JSON.stringify({ run: 'r', documents: [], more: false })
  for (const count of [0, 1, line.length - 1]) {
    await assert.rejects(changes(line.slice(0, count)), TypeError, `${count} units`)
  }
  assert.equal((await changes(line)).run, 'r')
})
