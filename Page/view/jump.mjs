// SPDX-License-Identifier: MIT

import { folded, foldedWithPlaces } from '../core/folding.mjs'
import { el, icon, setAttribute } from './dom.mjs'
import { mark } from './row.mjs'
import { tell } from './say.mjs'
import { count, folderWords } from './words.mjs'

const mostShown = 7

/** Go to: one field for notes, folders, tags and commands; Enter takes the chosen line. */
export class Jump {
  #desk
  #commands

  /** @param commands `[words, icon, key, do]` each. */
  constructor(desk, commands) {
    this.#desk = desk
    this.#commands = commands
  }

  /** @param {((title: string) => void)|null} take Called with the title of the note that is taken, in place of going to it. */
  open(take = null) {
    const opener = document.activeElement
    const list = el('div.scroll', { role: 'listbox', id: 'jump-list', 'aria-label': 'Matches' })
    const field = el('input', {
      role: 'combobox', 'aria-expanded': 'true', 'aria-controls': 'jump-list', autocomplete: 'off',
      'aria-autocomplete': 'list', spellcheck: 'false', autofocus: true, enterkeyhint: 'go',
    })
    const [name, label] = take ? ['Link to', 'Link to a note'] : ['Go to', 'Go to a note, folder, tag or command']
    const dialog = el('dialog.pop.jump', { 'aria-label': name },
      el('label.find', {}, icon('search'), el('span.sr', {}, label), field, el('kbd', {}, 'Esc')), list)
    let lines = []
    let at = 0
    const choose = (index) => {
      at = index
      lines.forEach((line, place) => setAttribute(line.element, 'aria-selected', String(place === at)))
      setAttribute(field, 'aria-activedescendant', lines[at]?.element.id)
      lines[at]?.element.scrollIntoView({ block: 'nearest' })
    }
    const go = (index) => {
      dialog.returnValue = 'gone'
      dialog.close()
      lines[index].do()
    }
    const draw = () => {
      lines = []
      const query = field.value.trim()
      list.replaceChildren(...(take ? this.#titles(query, take) : this.#groups(query)).filter(([, entries]) => entries.length)
        .flatMap(([group, entries]) => [el('h3', { 'aria-hidden': 'true' }, group),
          el('div', { role: 'group', 'aria-label': group }, entries.map((entry) => {
            const index = lines.length
            const words = el('span.cut', { dir: 'auto' })
            mark(words, entry.words, entry.found ?? [])
            const element = el('div.item', { role: 'option', id: `jump-${index}`, onclick: () => go(index) },
              icon(entry.icon), words, el('span.dim.small.cut.grow', {}, entry.more ?? ''), entry.key && el('kbd', {}, entry.key))
            lines.push({ element, do: entry.do })
            return element
          }))]))
      choose(0)
    }
    field.addEventListener('input', draw)
    field.addEventListener('keydown', (event) => {
      if (event.isComposing) return
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (by && lines.length) choose((at + by + lines.length) % lines.length)
      else if (event.key === 'Enter' && lines.length) go(event.ctrlKey && event.shiftKey && !take ? lines.length - 1 : at)
      else return
      event.preventDefault()
      event.stopPropagation()
    })
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close())
    dialog.addEventListener('close', () => {
      dialog.remove()
      if (dialog.returnValue !== 'gone') opener?.focus?.()
    })
    document.body.append(dialog)
    dialog.showModal()
    draw()
  }

  #groups(query) {
    const { notebook } = this.#desk
    const all = notebook.rows({ view: 'all', sort: 'edited' })
    const note = (row) => ({
      words: row.title || 'New note', icon: 'notes', more: row.folder ? folderWords(row.folder) : '',
      do: () => this.#toNote(row.id),
    })
    if (!query) return [['Last notes', all.slice(0, mostShown).map(note)], ['Do', this.#does('')]]
    const places = [
      ...notebook.folders().map(({ path, count: size }) => ({
        words: path.split('/').at(-1), icon: 'folder',
        more: [path.split('/').slice(0, -1).join(' / '), count(size, 'note')].filter(Boolean).join(', '),
        do: () => this.#toPlace({ kind: 'folder', value: path }),
      })),
      ...notebook.tags().map(({ tag, count: size }) => ({
        words: tag, icon: 'tag', more: count(size, 'note'), do: () => this.#toPlace({ kind: 'tag', value: tag }),
      })),
    ]
    const create = {
      words: `New note “${query}”`, icon: 'new', key: 'Ctrl ⇧ ↵', do: () => this.create({ title: query }),
    }
    return [['Notes', best(all, query, (row) => row.title, note)],
      ['Folders and tags', best(places, query, (place) => place.words, (place) => place)],
      ['Do', [...this.#does(query), create]]]
  }

  /** The notes that a link can name. */
  #titles(query, take) {
    const all = this.#desk.notebook.rows({ view: 'all', sort: 'edited' })
      .filter(({ id, title }) => id !== this.#desk.open && /^[^[\]]+$/.test(title))
    const note = ({ title, folder }) => ({
      words: title, icon: 'notes', more: folder ? folderWords(folder) : '', do: () => take(title),
    })
    if (!query) return [['Last notes', all.slice(0, mostShown).map(note)]]
    const other = { words: `Link to “${query}”`, icon: 'link', do: () => take(query) }
    return [['Notes', best(all, query, (row) => row.title, note)], ['Do', /[[\]]/.test(query) ? [] : [other]]]
  }

  /** Goes to the note of a title; if there is none, it can be made. */
  toTitle(title) {
    const plain = (text) => text.trim().normalize('NFC').toLowerCase()
    const { notebook } = this.#desk
    const all = ['all', 'trash'].flatMap((view) => notebook.rows({ view, sort: 'edited' }))
    const row = all.find((each) => each.title === title && !each.isTrashed)
      ?? all.find((each) => plain(each.title) === plain(title))
    if (row) this.#toNote(row.id)
    else tell(`There is no note “${title}”.`, () => this.create({ title }), 'Make it')
  }

  #does(query) {
    const entries = this.#commands.map(([words, iconName, key, run]) => ({ words, icon: iconName, key, do: run }))
    return query ? best(entries, query, (entry) => entry.words, (entry) => entry, 3) : entries
  }

  #toNote(id) {
    const desk = this.#desk
    if (!desk.isList || !desk.row(id)) desk.go({ kind: 'all' })
    // One in the trash is in no list.
    if (desk.row(id)) desk.choose(id)
    else desk.show(id)
    this.arrive(id)
  }

  #toPlace(place) {
    this.#desk.go(place)
    this.arrive(null)
  }

  /** Makes a note with a title; set by the commands. */
  create = () => {}

  /** Called when it went to a note, or to a place (null). */
  arrive = () => {}
}

/** The best matches: names that begin so, then words within them, then letters within words. */
function best(all, query, nameOf, entryOf, limit = mostShown) {
  const wanted = folded(query)
  const ranked = []
  for (const each of all) {
    const name = folded(nameOf(each))
    const at = name.indexOf(wanted)
    if (at >= 0) ranked.push([at === 0 ? 0 : /[\p{L}\p{N}]/u.test(name[at - 1]) ? 2 : 1, at, each])
  }
  return ranked.sort((one, other) => one[0] - other[0]).slice(0, limit).map(([, at, each]) => {
    const { places } = foldedWithPlaces(nameOf(each))
    const place = (folded) => places ? places[folded] : folded
    return { ...entryOf(each), found: [{ start: place(at), end: place(at + wanted.length) }] }
  })
}
