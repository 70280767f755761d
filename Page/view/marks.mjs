// SPDX-License-Identifier: MIT

import { placeAfter } from './change.mjs'
import { canMeasure, offsetAt } from './places.mjs'

const markdown = [
  ['md', /^#{1,6} |^\s*(?:[-*+]|\d+[.)]) (?:\[[ xX]\] )?|^> ?|^```.*$|^---+$/gm],
  ['md', /\*{1,3}|`|\[\[|\]\]|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu],
  ['done', /(?<=^\s*[-*+] \[[xX]\] ).+$/gm],
]
const longText = 20_000
const longArrival = 2000

/**
 * Paints Markdown's marks, found words and arrivals onto a textarea, through highlights of ranges of
 * its value. Browsers without such ranges show plain text. Of a long text, the lines in view only.
 */
export class Marks {
  isPossible
  #binding
  #scroller
  #desk
  #timer = 0
  #drawn = []

  constructor(binding, scroller, desk) {
    this.#binding = binding
    this.#scroller = scroller
    this.#desk = desk
    this.isPossible = canMeasure(binding.area) && 'highlights' in CSS
    if (!this.isPossible) return
    const later = (wait) => () => this.#later(wait)
    binding.addEventListener('bound', () => {
      this.#isStale = true
      this.paint()
    })
    binding.addEventListener('edited', later(150))
    binding.addEventListener('arrived', (event) => {
      this.#tint(event.detail)
      this.#later(150)
    })
    forced.addEventListener('change', later(0))
    desk.addEventListener('rows', () => {
      if (desk.query !== this.#found) this.#later(150)
    })
    scroller.addEventListener('scroll', () => {
      if (binding.text.length > longText) this.#later(50)
    }, { passive: true })
  }

  #later(wait) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.paint(), wait)
  }

  /** The query whose words are painted. */
  #found = ''

  /** Where the found words are, in order. */
  found() {
    const { notebook, query } = this.#desk
    return query ? notebook.findIn(this.#binding.text, query) : []
  }

  paint() {
    const { text, area, isComposing } = this.#binding
    if (isComposing) return
    const [from, to] = this.#inView(text)
    const part = text.slice(from, to)
    const ranges = { md: [], done: [], found: [] }
    // Forced colours turn every highlight loud: only found words and arrivals are painted there.
    if (!forced.matches) {
      for (const [name, pattern] of markdown) {
        for (const match of part.matchAll(pattern)) {
          ranges[name].push([from + match.index, from + match.index + match[0].length])
        }
      }
    }
    this.#found = this.#desk.query
    for (const { start, end } of this.found()) {
      if (end > from && start < to) ranges.found.push([start, end])
    }
    // The same ranges again would be laid out again.
    const drawn = JSON.stringify(ranges)
    if (drawn === this.#drawn && !this.#isStale) return
    for (const [name, list] of Object.entries(ranges)) {
      const highlight = new Highlight(...list.map(([start, end]) => area.createValueRange(start, end)))
      highlight.priority = name === 'found' ? 2 : 0
      CSS.highlights.set(name, highlight)
    }
    this.#drawn = drawn
    this.#isStale = false
  }

  #isStale = true

  /** The range of the text's lines in the window, and a screen around it. */
  #inView(text) {
    if (text.length <= longText) return [0, text.length]
    const view = this.#scroller.getBoundingClientRect()
    const { area } = this.#binding
    const from = offsetAt(area, view.top - view.height)
    const to = offsetAt(area, view.bottom + view.height)
    return [text.lastIndexOf('\n', from) + 1, to]
  }

  /** Tints what arrived: full at first, then in three steps to nothing. */
  #tint(changes) {
    this.#isStale = true
    const isOthers = ({ from, text }) => from !== 'undo' && text
    const total = changes.filter(isOthers).reduce((sum, change) => sum + change.text.length, 0)
    if (!total || total > longArrival) return
    const { area } = this.#binding
    const ranges = changes.flatMap((change, index) => {
      if (!isOthers(change)) return []
      const { start, end } = placeAfter(changes, index)
      return [[change.device?.color ?? 2, area.createValueRange(start, end)]]
    })
    const steps = [[0, ''], [1500, 'b'], [2400, 'c'], [3300, 'd'], [4000, null]]
    let last = null
    for (const [delay, step] of steps) {
      const put = () => {
        for (const [color, range] of ranges) {
          if (last !== null) tint(`a${color}${last}`).delete(range)
          if (step !== null) tint(`a${color}${step}`).add(range)
        }
        last = step
      }
      if (delay) setTimeout(put, still.matches && step !== null ? 4000 : delay)
      else put()
    }
  }
}

const forced = matchMedia('(forced-colors: active)')
const still = matchMedia('(prefers-reduced-motion: reduce)')

function tint(name) {
  let highlight = CSS.highlights.get(name)
  if (!highlight) {
    highlight = new Highlight()
    highlight.priority = 1
    CSS.highlights.set(name, highlight)
  }
  return highlight
}
