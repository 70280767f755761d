// SPDX-License-Identifier: MIT

/** The names of the storages of earlier pages. */
const formers = ['decent-notes', 'decent-notes-7']

/**
 * The storages of earlier pages in this browser. This page cannot read their documents. It reads the
 * lists and the plain texts, for a copy of the notes whose edits decent lacks, and writes nothing.
 */
export class FormerStorage {
  /** The notes with edits that were not sent: `{ title, text, bytes }`; `text` is null if it is out of date. */
  unsent = []

  /** @returns {Promise<FormerStorage|null>} null if there is none, or all edits in them were sent */
  static async find() {
    const found = new FormerStorage()
    for (const name of formers) {
      const database = await opened(name)
      if (!database) continue
      try {
        found.unsent.push(...await unsentIn(database))
      } finally {
        database.close()
      }
    }
    if (found.unsent.length > 0) return found
    found.drop()
    return null
  }

  /** Removes them from this browser. */
  drop() {
    for (const name of formers) indexedDB.deleteDatabase(name)
  }
}

/** The notes as Markdown. A note without its text is there as bytes, which the program that wrote them reads. */
export function copyOf(unsent) {
  return unsent.map(({ title, text, bytes }) => `# ${title}\n\n${text
    ?? `The bytes of this note, in Base64:\n\n${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`}\n`)
    .join('\n')
}

/** The database, if there is one: none is made. */
function opened(name) {
  return new Promise((fulfill) => {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => request.transaction.abort()
    request.onsuccess = () => fulfill(request.result)
    request.onerror = (event) => {
      event.preventDefault()
      fulfill(null)
    }
  })
}

async function unsentIn(database) {
  const read = (store) => database.transaction(store).objectStore(store)
  const entries = await answer(read('entries').getAll())
  const found = []
  for (const { id, name, title, isWaiting } of entries) {
    if (!id || !isWaiting) continue
    const [document, text] = await Promise.all(['documents', 'texts'].map((store) => answer(read(store).get(name))))
    if (document) found.push({ title, text: text?.stamp === document.stamp ? text.text : null, bytes: document.bytes })
  }
  return found
}

function answer(request) {
  return new Promise((fulfill, reject) => {
    request.onsuccess = () => fulfill(request.result)
    request.onerror = () => reject(request.error)
  })
}
