// SPDX-License-Identifier: MIT

import { el, icon, setAttribute, setText } from './dom.mjs'
import { when } from './words.mjs'

/** The drawing of one row; it is reused for other notes. */
export class Row {
  element = el('div.row', { role: 'option' })
  id = null
  #title = el('b', { dir: 'auto' })
  #flags = el('span.flags')
  #snippet = el('span.snip', { dir: 'auto' })
  #who = el('span.who')
  #time = el('span.num')
  #rest = el('span')
  #waits = el('span.flags')
  #drawn = ''

  constructor() {
    this.element.append(this.#title, this.#flags, this.#snippet,
      el('span.meta', {}, this.#who, this.#time, this.#rest), this.#waits)
    this.element.view = this
  }

  /**
   * Shows a note.
   *
   * @param row The note's summary.
   * @param place Its index, how many there are, and whether it is chosen, reached by Tab, carried
   * (and then by how many pixels).
   */
  show(row, { index, all, isChosen, isCursor, isCarried, by, isByHand, titleFound, tellsWaiting }) {
    this.id = row.id
    const { element } = this
    element.style.setProperty('--i', index)
    this.raise(by)
    setAttribute(element, 'aria-posinset', index + 1)
    setAttribute(element, 'aria-setsize', all)
    setAttribute(element, 'aria-selected', String(isChosen))
    setAttribute(element, 'tabindex', isCursor ? 0 : -1)
    element.classList.toggle('lifted', isCarried)
    element.classList.toggle('movable', isByHand)
    this.#words(row, titleFound, tellsWaiting && row.isWaiting)
  }

  /** Shows the row a number of pixels below its place. */
  raise(by) {
    this.element.style.setProperty('--dy', by + 'px')
  }

  #words(row, titleFound, isWaiting) {
    const { tags, priority, isPinned, isTrashed, isLoading, writing, found } = row
    const [title, snippet] = firstLines(row)
    const time = when(row.edited)
    const news = row.isUnseen ? row.device ?? { name: 'Changed elsewhere', color: 1 } : null
    const drawn = JSON.stringify([title, snippet, titleFound, found, tags, time, priority, isPinned, isTrashed,
      isWaiting, isLoading, writing, news])
    if (drawn === this.#drawn) return
    this.#drawn = drawn
    setAttribute(this.element, 'data-dev', (writing ?? news)?.color)
    this.element.classList.toggle('live', !!writing)
    mark(this.#title, title, titleFound)
    mark(this.#snippet, isLoading ? 'Text is on its way…' : snippet, found)
    setText(this.#who, writing ? `${writing.name} is writing…` : news?.name ?? '')
    setText(this.#time, writing ? '' : (news ? ' · ' : '') + time)
    setText(this.#rest, tags.length ? ' · ' + tags.join(', ') : '')
    this.#flags.replaceChildren(...[
      priority === 3 && icon('high', 'High priority', 'high'),
      priority === 1 && icon('low', 'Low priority'),
      isPinned && icon('pin', 'Pinned'),
      isTrashed && icon('trash', 'In the trash'),
    ].filter(Boolean))
    this.#waits.replaceChildren(...isWaiting ? [icon('wait', 'Changes wait to be sent')] : [])
  }
}

/** The title and the line below it; without a title the first line stands in its place. */
export function firstLines(row) {
  const snippet = row.snippet ?? ''
  if (row.title) return [row.title, snippet]
  if (!snippet) return ['New note', 'Nothing written yet']
  const end = snippet.indexOf('\n')
  return end < 0 ? [snippet, ''] : [snippet.slice(0, end), snippet.slice(end + 1)]
}

/** Sets text with found ranges marked. */
export function mark(element, text, ranges) {
  if (!ranges.length) return element.childElementCount ? element.replaceChildren(text) : setText(element, text)
  const parts = []
  let end = 0
  for (const range of ranges) {
    if (range.start < end) continue
    parts.push(text.slice(end, range.start), el('mark', {}, text.slice(range.start, range.end)))
    end = range.end
  }
  element.replaceChildren(...parts, text.slice(end))
}
