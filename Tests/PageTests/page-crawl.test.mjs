// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { filesOf } from '../../Page/core/page-crawl.mjs'

const root = new URL('../../', import.meta.url)
const first = '<script type="module" src="first.mjs"></script>'
const script = "import { openNotebook } from './core/notebook.mjs'\nimport './core/page-files.mjs'\n"

/** The folder that `make page` makes, with a first page of its own. */
function answer(url) {
  const { pathname } = new URL(url)
  if (pathname === '/') return new Response(first)
  if (pathname === '/first.mjs') return new Response(script)
  const place = { '/decent.mjs': 'Browser/decent.mjs', '/decent-notes.wasm': 'Browser/.build/decent-notes.wasm' }
  const file = new URL(place[pathname] ?? `Page${pathname}`, root)
  return existsSync(file) ? new Response(readFileSync(file)) : new Response('', { status: 404 })
}

test('All files that the page needs are kept, and no others are looked for', async () => {
  const files = await filesOf('http://page/', async (url) => answer(url))
  const paths = new Set(files.map(({ path }) => path))
  assert.ok(paths.has('/decent.mjs') && paths.has('/decent-notes.wasm'))
  const missing = readdirSync(new URL('Page/core/', root))
    .filter((name) => name !== 'page-crawl.mjs' && !paths.has(`/core/${name}`))
  assert.deepEqual(missing, [])
})

test('A file that is not there keeps all from being kept', async () => {
  const lacking = async (url) => (url.endsWith('decent-notes.wasm')
    ? new Response('', { status: 404 }) : answer(url))
  await assert.rejects(filesOf('http://page/', lacking), /decent-notes.wasm: 404/)
})
