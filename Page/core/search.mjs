// SPDX-License-Identifier: MIT

import { beginning } from './beginning.mjs'
import { folded, foldedWithPlaces } from './folding.mjs'
import { nameOf } from './names.mjs'
import { SearchFault, SearchWords } from './search-words.mjs'
import { storeTexts } from './storing-texts.mjs'

/** How much stands before the first found word in a passage, and the most of a passage. */
const before = 40
const passageLength = 160

/** From how many texts on those that are stored are read again, rather than documents. */
const many = 16

/**
 * Searches over what is stored here. Texts are read at the first search that has words, and kept
 * folded; later only those that changed.
 */
export class Search {
  /** Called when texts came that were wanted. */
  onTexts = () => {}
  #texts = new Map()
  #titles = new Map()
  #isLoaded = false
  #loading = null
  /** Whether texts could not be read the last time. */
  #hasFailed = false
  #words = { query: null, words: null, fault: null }

  constructor({ storage, documents, list }) {
    this.storage = storage
    this.documents = documents
    this.list = list
  }

  /** Whether texts are being read: more notes may be found soon. */
  get isLoading() {
    return this.#loading !== null
  }

  /** The words of a query, and why it cannot be searched for. */
  parse(query) {
    if (this.#words.query !== query) {
      this.#words = { query, words: null, fault: null }
      try {
        this.#words.words = new SearchWords(query)
      } catch (error) {
        if (!(error instanceof SearchFault)) throw error
        this.#words.fault = error.message
      }
    }
    return this.#words
  }

  /**
   * The entries that fit: best match first, newer first of equal matches; in their order if no words
   * are wanted.
   */
  matching(words, entries) {
    const found = []
    const stale = []
    for (const entry of entries) {
      if (!words.fitsEntry(entry)) continue
      if (!words.needsTexts) {
        found.push({ entry, score: 0 })
        continue
      }
      const text = this.#textOf(entry)
      // The text of a note that only the server has yet cannot be read.
      if (text === null && entry.stamp > 0) stale.push(entry.id)
      const { title, tags } = this.#titleOf(entry)
      const score = words.score({ title, tags, text: text ?? '' })
      if (score > 0) found.push({ entry, score })
    }
    if (stale.length > 0) this.#load(stale)
    if (words.wanted.length > 0) {
      found.sort((a, b) => b.score - a.score || b.entry.created - a.entry.created)
    }
    return found.map(({ entry }) => entry)
  }

  /** The part of a note's text with the first found words, and where in it they are. */
  passage(words, entry) {
    const known = this.#texts.get(entry.id)
    const ranges = known ? rangesIn(known.text, words, 1) : []
    if (ranges.length === 0) {
      return { snippet: entry.snippet, found: rangesIn(entry.snippet, words) }
    }
    let start = Math.max(0, ranges[0].start - before)
    if (start > 0) start = Math.max(start, known.text.slice(0, ranges[0].start).lastIndexOf('\n') + 1)
    const space = known.text.indexOf(' ', start)
    if (start > 0 && known.text[start - 1] !== '\n' && space >= 0 && space < ranges[0].start) {
      start = space + 1
    }
    // The start may lie within a character.
    const line = beginning(known.text.slice(start), passageLength)
      .replace(/^[\udc00-\udfff]/, '').replace(/\s/g, ' ').trimEnd()
    const snippet = (start > 0 && known.text[start - 1] !== '\n' ? '…' : '') + line
    return { snippet, found: rangesIn(snippet, words) }
  }

  /** Forgets the texts of notes that are gone. */
  forget(ids) {
    for (const id of ids) {
      this.#texts.delete(id)
      this.#titles.delete(id)
    }
  }

  /** The folded text of a note, or null if it must be read first. */
  #textOf(entry) {
    const known = this.#texts.get(entry.id)
    const held = this.documents.heldNow(nameOf(entry.id))
    if (held && held.isNote && (known?.stamp !== entry.stamp || held.isTextOld)) {
      return this.#keep(entry.id, entry.stamp, this.documents.textOf(held)).folded
    }
    if (known?.stamp === entry.stamp) return known.folded
    return null
  }

  #titleOf(entry) {
    const known = this.#titles.get(entry.id)
    if (known?.entry === entry) return known
    const tags = folded(entry.tags.join('\n'))
    const title = { entry, title: folded(entry.title), tags }
    this.#titles.set(entry.id, title)
    return title
  }

  #keep(id, stamp, text) {
    const known = { stamp, text, folded: folded(text) }
    this.#texts.set(id, known)
    return known
  }

  #load(ids) {
    this.#loading ??= this.#loadNow(ids).then(() => false, () => true).then((hasFailed) => {
      this.#loading = null
      // A storage that goes on failing would be asked again in each frame.
      if (!hasFailed || !this.#hasFailed) this.onTexts()
      this.#hasFailed = hasFailed
    })
  }

  async #loadNow(ids) {
    if (!this.#isLoaded || ids.length >= many) {
      for (const [name, { text, stamp }] of await this.storage.texts()) {
        const id = name.slice(nameOf('').length)
        if (!(this.#texts.get(id)?.stamp >= stamp)) this.#keep(id, stamp, text)
      }
      this.#isLoaded = true
    }
    const found = []
    for (const id of ids) {
      const entry = this.list.get(id)
      if (!entry || entry.stamp === 0 || this.#textOf(entry) !== null) continue
      await this.documents.with([nameOf(id)], ([held]) => {
        // A note that cannot be read is not asked for again.
        if (!held) return this.#keep(id, entry.stamp, '')
        const isLacking = !this.#texts.has(id) && !held.isDirty && !held.isMaybeDirty
        const { text, stamp } = this.#keep(id, held.stamp, this.documents.textOf(held))
        if (isLacking) found.push({ name: held.name, text, stamp })
      })
    }
    // Those of a first copy that was cut off before its texts were stored.
    await storeTexts(this.storage, found)
  }
}

/** Where the wanted words stand in a text, in order; at most `most`. */
export function rangesIn(text, words, most = Infinity) {
  let plain = folded(text)
  let places = null
  if (plain.length !== text.length) ({ folded: plain, places } = foldedWithPlaces(text))
  const ranges = []
  for (const { source } of words.wanted) {
    for (const { 0: match, index } of plain.matchAll(new RegExp(source, 'gu'))) {
      const [start, end] = [index, index + match.length]
      ranges.push(places ? { start: places[start], end: places[end] } : { start, end })
      if (ranges.length >= most) return ranges
    }
  }
  ranges.sort((a, b) => a.start - b.start || b.end - a.end)
  return ranges.filter(({ start }, place) => place === 0 || start >= ranges[place - 1].end)
}
