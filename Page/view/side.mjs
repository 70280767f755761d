// SPDX-License-Identifier: MIT

import { $, el, icon, setAttribute, setText } from './dom.mjs'
import { number } from './words.mjs'

/** The sidebar: places, folders and tags. */
export class Side {
  box = $('#side')
  #desk
  #drawn = ''

  constructor(desk) {
    this.#desk = desk
    desk.addEventListener('place', () => this.#mark())
    desk.addEventListener('rows', () => this.draw())
    this.box.addEventListener('click', (event) => {
      const link = event.target.closest('a.item')
      if (!link) return
      event.preventDefault()
      if (this.box.matches(':popover-open')) this.box.hidePopover()
      desk.go(link.place)
      // Enter goes in; a click leaves the focus where it is.
      if (!event.detail) this.onEnter()
    })
    this.box.addEventListener('keydown', (event) => this.#key(event))
    $('#to-trash').place = { kind: 'trash' }
    $('#to-trash').dataset.drop = 'true'
    $('#to-sync').place = { kind: 'sync' }
    $('#to-sync-2').place = { kind: 'sync' }
    $('#to-sync-2').addEventListener('click', (event) => {
      event.preventDefault()
      desk.go({ kind: 'sync' })
    })
  }

  /** Called when a place was entered by the keyboard. */
  onEnter = () => {}

  /** Draws folders and tags if they changed. */
  draw() {
    const { notebook } = this.#desk
    const all = notebook.rows({ view: 'all', sort: this.#desk.sort })
    const pinned = all.filter((row) => row.isPinned).length
    const unseen = all.filter((row) => row.isUnseen).length
    const folders = notebook.folders()
    const tags = notebook.tags()
    const trash = notebook.rows({ view: 'trash', sort: 'edited' }).length
    setText($('#to-trash .num'), trash ? number(trash) : '')
    const drawn = JSON.stringify([all.length, pinned, unseen, folders, tags])
    if (drawn !== this.#drawn) {
      this.#drawn = drawn
      const had = this.box.contains(document.activeElement) && key(document.activeElement.place)
      $('#places').replaceChildren(
        placeItem({ kind: 'all' }, 'notes', 'All notes', all.length),
        ...pinned ? [placeItem({ kind: 'pinned' }, 'pin', 'Pinned', pinned)] : [],
        ...unseen ? [placeItem({ kind: 'unseen' }, 'down', 'New from elsewhere', unseen)] : [],
        ...folders.length ? [el('h2', { id: 'folders' }, 'Folders'),
          el('ul', { 'aria-labelledby': 'folders' }, ...tree(folders))] : [],
        ...tags.length ? [el('h2', { id: 'tag-head' }, 'Tags'),
          el('ul', { 'aria-labelledby': 'tag-head' }, ...tags.map(({ tag, count }) =>
            el('li', {}, placeItem({ kind: 'tag', value: tag }, 'tag', tag, count))))] : [])
      if (had) this.links.find((link) => key(link.place) === had)?.focus()
    }
    this.#mark()
  }

  get links() {
    return [...this.box.querySelectorAll('a.item')]
  }

  #mark() {
    const here = key(this.#desk.place)
    for (const link of this.links) setAttribute(link, 'aria-current', key(link.place) === here && 'page')
  }

  focus() {
    const isHidden = getComputedStyle(this.box).display === 'none'
    if (isHidden) this.box.showPopover()
    ;($('[aria-current]', this.box) ?? this.links[0]).focus()
  }

  #key(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!by) return
    event.preventDefault()
    const { links } = this
    links[Math.min(Math.max(links.indexOf(document.activeElement) + by, 0), links.length - 1)].focus()
  }
}

const key = (place) => place && `${place.kind}:${place.value ?? ''}`

function placeItem(place, iconName, words, count, depth = 0) {
  const link = el('a.item', { href: '#', 'data-drop': ['folder', 'tag'].includes(place.kind) },
    icon(iconName), el('span.grow.cut', { dir: 'auto' }, words), el('span.num', {}, number(count)))
  if (depth) link.style.setProperty('--depth', depth)
  link.place = place
  return link
}

/** Folders as nested lists; a folder without notes of its own stands for those within it. */
function tree(folders) {
  const root = { folders: new Map() }
  for (const { path, count } of folders) {
    let at = root
    const names = path.split('/')
    names.forEach((name, index) => {
      if (!at.folders.has(name)) {
        at.folders.set(name, { count: 0, path: names.slice(0, index + 1).join('/'), folders: new Map() })
      }
      at = at.folders.get(name)
    })
    at.count = count
  }
  const draw = (node, depth) => [...node.folders].map(([name, folder]) => el('li', {},
    placeItem({ kind: 'folder', value: folder.path }, 'folder', name, folder.count, depth),
    folder.folders.size > 0 && el('ul', {}, ...draw(folder, depth + 1))))
  return draw(root, 0)
}
