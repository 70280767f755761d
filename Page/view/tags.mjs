// SPDX-License-Identifier: MIT

import { $, el, icon } from './dom.mjs'

/** The tags of what is typed. */
export const tagsOf = (typed) => typed.split(',').map((tag) => tag.replace(/^[#\s]+|\s+$/g, '')).filter(Boolean)

/** The tags of the open note as buttons, up to three likely ones, and a field for others. */
export class Tags {
  #box = $('#tags')
  #desk
  #drawn = ''
  #onChange

  /** @param onChange Called with `{ addTag }` or `{ removeTag }`, and the id of the note. */
  constructor(desk, onChange) {
    this.#desk = desk
    this.#onChange = onChange
  }

  draw(note) {
    const own = note.tags
    const likely = this.#likely(own, note.folder)
    const drawn = JSON.stringify([note.id, own, likely])
    if (drawn === this.#drawn) return
    this.#drawn = drawn
    const held = this.#box.contains(document.activeElement) && document.activeElement.dataset.tag
    const field = $('input', this.#box)
    for (const chip of this.#box.querySelectorAll('button')) chip.remove()
    this.#box.prepend(
      ...own.map((tag) => this.#chip(tag, true)), ...likely.map((tag) => this.#chip(tag, false)),
      ...field ? [] : [el('button.chip', { type: 'button', 'aria-label': 'Add a tag', 'data-tag': '', onclick: () => this.edit() },
        icon('new'), 'Tag')])
    if (held !== false) [...this.#box.children].find((chip) => chip.dataset.tag === held)?.focus()
  }

  #chip(tag, isPressed) {
    return el('button.chip', {
      type: 'button', 'aria-pressed': String(isPressed), 'data-tag': tag, dir: 'auto',
      title: isPressed ? `Take the tag ${tag} off` : `Add the tag ${tag}`,
      onclick: () => this.#onChange(isPressed ? { removeTag: tag } : { addTag: tag }, this.note().id),
    }, !isPressed && icon('new'), tag)
  }

  /** Tags that notes of the same folder have, then those used most. */
  #likely(own, folder) {
    const tallies = new Map()
    for (const row of this.#desk.rows) {
      for (const tag of row.tags) tallies.set(tag, (tallies.get(tag) ?? 0) + (folder && row.folder === folder ? 5 : 1))
    }
    return [...tallies].filter(([tag]) => !own.includes(tag))
      .sort((one, other) => other[1] - one[1]).slice(0, own.length ? 1 : 3).map(([tag]) => tag)
  }

  /** Opens the field; it completes, adds with Enter or comma, and Backspace takes the last tag off. */
  edit() {
    const opener = document.activeElement
    const { id } = this.note()
    const all = this.#desk.notebook.tags()
    const list = el('datalist', { id: 'all-tags' }, ...all.map(({ tag }) => el('option', { value: tag })))
    const field = el('input.chip', {
      'aria-label': 'Tag', list: 'all-tags', size: '10', autocomplete: 'off', enterkeyhint: 'done', dir: 'auto',
    })
    const add = () => {
      const tags = tagsOf(field.value)
      field.value = ''
      for (const tag of tags) this.#onChange({ addTag: tag }, id)
    }
    let isClosed = false
    const close = (isBack) => {
      if (isClosed) return
      isClosed = true
      add()
      field.remove()
      list.remove()
      this.#drawn = ''
      if (this.note()) this.draw(this.note())
      if (isBack) (opener?.isConnected && opener !== document.body ? opener : this.#box.lastElementChild).focus()
    }
    field.addEventListener('keydown', (event) => {
      if (event.isComposing) return
      if (event.key === 'Enter' || event.key === ',') {
        event.preventDefault()
        const isDone = !field.value
        add()
        if (isDone) close(true)
      } else if (event.key === 'Escape') {
        event.preventDefault()
        event.stopPropagation()
        field.value = ''
        close(true)
      } else if (event.key === 'Backspace' && !field.value) {
        const last = this.note()?.tags.at(-1)
        if (last) this.#onChange({ removeTag: last }, id)
      }
    })
    field.addEventListener('blur', () => close(false))
    this.close = () => close(false)
    this.#box.append(field, list)
    this.#drawn = ''
    this.draw(this.note())
    field.focus()
  }

  /** Adds what the field has, and closes it. */
  close = () => {}

  /** The note that is edited; set by the note's pane. */
  note = () => null
}
