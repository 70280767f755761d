// SPDX-License-Identifier: MIT

import { trustedAddress } from './trusted-address.mjs'

/**
 * Lets the page start without the server: its files are kept by a service worker.
 *
 * @param {() => void} [onNewer] Called when newer files of the page are there. They are used after the
 *   next load.
 */
export async function registerPage(onNewer = () => {}) {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  serviceWorker.addEventListener('message', ({ data }) => {
    if (data === 'newer') onNewer()
  })
  await serviceWorker.register(trustedAddress('/service-worker.mjs'), { type: 'module', updateViaCache: 'none' })
  const { active } = await serviceWorker.ready
  active.postMessage('check')
}
