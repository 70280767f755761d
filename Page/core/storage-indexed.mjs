// SPDX-License-Identifier: MIT

import { storageName } from './names.mjs'

/** The parts of a record, by the store that has them. */
const parts = { documents: 'document', entries: 'entry', texts: 'text' }
const partStores = Object.keys(parts)
const stores = [...partStores, 'meta']

/** From how many documents on it is asked first which of them are there: most that come together are not. */
const many = 16

/** The storage of this browser for this origin, in IndexedDB. `MemoryStorage` describes its calls. */
export class IndexedStorage {
  /** Runs when the storage is gone: `'cleared'`, or `'newer'` if a newer page wants to change it. */
  onClose = null
  /** Runs when an older page keeps this one from opening the storage. */
  onBlocked = null
  /** How often it was opened: what an exchange began with is not there any more after another opening. */
  openings = 0
  #database = null

  constructor(name = storageName) {
    this.name = name
  }

  async open() {
    const request = indexedDB.open(this.name, 1)
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store)
    }
    request.onblocked = () => this.onBlocked?.()
    const database = await answer(request)
    database.onversionchange = () => {
      this.close()
      this.onClose?.('newer')
    }
    database.onclose = () => {
      this.#database = null
      this.onClose?.('cleared')
    }
    this.#database = database
    this.openings++
  }

  /** Whether it is not open: the browser cleared it. */
  get isGone() {
    return this.#database === null
  }

  close() {
    this.#database?.close()
    this.#database = null
  }

  async read(name) {
    const transaction = this.#begin('readonly')
    const [document, entry, text] = await Promise.all(partStores.map(
      (store) => answer(transaction.objectStore(store).get(name))))
    return document || entry || text ? { document, entry, text } : undefined
  }

  async entries() {
    return answer(this.#begin('readonly').objectStore('entries').getAll())
  }

  async texts() {
    const store = this.#begin('readonly').objectStore('texts')
    const [names, texts] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())])
    return new Map(names.map((name, place) => [name, texts[place]]))
  }

  async meta(key) {
    return answer(this.#begin('readonly').objectStore('meta').get(key))
  }

  update(names, change) {
    return this.#write((transaction, giveUp) => {
      const records = new Map()
      const write = () => {
        try {
          put(transaction, change(records) ?? {})
        } catch (error) {
          giveUp(error)
        }
      }
      const read = (there) => {
        let left = partStores.length * there.length
        if (left === 0) return write()
        for (const name of there) {
          for (const store of partStores) {
            const request = transaction.objectStore(store).get(name)
            request.onsuccess = () => {
              if (request.result !== undefined) {
                const record = records.get(name) ?? {}
                record[parts[store]] = request.result
                records.set(name, record)
              }
              if (--left === 0) write()
            }
          }
        }
      }
      if (names.length < many) return read(names)
      const keys = transaction.objectStore('documents').getAllKeys(rangeOf(names))
      keys.onsuccess = () => {
        const there = new Set(keys.result)
        read(names.filter((name) => there.has(name)))
      }
    })
  }

  addTexts(texts) {
    return this.#write((transaction) => {
      const [documents, kept] = ['documents', 'texts'].map((store) => transaction.objectStore(store))
      const range = rangeOf(texts.map(({ name }) => name))
      documents.getAllKeys(range).onsuccess = ({ target: { result: names } }) => {
        const lacking = new Set(names)
        kept.getAllKeys(range).onsuccess = ({ target: { result: names } }) => {
          for (const name of names) lacking.delete(name)
          for (const { name, text, stamp } of texts) if (lacking.has(name)) kept.put({ text, stamp }, name)
        }
      }
    })
  }

  /** One transaction: `body` and the events of its requests do all, which keeps the transaction alive. */
  #write(body) {
    return new Promise((fulfill, reject) => {
      const transaction = this.#begin('readwrite')
      let fault = null
      transaction.oncomplete = () => fulfill()
      transaction.onabort = () => reject(fault ?? transaction.error ?? new Error('the save was aborted'))
      body(transaction, (error) => {
        fault = error
        transaction.abort()
      })
    })
  }

  /** Asks the browser not to clear the storage by itself; tells whether it agreed. */
  async requestPersistence() {
    const storage = globalThis.navigator?.storage
    if (!storage?.persist) return false
    return await storage.persisted() || await storage.persist()
  }

  #begin(mode) {
    if (!this.#database) throw new DOMException('the storage is closed', 'InvalidStateError')
    try {
      return this.#database.transaction(stores, mode, { durability: 'strict' })
    } catch (error) {
      // It is gone, and the browser does not tell so.
      if (error.name === 'InvalidStateError') this.#database?.onclose()
      throw error
    }
  }
}

function put(transaction, { puts = [], removes = [], meta = {} }) {
  const store = Object.fromEntries(stores.map((name) => [name, transaction.objectStore(name)]))
  for (const { name, document, entry, text } of puts) {
    if (document) store.documents.put(document, name)
    if (entry) store.entries.put(entry, name)
    if (text) store.texts.put(text, name)
  }
  for (const name of removes) for (const part of partStores) store[part].delete(name)
  for (const [key, value] of Object.entries(meta)) store.meta.put(value, key)
}

function rangeOf(names) {
  const sorted = names.toSorted()
  return IDBKeyRange.bound(sorted[0], sorted.at(-1))
}

function answer(request) {
  return new Promise((fulfill, reject) => {
    request.onsuccess = () => fulfill(request.result)
    request.onerror = () => reject(request.error)
  })
}
