// SPDX-License-Identifier: MIT
//
// Keeps the files of the page, so that it starts without the server. The files of one version are kept
// together: a page never gets parts of two. Requests of the protocol pass by.

import { filesOf } from './core/page-crawl.mjs'

const prefix = 'decent-page-'
const pointer = 'decent-current'
let checking = null

addEventListener('install', (event) => {
  event.waitUntil(check().then(() => skipWaiting()))
})

addEventListener('activate', (event) => {
  event.waitUntil(clients.claim())
})

addEventListener('message', (event) => {
  if (event.data === 'check') event.waitUntil(check().catch(() => {}))
})

addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  const isFile = url.origin === location.origin && !url.pathname.startsWith('/v1/')
    && event.request.method === 'GET'
  if (isFile) event.respondWith(kept(event.request))
})

async function kept(request) {
  const name = await current()
  const cache = name && await caches.open(name)
  const url = new URL(request.url)
  const path = url.pathname === '/index.html' ? '/' : url.pathname
  return await cache?.match(path) ?? fetch(request)
}

/** The cache of the version that is used. */
async function current() {
  const cache = await caches.open(pointer)
  return (await cache.match('/'))?.text()
}

/** Looks for newer files; takes all of them or none. */
function check() {
  checking ??= checkNow().finally(() => { checking = null })
  return checking
}

async function checkNow() {
  const files = await filesOf(registration.scope, (url) => fetch(url, { cache: 'no-cache' }))
  const name = prefix + await digest(files)
  const known = await current()
  if (known === name) return
  const cache = await caches.open(name)
  for (const { path, response } of files) await cache.put(path, response)
  await (await caches.open(pointer)).put('/', new Response(name))
  for (const client of await clients.matchAll({ includeUncontrolled: true })) {
    if (known) client.postMessage('newer')
  }
  for (const old of await caches.keys()) {
    if (old.startsWith(prefix) && old !== name && old !== known) await caches.delete(old)
  }
}

async function digest(files) {
  const parts = await Promise.all(files.map(async ({ path, bytes, response }) => {
    const hash = await crypto.subtle.digest('SHA-256', bytes)
    // What is kept has its policy, which may change while the files stay.
    return `${path} ${new Uint8Array(hash).join()} ${response.headers.get('content-security-policy')}`
  }))
  const all = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(parts.sort().join('\n')))
  return Array.from(new Uint8Array(all, 0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
