// SPDX-License-Identifier: MIT

import { isNarrow } from './dom.mjs'
import { whenUnstepped } from './steps.mjs'

/** Milliseconds for which a note is shown before Back leads to it: not each row that the arrow keys pass. */
const shortestStay = 500

/** What stands behind the address of the page for a place and a note: `#/folder/Home%2FGarden/note/ID`. */
export function addressOf({ kind, value }, note) {
  const place = kind === 'all' ? '' : value === undefined ? `/${kind}` : `/${kind}/${encodeURIComponent(value)}`
  return place || note ? `#${place}${note ? `/note/${note}` : ''}` : ''
}

const form = /^(?:#(?:\/(pinned|unseen|trash|sync)|\/(folder|tag)\/([^/]+))?(?:\/note\/([0-9a-f]{32}))?)?$/

/** The place and the note of an address; null if it is none of a place. */
export function placeIn(hash) {
  const match = form.exec(hash)
  if (!match) return null
  const [, kind, valued, value, note = null] = match
  try {
    return { place: valued ? { kind: valued, value: decodeURIComponent(value) } : { kind: kind ?? 'all' }, note }
  } catch {
    return null
  }
}

/** The code of an address, which is still to be taken. */
const hasCode = /^#[A-Za-z0-9_-]{22}/

/** Keeps the address in step with what is shown, so that reloading and Back keep the place. */
export class Address {
  #desk
  #isDue = false
  #pushed = -Infinity

  constructor(desk) {
    this.#desk = desk
    for (const event of ['open', 'place']) desk.addEventListener(event, () => this.follow())
  }

  /** Tells the address what is shown once the present task is through. */
  follow() {
    if (this.#isDue) return
    this.#isDue = true
    queueMicrotask(() => whenUnstepped(() => {
      this.#isDue = false
      this.#follow()
    }))
  }

  #follow() {
    const { place, open, isList } = this.#desk
    const isNoteShown = isList && (!isNarrow() || document.body.dataset.view === 'note')
    const hash = addressOf(place, isNoteShown ? open : null)
    if (hash === location.hash || hasCode.test(location.hash)) return
    const url = hash || location.pathname + location.search
    const left = placeIn(location.hash)
    const now = performance.now()
    // In a window of one column, `step` makes the steps. A place without a note is about to show its first one.
    const isStep = !isNarrow() && (left?.note || /^#.(trash|sync)/.test(location.hash)) && now - this.#pushed > shortestStay
    if (isStep) history.pushState(null, '', url)
    else history.replaceState(history.state, '', url)
    this.#pushed = now
  }

  /** Shows what the address names. The pane says so if the note is not here: no other takes its place. */
  restore() {
    const desk = this.#desk
    const { place = desk.place, note } = placeIn(location.hash) ?? {}
    if (place.kind !== desk.place.kind || place.value !== desk.place.value) desk.go(place)
    if (note && desk.row(note)) desk.choose(note)
    else if (note) desk.show(note)
    this.follow()
  }
}
