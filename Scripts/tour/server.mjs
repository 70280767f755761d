// SPDX-License-Identifier: MIT
//
// Shows two devices side by side in one window: the pages of two libraries, each served by a decent of
// its own, and a switch that takes a device's decent away.
//
// Usage: node Scripts/tour/server.mjs PROGRAM FOLDER PAGE [--open]
//   (PROGRAM: decent; FOLDER: with the libraries laptop and phone; PAGE: the folder with the page's files)
//
// Prints the address of the window, then those of the two pages. Ends them when it is interrupted.

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'

const [program, folder, page] = process.argv.slice(2)
const files = {
  '/': ['window.html', 'text/html'],
  '/window.css': ['window.css', 'text/css'],
  '/window.mjs': ['window.mjs', 'text/javascript'],
}
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
  + "frame-src http://127.0.0.1:*; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A device: its library, and the decent that serves it while it is online. */
class Device {
  address = null
  #process = null

  constructor(name, origin) {
    this.name = name
    this.origin = origin
  }

  get isOnline() {
    return !!this.#process
  }

  /** Serves the page, at the same address each time. */
  async start() {
    if (this.#process) return
    const child = spawn(program, ['--library', `${folder}/${this.name}`, 'serve', '--page', page, '--framed-by', this.origin],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, DECENT_DEVICE: this.name } })
    this.#process = child
    child.on('exit', () => this.#process = null)
    const lines = createInterface({ input: child.stdout })
    const [address] = await Promise.race([
      new Promise((done) => lines.once('line', (line) => done([line]))),
      new Promise((_, fail) => {
        child.once('error', fail)
        child.once('exit', (status) => fail(new Error(`decent of ${this.name} ended (${status})`)))
      }),
    ])
    this.address = address
  }

  async stop() {
    const child = this.#process
    if (!child) return
    const end = new Promise((done) => child.once('exit', done))
    child.kill()
    await end
  }
}

let devices = []
let origin = ''

/** Answers a request; those that change something come from the window alone. */
async function answer(request, response) {
  const send = (status, type, body) => {
    response.writeHead(status, {
      'content-type': `${type}; charset=utf-8`, 'content-security-policy': policy, 'cache-control': 'no-store',
      'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer',
    })
    response.end(body)
  }
  const [path, name] = request.url.split('?')
  if (`http://${request.headers.host}` !== origin) return send(403, 'text/plain', 'not this host')
  if (request.method === 'GET' && files[path]) {
    const [file, type] = files[path]
    return send(200, type, readFileSync(new URL(file, import.meta.url)))
  }
  const isOwn = ['same-origin', undefined].includes(request.headers['sec-fetch-site'])
  if (request.method !== 'POST' || !isOwn || (request.headers.origin ?? origin) !== origin) {
    return send(404, 'text/plain', 'nothing here')
  }
  const device = devices.find((device) => device.name === name)
  if (path === '/online') await device?.start()
  else if (path === '/offline') await device?.stop()
  else if (path !== '/devices') return send(404, 'text/plain', 'nothing here')
  send(200, 'application/json', JSON.stringify(devices.map(({ name, address, isOnline }) => ({ name, address, isOnline }))))
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(`tour: ${error.message}`)
    response.writeHead(500).end()
  })
})
server.listen(0, '127.0.0.1', async () => {
  origin = `http://127.0.0.1:${server.address().port}`
  devices = ['laptop', 'phone'].map((name) => new Device(name, origin))
  try {
    for (const device of devices) await device.start()
  } catch (error) {
    console.error(`tour: ${error.message}`)
    return end(1)
  }
  console.log(origin)
  for (const device of devices) console.log(`  ${device.name}  ${device.address}`)
  if (process.argv.includes('--open')) open(origin)
})

function open(address) {
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open'
  const fail = () => console.error(`tour: no browser could be opened (${opener}); open the first address yourself`)
  spawn(opener, [address], { stdio: 'ignore' }).on('error', fail).on('exit', (status) => status && fail())
}

async function end(status) {
  await Promise.all(devices.map((device) => device.stop()))
  process.exit(status)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))
