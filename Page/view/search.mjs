// SPDX-License-Identifier: MIT

import { $, el, setText } from './dom.mjs'
import { say } from './say.mjs'
import { count } from './words.mjs'

/** The field that searches as one types, and the chips that say what is filtered. */
export class Search {
  field = $('#find')
  #desk
  #said = 0

  constructor(desk) {
    this.#desk = desk
    this.field.addEventListener('input', () => this.#search())
    $('#unfind').addEventListener('click', () => this.clear())
    desk.addEventListener('place', () => this.field.value = '')
    desk.addEventListener('rows', () => this.#draw())
  }

  #search() {
    this.#desk.search(this.field.value.trim())
    clearTimeout(this.#said)
    this.#said = setTimeout(() => this.#desk.query && say($('#tally').textContent), 500)
  }

  clear() {
    this.field.value = ''
    this.#search()
    this.field.focus()
  }

  #draw() {
    const { query, rows, place: { kind, value } } = this.#desk
    const place = kind === 'pinned' ? 'Pinned' : kind === 'unseen' ? 'New from elsewhere' : value?.split('/').at(-1)
    $('#unfind').hidden = !query
    $('.find kbd').hidden = !!query
    const tally = $('#tally')
    tally.hidden = !query
    const { notebook } = this.#desk
    const fault = notebook.searchFault(query)
    if (fault || rows.length || notebook.isSearching || !query) {
      setText(tally, fault ?? (rows.length ? `${count(rows.length, 'note')}, best first` : 'Searching…'))
    } else {
      const words = /\s/.test(query) ? 'all of these words' : `“${query}”`
      setText(tally, `No note${place ? ` in ${place}` : ''} has ${words}. ${this.#without(query)}`)
    }
    // Without a query, the rows of the first place are all notes.
    if (!query) this.field.placeholder = place ? `Search in ${place}` : `Search ${count(rows.length, 'note')}`
    this.#chips()
  }

  /** Which word to leave out, if there are notes without it. */
  #without(query) {
    const words = query.split(/\s+/)
    if (words.length < 2 || words.length > 8 || query.includes('"')) return ''
    for (const word of words) {
      const rest = words.filter((other) => other !== word).join(' ')
      const found = this.#desk.found(rest).length
      if (found) return `Without “${word}” there ${found === 1 ? 'is' : 'are'} ${count(found, 'note')}.`
    }
    return ''
  }

  /** The same filters by mouse: those of the query pressed, and what the first results share. */
  #chips() {
    const { query, rows } = this.#desk
    const words = [...new Set(termsOf(query).filter((term) => /^(?:tag|in):\S/.test(term)))]
    const likely = query ? this.#likely(rows).filter((word) => !words.includes(word)) : []
    const box = $('#filters')
    const chip = (word, isPressed) => el('button.chip', {
      type: 'button', 'aria-pressed': String(isPressed), 'data-word': word, onclick: () => {
        const terms = termsOf(this.field.value)
        this.field.value = (isPressed ? terms.filter((term) => term !== word) : [...terms, word]).join(' ')
        this.#search()
        const again = [...box.children].find((other) => other.dataset.word === word)
        const next = again ?? this.field
        next.focus()
      },
    }, word.replace(':', ': ').replaceAll('"', ''))
    box.hidden = !query
    const { isTrashToo } = this.#desk
    const drawn = [words, likely, isTrashToo].join('|')
    if (box.dataset.drawn === drawn) return
    box.dataset.drawn = drawn
    box.replaceChildren(...words.map((word) => chip(word, true)), ...likely.map((word) => chip(word, false)),
      el('button.chip', { type: 'button', 'aria-pressed': String(isTrashToo), onclick: () => {
        this.#desk.isTrashToo = !isTrashToo
        this.#search()
        box.lastChild.focus()
      } }, 'Trash too'))
  }

  #likely(rows) {
    const tallies = new Map()
    for (const row of rows.slice(0, 50)) {
      for (const word of [...row.tags.map((tag) => term('tag:', tag)), row.folder && term('in:', row.folder)]) {
        if (word) tallies.set(word, (tallies.get(word) ?? 0) + 1)
      }
    }
    return [...tallies].filter(([, number]) => number < rows.length)
      .sort((one, other) => other[1] - one[1]).slice(0, 3).map(([word]) => word)
  }
}

const termsOf = (query) => query.match(/-?(?:(?:tag|in):(?=\S))?(?:"[^"]*"?|\S+)/g) ?? []

/** The term of a search for a name; null for one with spaces and quotes, for which there is none. */
function term(sign, name) {
  if (!/\s/.test(name) && !name.startsWith('"')) return sign + name
  return name.includes('"') ? null : `${sign}"${name}"`
}
