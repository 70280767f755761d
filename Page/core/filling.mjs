// SPDX-License-Identifier: MIT

import { entryOf } from './entry.mjs'
import { classOf } from './names.mjs'

/** How many documents are asked for and stored at once. */
const batchSize = 250

/**
 * Fetches documents that are not here, in pieces, and stores each piece. What was stored stays, also if
 * the rest fails. Needs a page no more than its worker does.
 *
 * @param {object} parts `server`, `storage`, `module`, `work`, and `names` of documents
 * @param {(entries: object[], count: number) => void} onStored After each piece: the new entries,
 *   and how many documents were asked for with it.
 */
export async function fill({ server, storage, module, work, names, signal }, onStored) {
  const pieces = []
  for (let start = 0; start < names.length; start += batchSize) {
    pieces.push(names.slice(start, start + batchSize))
  }
  // The next piece comes while this one is stored.
  const ask = (piece) => piece && collected(server.documents(piece, signal))
  let coming = ask(pieces[0])
  for (const [place, piece] of pieces.entries()) {
    const documents = await coming
    coming = ask(pieces[place + 1])
    coming?.catch(() => {})
    onStored(await stored(documents, { storage, module, work }), piece.length)
  }
}

async function collected(stream) {
  const all = []
  for await (const document of stream) if (document.delta.length > 0) all.push(document)
  return all
}

async function stored(documents, { storage, module, work }) {
  let puts
  await storage.update(documents.map(({ name }) => name), (records) => {
    puts = []
    for (const fetched of documents) {
      const put = record(fetched, records.get(fetched.name), module, work)
      if (put) puts.push(put)
    }
    return { puts }
  })
  work.saves++
  return puts.map(({ entry }) => entry)
}

/** The record of a fetched document for the storage; null if it cannot be read here. */
function record({ name, version, delta }, known, module, work) {
  const kind = classOf(name, module)
  const document = known?.document ? kind.load(known.document.bytes) : new kind()
  try {
    if (known?.document) work.decoded++
    document.mergeDelta(delta)
    const stamp = (known?.document?.stamp ?? 0) + 1
    const isWaiting = Boolean(known?.document) && document.deltaSince(version) !== null
    const entry = entryOf(name, document, { stamp, theirs: version, isWaiting })
    work.encoded++
    const put = { name, entry, document: { bytes: document.save(), stamp } }
    if (entry.id !== null) put.text = { text: document.text.toString(), stamp }
    return put
  } catch (error) {
    if (!error.code) throw error
    return null
  } finally {
    document.free()
  }
}
