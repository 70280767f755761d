// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { filesOf } from '../../Page/core/page-crawl.mjs'

test('The folder of the page has all that its service worker keeps, and scripts that can be read', (context) => {
  const parent = mkdtempSync(join(tmpdir(), 'page-'))
  context.after(() => rmSync(parent, { recursive: true }))
  const folder = join(parent, 'page')
  execFileSync(new URL('../../Scripts/page', import.meta.url).pathname, [folder])
  return check(folder)
})

async function check(folder) {
  const read = (path) => readFileSync(join(folder, path === '/' ? 'index.html' : path))
  const files = await filesOf('http://page/', async (url) => new Response(read(new URL(url).pathname)))
  const paths = files.map(({ path }) => path)
  for (const path of ['/view/main.mjs', '/core/filling-worker.mjs', '/decent.mjs', '/decent-notes.wasm', '/style/page.css']) {
    assert.ok(paths.includes(path), `${path} among ${paths}`)
  }
  const scripts = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.mjs'))
  for (const name of scripts) execFileSync(process.execPath, ['--check', join(folder, name)])
  // Without esbuild there are more, those of tests among them.
  if (scripts.length < 10) assert.deepEqual(paths.filter((path) => path.endsWith('.mjs')).length, scripts.length - 1)
}
