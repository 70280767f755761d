// SPDX-License-Identifier: MIT
//
// Fetches and stores documents beside the page, so that the page stays quick.

import { loadDecentNotes } from '../decent.mjs'
import { fill } from './filling.mjs'
import { Server } from './server.mjs'
import { IndexedStorage } from './storage-indexed.mjs'
import { storeTexts } from './storing-texts.mjs'
import { Work } from './work.mjs'

addEventListener('message', async ({ data: { token, run, names, senders, cameBack, database } }) => {
  const storage = new IndexedStorage(database)
  try {
    const [module] = await Promise.all([loadDecentNotes(), storage.open()])
    const server = new Server({ token, run })
    const what = { server, storage, module, work: new Work(), names, senders, cameBack }
    const texts = await fill(what, (entries, count, unreadable) => {
      postMessage({ entries, count, unreadable })
    })
    postMessage({ isDone: true })
    await storeTexts(storage, texts)
  } catch ({ name, message, status, code }) {
    postMessage({ failure: { name, message, status, code } })
  } finally {
    storage.close()
    postMessage({ isEnded: true })
    close()
  }
})
