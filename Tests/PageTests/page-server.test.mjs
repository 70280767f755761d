// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'

test('The server of the page refuses documents to a page that knows another run', async (context) => {
  const server = spawn(process.execPath, [new URL('page-server.mjs', import.meta.url).pathname])
  context.after(() => server.kill())
  const [line] = await once(server.stdout, 'data')
  const [address, code] = String(line).trim().split('#')
  const { token } = await (await fetch(`${address}v1/token`, { method: 'POST', body: `${code}\n${'k'.repeat(22)}` })).json()
  const ask = async (method, path, fields = {}) => {
    const headers = { Authorization: `Bearer ${token}`, ...fields }
    const answer = await fetch(`${address}v1/${path}`, { method, headers, body: method === 'POST' ? 'index' : null })
    return { status: answer.status, record: await answer.json().catch(() => null) }
  }
  const { run } = (await ask('GET', 'changes')).record
  assert.equal((await ask('POST', 'documents', { 'Decent-Run': run })).status, 200)
  assert.equal((await ask('POST', 'documents')).status, 200)
  const refused = await ask('POST', 'documents', { 'Decent-Run': 'another' })
  assert.deepEqual([refused.status, refused.record.code], [409, 'other-run'])
})
