// SPDX-License-Identifier: MIT

import { readFileSync } from 'node:fs'
import { loadDecentNotes } from '../../Browser/decent.mjs'
import { openNotebook } from '../../Page/core/notebook.mjs'
import { MemoryStorage } from '../../Page/core/storage-memory.mjs'
import { MemoryLocks } from './locks-memory.mjs'

const wasm = await WebAssembly.compile(
  readFileSync(new URL('../../Browser/.build/decent-notes.wasm', import.meta.url)))

/** A module of its own, as each page has. */
export const loadModule = () => loadDecentNotes(wasm)

/** Times that let tests run without waiting. */
export const shortDelays = { tell: 0, save: 1, maybe: 20, retry: 2, longestRetry: 10 }

const browsers = new Set()
let channels = 0

// A test that fails leaves its pages open, and they would keep the process from ending.
if (process.env.NODE_TEST_CONTEXT) {
  const { after } = await import('node:test')
  after(() => {
    for (const browser of browsers) browser.close()
  })
}

/** One browser: what its pages share. */
export class TestBrowser {
  storage = new MemoryStorage()
  locks = new MemoryLocks()
  pages = new Set()
  #channel = `test-${++channels}`

  constructor(server = null, { delays = shortDelays } = {}) {
    this.server = server
    this.delays = delays
    browsers.add(this)
  }

  /** Opens a page. Closing it is as sudden as killing it. */
  async open(options = {}) {
    const page = await openNotebook({
      storage: opened(this.storage), locks: this.locks, delays: this.delays, module: await loadModule(),
      channel: new BroadcastChannel(this.#channel), code: this.server?.newCode(),
      fetch: this.server?.fetch, ...options,
    })
    const { close } = page
    page.close = () => {
      this.pages.delete(page)
      close.call(page)
    }
    this.pages.add(page)
    return page
  }

  close() {
    for (const page of this.pages) page.close()
  }
}

/** A storage as one page opens it: what the page begins after it was closed fails, as in a browser. */
function opened(storage) {
  let isClosed = false
  return new Proxy(storage, {
    get(_, key) {
      if (key === 'close') return () => { isClosed = true }
      const part = storage[key]
      if (typeof part !== 'function') return part
      return (...given) => {
        if (isClosed) return Promise.reject(new DOMException('the storage is closed', 'InvalidStateError'))
        return part.apply(storage, given)
      }
    },
  })
}

/** Waits until a condition holds; fails after a time that no test should need. */
export async function until(condition, what = String(condition), limit = 60_000) {
  const end = Date.now() + limit
  while (!await condition()) {
    if (Date.now() > end) throw new Error(`never came true: ${what}`)
    await new Promise((fulfill) => setTimeout(fulfill, 2))
  }
}

/** Time that passes in a random schedule. A test that waits for something has `until`. */
export const pause = (milliseconds) => new Promise((fulfill) => setTimeout(fulfill, milliseconds))

/**
 * Waits until all is done that was begun and waits for no timer longer than a millisecond: turns of the
 * program's loop, which runs timers of one length in their order.
 */
export async function turns(count = 20) {
  for (let turn = 0; turn < count; turn++) await pause(1)
}

/** Searches, and waits until the texts are read that the search needs. */
export async function searchWhole(page, query) {
  page.rows({ query })
  await until(() => !page.isSearching)
  return page.rows({ query })
}

/** Waits until pages have saved and exchanged everything. */
export const atRest = (...pages) => until(() => pages.every(({ status, documents }) =>
  status.saved === 'saved' && documents.isSaved
  && (status.server === 'none' || (status.server === 'online' && status.waiting === 0))), 'rest')
