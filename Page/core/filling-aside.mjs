// SPDX-License-Identifier: MIT

import { ServerFault } from './server.mjs'
import { trustedAddress } from './trusted-address.mjs'

/**
 * Fetches documents in a worker: as `fill`, for the storage of the browser. The worker then stores the texts, and
 * ends.
 */
export function fillAside({ database, signal, ...what }, onStored) {
  return new Promise((fulfill, reject) => {
    // The address leads there from the bundle of the page, too.
    const worker = new Worker(trustedAddress(new URL('../core/filling-worker.mjs', import.meta.url)), { type: 'module' })
    // The signal lives as long as the page: it must not keep each worker.
    const ended = new AbortController()
    signal?.addEventListener('abort', () => {
      worker.terminate()
      reject(signal.reason)
    }, { signal: ended.signal })
    worker.onerror = (event) => {
      ended.abort()
      reject(new Error(event.message || 'the worker could not start'))
    }
    worker.onmessage = ({ data: { entries, count, unreadable, isDone, isEnded, failure } }) => {
      if (entries) onStored(entries, count, unreadable)
      if (isDone) fulfill()
      if (failure) reject(errorOf(failure))
      if (isEnded) ended.abort()
    }
    worker.postMessage({ database, ...what })
  })
}

function errorOf({ name, message, status, code }) {
  if (status) return new ServerFault(status, { code, message })
  if (name === 'TypeError') return new TypeError(message)
  return new DOMException(message, name)
}
