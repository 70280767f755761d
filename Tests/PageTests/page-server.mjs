// SPDX-License-Identifier: MIT
//
// Serves the page and a notebook without `decent`: for tests in browsers, and to try the page.
//
// Usage: node page-server.mjs [--port PORT] [--notes COUNT] [--start FILE]      (prints the address)
//
// Whoever asks for /new-code gets the code of another address.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, normalize } from 'node:path'
import { parseArgs } from 'node:util'
import { loadModule } from './pages.mjs'
import { FakeServer } from './fake-server.mjs'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' }, notes: { type: 'string', default: '0' },
    page: { type: 'string' }, start: { type: 'string', default: 'index.html' },
  },
})
const root = new URL('../../', import.meta.url)
const folders = values.page ? [new URL(`file://${values.page}/`)]
  : [new URL('Page/', root), new URL('Browser/', root), new URL('Browser/.build/', root),
    new URL('Tests/PageTests/browser/', root)]
const types = {
  '.html': 'text/html; charset=utf-8', '.mjs': 'text/javascript', '.css': 'text/css',
  '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json',
}
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
  + "connect-src 'self'; style-src 'self'; img-src 'self'; manifest-src 'self'; "
  + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; "
  + "require-trusted-types-for 'script'; trusted-types decent"

const module = await loadModule()
const fake = new FakeServer(module)
for (let number = 0; number < Number(values.notes); number++) {
  const id = number.toString(16).padStart(32, '0')
  const text = `Note ${number} says this and that. `.repeat(10 + number % 40)
  fake.edit(`note/${id}`, (note) => note.merge(module.Note.create({
    title: `Note ${number}`, text, tags: [`tag${number % 10}`],
  })))
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url, 'http://127.0.0.1')
  try {
    if (url.pathname.startsWith('/v1/')) await perform(request, response)
    else if (url.pathname === '/new-code') response.end(fake.newCode())
    else sendFile(url.pathname, response)
  } catch (error) {
    response.destroy(error)
  }
})

async function perform(request, response) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const answer = await fake.fetch(request.url, {
    method: request.method, body: new Uint8Array(Buffer.concat(chunks)), signal: gone.signal,
    headers: {
      Authorization: request.headers.authorization, 'Decent-Run': request.headers['decent-run'],
    },
  })
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  for await (const chunk of answer.body) response.write(chunk)
  response.end()
}

function sendFile(path, response) {
  const name = normalize(path === '/' ? `/${values.start}` : path).slice(1)
  for (const folder of folders) {
    let bytes
    try {
      bytes = readFileSync(new URL(name, folder))
    } catch {
      continue
    }
    response.writeHead(200, {
      'content-type': types[extname(name)] ?? 'application/octet-stream',
      'content-security-policy': policy, 'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    })
    return response.end(bytes)
  }
  response.writeHead(404).end()
}

// One line of input is an edit of the library: {"name": ..., "insert": ..., "at": ..., "device": ...}, of a note that
// comes if it is {"isNew": true}, or of the devices: {"devices": [...]}. Each is answered by a line: "done", or the
// reason why it cannot be done.
function apply({ name, at, insert, device, isNew = false, devices }) {
  if (devices) {
    fake.devices = devices
    return
  }
  if (fake.documents.has(name) === isNew) throw new Error(isNew ? `${name} is there` : `${name} was not sent yet`)
  fake.edit(name, ({ text }) => text.insert(at, insert), device)
}

let input = ''
process.stdin.on('data', (chunk) => {
  const lines = (input + chunk).split('\n')
  input = lines.pop()
  for (const line of lines) {
    let answer = 'done'
    try {
      apply(JSON.parse(line))
    } catch (error) {
      answer = String(error)
    }
    console.log(answer)
  }
})

server.listen(Number(values.port), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/#${fake.newCode()}`)
})
