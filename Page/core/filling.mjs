// SPDX-License-Identifier: MIT

import { entryOf } from './entry.mjs'
import { isDamage } from './failures.mjs'
import { classOf, idOf } from './names.mjs'
import { textOfVersion } from './version-text.mjs'

/** How many documents are asked for and stored at once. */
const batchSize = 250

/** The most UTF-16 units of texts that wait in memory until all documents are stored. */
const mostWaiting = 8 << 20

/**
 * Fetches documents that are not here, in pieces, and stores each piece. What was stored stays, also if
 * the rest fails. Needs a page no more than its worker does.
 *
 * Texts for searches are a third of all records. They are stored after all documents: see `storeTexts`.
 *
 * @param {object} parts `server`, `storage`, `module`, `work`, `names` of documents, `senders`: if the
 *   documents are news, the devices that sent them, by names, and `cameBack`: the names of notes that were
 *   purged and came back
 * @param {(entries: object[], count: number, unreadable: object[]) => void} onStored After each piece:
 *   the new entries, how many documents were asked for with it, and those that cannot be read here,
 *   each `{ name, code, message }`; the code is `absent` for those that the server did not send.
 * @returns {Promise<object[]>} the texts that are not stored yet, for `storeTexts`
 */
export async function fill({ server, storage, module, work, names, senders, cameBack, signal }, onStored) {
  const pieces = []
  for (let start = 0; start < names.length; start += batchSize) {
    pieces.push(names.slice(start, start + batchSize))
  }
  // The next piece comes, and is read, while this one is stored.
  const ask = (piece) => piece && collected(server.documents(piece, signal), piece.length)
  let coming = ask(pieces[0])
  let storing = null
  const late = { texts: [], units: 0 }
  try {
    for (const [place, piece] of pieces.entries()) {
      const { documents, absent } = await coming
      coming = ask(pieces[place + 1])
      coming?.catch(() => {})
      const read = documents.map((fetched) => readNew({
        ...fetched, ...newsOf(fetched.name, senders), wasPurged: cameBack.has(fetched.name),
      }, module, work))
      await storing
      signal?.throwIfAborted()
      storing = stored(read, { storage, module, work, late })
        .then(({ entries, unreadable }) => onStored(entries, piece.length, [...absent, ...unreadable]))
      storing.catch(() => {})
    }
  } finally {
    // Also where the next piece does not come, this one is told.
    await storing
  }
  return late.texts
}

/** Whether a document is new to whoever reads here, and the device that sent it. */
function newsOf(name, senders) {
  const device = senders?.get(name) ?? null
  return senders && { isUnseen: idOf(name) !== null && !device?.isOwn, device: device?.isOwn ? null : device }
}

async function collected(stream, count) {
  const [documents, absent] = [[], []]
  for await (const document of stream) {
    if (document.delta.length > 0) documents.push(document)
    else absent.push({ name: document.name, code: 'absent', message: 'the answer has no such document' })
  }
  // The server names each document, also one that it does not have.
  if (documents.length + absent.length < count) throw new TypeError('the answer ended too early')
  return { documents, absent }
}

/** A fetched document with what is to be stored of it if nothing is stored yet: `put`, or the `fault`. */
function readNew(fetched, module, work) {
  try {
    return { fetched, put: putOf(fetched, undefined, module, work) }
  } catch (error) {
    return { fetched, fault: unreadableOf(fetched, error) }
  }
}

async function stored(read, { storage, module, work, late }) {
  let puts, unreadable, waiting
  await storage.update(read.map(({ fetched }) => fetched.name), (records) => {
    puts = []
    unreadable = []
    waiting = []
    for (const { fetched, put, fault } of read) {
      const known = records.get(fetched.name)
      try {
        if (fault) unreadable.push(fault)
        else if (known || !put.text || late.units >= mostWaiting) {
          puts.push(known ? putOf(fetched, known, module, work) : put)
        } else {
          const { text, ...others } = put
          puts.push(others)
          waiting.push({ name: put.name, ...text })
        }
      } catch (error) {
        // The others are stored.
        unreadable.push(unreadableOf(fetched, error))
      }
    }
    return { puts }
  })
  work.saves++
  for (const text of waiting) {
    late.texts.push(text)
    late.units += text.text.length
  }
  return { entries: puts.map(({ entry }) => entry), unreadable }
}

function unreadableOf({ name }, error) {
  if (error.name !== 'DecentError') throw error
  return { name, code: error.code, message: error.message }
}

/** What is to be stored of a fetched document. @throws {DecentError} if it cannot be read here */
function putOf({ name, version, delta, isUnseen, device, wasPurged }, known, module, work) {
  const kind = classOf(name, module)
  const stored = decoded(kind, known?.document?.bytes)
  const document = stored ?? new kind()
  try {
    if (stored) work.decoded++
    document.mergeDelta(delta)
    const stamp = (known?.document?.stamp ?? 0) + 1
    const isWaiting = stored !== null && document.deltaSince(version) !== null
    const entry = entryOf(name, document, { stamp, theirs: textOfVersion(version), isWaiting, isUnseen, device, wasPurged })
    work.encoded++
    const put = { name, entry, document: { bytes: document.save(), stamp } }
    if (entry.id !== null) put.text = { text: document.text.toString(), stamp }
    return put
  } finally {
    document.free()
  }
}

/** A stored document; null if there is none, or it is damaged: what was fetched takes its place. */
function decoded(kind, bytes) {
  if (!bytes) return null
  try {
    return kind.load(bytes)
  } catch (error) {
    if (!isDamage(error)) throw error
    return null
  }
}
