// SPDX-License-Identifier: MIT

import { placeAfter } from './change.mjs'
import { el, oncePerFrame, setAttribute } from './dom.mjs'
import { writerName } from './words.mjs'

const named = 1500
const dropped = 30_000

/**
 * Shows where others write: a caret after the last edit of each device, and the device's name for a
 * moment. Needs a browser that can measure ranges of a textarea's value.
 */
export class Carets {
  #binding
  #carets = new Map()
  #place = oncePerFrame(() => this.#draw())

  constructor(binding, { isPossible }) {
    this.#binding = binding
    if (!isPossible) return
    binding.addEventListener('arrived', (event) => this.#arrived(event.detail))
    binding.addEventListener('edited', this.#place)
    binding.addEventListener('bound', () => this.#clear())
    new ResizeObserver(this.#place).observe(binding.area)
  }

  #arrived(changes) {
    const index = changes.findIndex((change) => change.from !== 'undo')
    if (index < 0 || !this.#binding.note.anchor) return
    const last = changes[index]
    const name = writerName(last)
    this.#remove(name)
    const element = el('i.caret', { 'data-dev': last.device?.color ?? 2, 'data-name': name, 'aria-hidden': 'true' })
    const anchor = this.#binding.anchor(placeAfter(changes, index).end, 'before')
    const timers = [
      setTimeout(() => setAttribute(element, 'data-name', null), named),
      setTimeout(() => this.#remove(name), dropped),
    ]
    this.#carets.set(name, { element, anchor, timers })
    this.#binding.area.parentElement.append(element)
    this.#place()
  }

  #remove(name) {
    const caret = this.#carets.get(name)
    if (!caret) return
    caret.timers.forEach(clearTimeout)
    caret.element.remove()
    this.#carets.delete(name)
  }

  #clear() {
    for (const name of [...this.#carets.keys()]) this.#remove(name)
  }

  /** All places are read before any is written. */
  #draw() {
    const { area, note } = this.#binding
    if (!this.#carets.size || !note) return
    const box = area.parentElement.getBoundingClientRect()
    const places = [...this.#carets.values()].map(({ element, anchor }) => {
      const offset = Math.min(this.#binding.offset(anchor), area.textLength)
      const range = area.createValueRange(Math.max(0, offset - 1), offset).getBoundingClientRect()
      return { element, range }
    })
    for (const { element, range } of places) {
      element.hidden = !range.height
      element.style.left = (range.right || range.left) - box.left + 'px'
      element.style.top = range.top - box.top + 'px'
      element.style.height = range.height + 'px'
    }
  }
}
