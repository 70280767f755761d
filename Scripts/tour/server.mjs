// SPDX-License-Identifier: MIT
//
// Shows two devices side by side in one window: the pages of two libraries, each served by a decent of
// its own, and a switch that takes a device's decent away.
//
// Usage: node Scripts/tour/server.mjs PROGRAM FOLDER PAGE [--open]
//   (PROGRAM: decent; FOLDER: with the libraries laptop and phone; PAGE: the folder with the page's files)
//
// Prints the address of the window, then those of the two pages. Serves them until it is interrupted. What
// stands behind # in the address of the window is a secret of this run, so that no other user of this computer
// can ask for the devices' addresses.

import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'

const [program, folder, page] = process.argv.slice(2)
const files = {
  '/': ['window.html', 'text/html'],
  '/window.css': ['window.css', 'text/css'],
  '/window.mjs': ['window.mjs', 'text/javascript'],
}
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
  + "frame-src http://127.0.0.1:*; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A device: its library, and the decent that serves it while it is online. */
class Device {
  address = null
  #process = null
  #end = null

  constructor(name, origin) {
    this.name = name
    this.origin = origin
  }

  get isOnline() {
    return !!this.#process
  }

  /** Serves the page, at the same address each time. */
  async start() {
    await this.#end
    if (this.#process || isEnding) return
    const child = spawn(program, this.#words('--framed-by', this.origin),
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, DECENT_DEVICE: this.name } })
    this.#process = child
    this.#end = new Promise((done) => {
      child.once('error', done)
      child.once('exit', (status) => done(new Error(`it ended (${status})`)))
    }).then((error) => {
      this.#process = this.#end = null
      return error
    })
    const line = new Promise((done) => createInterface({ input: child.stdout }).once('line', done))
    const first = await Promise.race([line, this.#end])
    if (first instanceof Error) throw new Error(`decent of ${this.name}: ${first.message}`)
    this.address = first
  }

  #words(...more) {
    return ['--library', `${folder}/${this.name}`, 'serve', '--page', page, ...more]
  }

  /** An address that lets another browser in: a second decent names it when it gives way. The last one offline. */
  newAddress() {
    if (!this.isOnline) return this.address
    return new Promise((done) => execFile(program, this.#words(), (_, __, words) => done(/http:[^;]*/.exec(words)?.[0] ?? this.address)))
  }

  async stop() {
    if (!this.#process) return
    this.#process.kill()
    const late = setTimeout(() => this.#process?.kill('SIGKILL'), 5000)
    await this.#end
    clearTimeout(late)
  }
}

const secret = randomBytes(16).toString('hex')
let isEnding = false
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
  if (request.method !== 'POST' || request.headers['tour-secret'] !== secret) {
    return send(404, 'text/plain', 'nothing here')
  }
  const device = devices.find((device) => device.name === name)
  if (path === '/online') await device?.start()
  else if (path === '/offline') await device?.stop()
  else if (path !== '/devices') return send(404, 'text/plain', 'nothing here')
  const shown = devices.map(async (device) => ({
    name: device.name, isOnline: device.isOnline, address: path === '/devices' ? await device.newAddress() : device.address,
  }))
  send(200, 'application/json', JSON.stringify(await Promise.all(shown)))
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(`tour: ${error.message}`)
    response.writeHead(500).end(error.message)
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
  if (isEnding) return
  const address = `${origin}/#${secret}`
  console.log(address)
  for (const device of devices) console.log(`  ${device.name}  ${device.address}`)
  if (process.argv.includes('--open')) open(address)
})

function open(address) {
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open'
  const fail = () => console.error(`tour: no browser could be opened (${opener}); open the first address yourself`)
  // Ctrl-C ends what is in the group of this process, which a browser shall outlive.
  const child = spawn(opener, [address], { stdio: 'ignore', detached: true })
  child.on('error', fail).on('exit', (status) => status && fail())
  child.unref()
}

async function end(status) {
  isEnding = true
  await Promise.all(devices.map((device) => device.stop()))
  process.exit(status)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))
