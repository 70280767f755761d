// SPDX-License-Identifier: MIT

import { noColor } from '../core/devices.mjs'
import { $, el, icon, iconButton, isNarrow, setAttribute, setText, shape } from './dom.mjs'
import { commonEnds } from './change.mjs'
import { difference } from './difference.mjs'
import { shown } from './line-ends.mjs'
import { positionsOf } from './moments.mjs'
import { tell } from './say.mjs'
import { step, unstep } from './steps.mjs'
import { axisDay, count, dayName, hour, moment, number } from './words.mjs'

const width = 600

/** The most moments whose texts are kept. */
const mostTexts = 50

/** Milliseconds after edits arrived until the moments are asked for again. */
const arrivingRest = 1000

/** Stands for the device of edits of which it is not known. */
const unnamed = { id: null, name: 'Edits', color: noColor }

/** The history of a note: a lane per device over time, and the text of each moment. */
export class HistoryPage {
  #desk
  #pane
  /** The open note that the versions are of. */
  #note = null
  #versions = []
  /** Where each moment stands between the ends of the axis, from 0 to 1. */
  #places = []
  #devices = []
  #at = 0
  #texts = new Map()
  #isMarked = true
  #turn = 0
  isOpen = false

  constructor(desk, notePane) {
    this.#desk = desk
    this.#pane = notePane
    for (const event of ['open', 'place']) desk.addEventListener(event, () => this.close())
    let timer = null
    notePane.binding.addEventListener('arrived', () => {
      clearTimeout(timer)
      timer = setTimeout(() => this.#refresh(), arrivingRest)
    })
  }

  async open() {
    const { note } = this.#pane
    if (!note) return
    const versions = await this.#versionsOf(note.id)
    if (!this.#isShown(note)) return
    if (!versions) return tell('History is kept by decent, which does not answer now.')
    if (!versions.length) return tell('No history is kept for this note yet.')
    this.#note = note
    this.#take(versions)
    this.#texts.clear()
    this.#at = this.#versions.length - 1
    this.isOpen = true
    step('past')
    this.#draw()
    this.#swap(true)
    $(isNarrow() ? '#past .scrub' : '#moments [aria-selected=true]').focus()
  }

  #take(versions) {
    // A moment comes after those it builds on, whatever the clocks say.
    this.#versions = versions.map((version) => ({ ...version, device: version.device ?? unnamed })).reverse()
    this.#places = positionsOf(this.#versions.map((version) => version.time))
    this.#devices = [...new Map(this.#versions.map(({ device }) => [device.id, device])).values()]
  }

  /** Adds the moments of edits that arrived. The chosen moment stays, and so does the keyboard. */
  async #refresh() {
    const note = this.#note
    const versions = this.isOpen ? await this.#versionsOf(note.id) : null
    if (!versions?.length || !this.isOpen || this.#note !== note || !this.#isShown(note)) return
    const { id } = this.#versions[this.#at]
    const fromEnd = this.#versions.length - 1 - this.#at
    this.#take(versions)
    const place = this.#versions.findIndex((version) => version.id === id)
    // Edits that went on with a moment gave it another id.
    this.#at = place >= 0 ? place : Math.max(0, this.#versions.length - 1 - fromEnd)
    const { activeElement } = document
    const isAtMoments = $('#moments').contains(activeElement)
    const name = $('#past figure').contains(activeElement) && activeElement.getAttribute('aria-label')
    $('#past figure').replaceWith(this.#figure())
    this.#list()
    this.#choose(this.#at)
    if (isAtMoments) $('#moments [aria-selected=true]').focus()
    else if (name) $(`#past figure [aria-label="${name}"]`).focus()
  }

  /** Whether a note is still the one in the pane, and stays it. */
  #isShown(note) {
    return this.#pane.note === note && this.#desk.open === note.id
  }

  async #versionsOf(id) {
    try {
      return await this.#desk.notebook.history(id)
    } catch {
      return null
    }
  }

  close() {
    if (!this.isOpen) return
    const hadFocus = document.activeElement === document.body
      || ['#moments', '#past'].some((id) => $(id).contains(document.activeElement))
    this.isOpen = false
    this.#texts.clear()
    unstep('past')
    this.#swap(false)
    if (hadFocus) $('[data-do=history]').focus()
  }

  #swap(isHistory) {
    $('#moments').hidden = $('#past').hidden = !isHistory
    $('#notes').hidden = $('#note').hidden = isHistory || !$('#page').hidden
  }

  #draw() {
    const note = this.#note
    setAttribute($('#past'), 'aria-label', `History of ${note.title}`)
    $('#past').replaceChildren(
      el('div.bar', {}, iconButton('back', 'Back to the note', () => this.close(), { 'aria-keyshortcuts': 'Escape' }),
        el('div.grow.cut', {}, el('span.dim.hide-s', {}, 'History of '), el('b', {}, note.title)),
        el('button.b.hide-s', { type: 'button', onclick: () => this.copy() }, 'Copy text'),
        el('button.b.main', { type: 'button', onclick: () => this.restore() }, icon('undo'), 'Restore')),
      this.#figure(), el('div.scroll', {}, el('article.sheet', {}, el('p.title', { id: 'past-title', dir: 'auto' }),
        el('div.text.past', { id: 'past-text', tabindex: '0', dir: 'auto' }))),
      el('div.foot.hide-s', {}, el('span', {}, 'Restoring is a new edit: nothing of what came later is lost, and Undo takes it back.')))
    this.#list()
    this.#choose(this.#at)
  }

  /** The lanes, with what moves along them. */
  #figure() {
    const scrub = el('input.scrub', {
      type: 'range', min: 0, max: width, 'aria-label': 'Moment',
      oninput: () => this.#choose(this.#nearest(Number(scrub.value))),
    })
    return el('figure.time', {
      'aria-label': 'How much changed, when: typed above the line, removed below, a lane for each device that is known',
    }, el('div.lanes', {}, scrub, ...this.#devices.flatMap((device) => this.#lane(device)), this.#dates()),
    el('figcaption.wrap', {}, iconButton('back', 'Earlier moment', () => this.#choose(this.#at - 1)),
      el('b.num', { id: 'moment' }), iconButton('next', 'Later moment', () => this.#choose(this.#at + 1)),
      el('span.dev.cut', { id: 'moment-device', dir: 'auto' }), el('span.num.dim', { id: 'moment-size' }), el('span.grow'),
      el('label.b.small.hide-s', {}, el('input', {
        type: 'checkbox', checked: this.#isMarked, onchange: (event) => {
          this.#isMarked = event.target.checked
          this.#text()
        },
      }), ' Mark what changed')))
  }

  #list() {
    const days = Map.groupBy(this.#versions.map((version, index) => ({ version, index })).reverse(),
      ({ version }) => dayName(version.time))
    $('#moments').replaceChildren(
      el('div.bar', {}, el('h1.grow.cut', {}, 'Moments'), el('span.small.dim.num', {}, number(this.#versions.length))),
      el('ul.scroll.days', { role: 'listbox', 'aria-label': `Moments of ${this.#note.title}` },
        [...days].map(([day, moments]) => el('li', { role: 'group', 'aria-label': day },
          el('h3', { 'aria-hidden': 'true' }, day), el('ul', { role: 'none' }, moments.map((each) => this.#option(each)))))))
  }

  #option({ version, index }) {
    const { device } = version
    const mark = icon('laptop')
    setAttribute(mark, 'data-dev', device.color)
    return el('li.item', {
      role: 'option', tabindex: '-1', 'data-index': index, onclick: () => this.#choose(index),
      'aria-label': `${hour(version.time)}, ${device.name}, ${count(version.inserted, 'character')} added, ${number(version.deleted)} removed`,
    }, mark, el('span.grow.cut', {}, device.name), el('span.num', {}, `+${number(version.inserted)} −${number(version.deleted)}`),
    el('span.num.dim', {}, hour(version.time)))
  }

  #place(index) {
    return this.#places[index] * width
  }

  #nearest(value) {
    let best = 0
    this.#places.forEach((_, index) => {
      if (Math.abs(this.#place(index) - value) < Math.abs(this.#place(best) - value)) best = index
    })
    return best
  }

  #lane(device) {
    const scale = (size) => Math.min(22, Math.max(size ? 2 : 0, Math.sqrt(size) * 1.4))
    const bars = this.#versions.flatMap((version, index) => {
      if (version.device.id !== device.id) return []
      const x = this.#place(index) - 4
      const bar = (y, height, name) => shape('rect', { class: name, 'data-index': index, x, y, width: 8, height })
      return [bar(23 - scale(version.inserted), scale(version.inserted), ''), bar(26, Math.min(18, scale(version.deleted)), 'rem')]
    })
    const lane = shape('svg', { 'data-dev': device.color, viewBox: `0 0 ${width} 44`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      shape('line', { x2: width, y1: 24.5, y2: 24.5 }), ...bars, shape('line', { class: 'now', y2: 44 }))
    return [el('span.dev.small', { 'data-dev': device.color }, icon('laptop'), el('span.hide-s.cut', { dir: 'auto' }, device.name)), lane]
  }

  #dates() {
    const times = this.#versions.map((version) => version.time)
    const first = Math.min(...times)
    const span = Math.max(...times) - first
    const names = [...new Set([0, 1 / 3, 2 / 3, 1].map((part) => axisDay(first + span * part)))]
    return el('div.dates.small.dim.num', { 'aria-hidden': 'true' }, names.map((name) => el('span', {}, name)))
  }

  #choose(index) {
    this.#at = Math.min(Math.max(index, 0), this.#versions.length - 1)
    const version = this.#versions[this.#at]
    const { device } = version
    const x = this.#place(this.#at)
    const scrub = $('#past .scrub')
    scrub.value = x
    setAttribute(scrub, 'aria-valuetext', `${moment(version.time)}, ${device.name}, ${number(version.inserted)} typed, ${number(version.deleted)} removed`)
    setText($('#moment'), moment(version.time))
    setAttribute($('#moment-device'), 'data-dev', device.color)
    setText($('#moment-device'), device.name)
    setText($('#moment-size'), `${number(version.inserted)} typed, ${number(version.deleted)} removed`)
    for (const line of $('#past').querySelectorAll('.now')) {
      setAttribute(line, 'x1', x)
      setAttribute(line, 'x2', x)
    }
    for (const bar of $('#past').querySelectorAll('rect[data-index]')) {
      bar.classList.toggle('later', bar.dataset.index > this.#at)
    }
    const hadFocus = $('#moments').contains(document.activeElement)
    for (const option of $('#moments').querySelectorAll('[role=option]')) {
      const isChosen = Number(option.dataset.index) === this.#at
      setAttribute(option, 'aria-selected', String(isChosen))
      setAttribute(option, 'tabindex', isChosen ? 0 : -1)
      if (isChosen) option.scrollIntoView({ block: 'nearest' })
      if (isChosen && hadFocus) option.focus()
    }
    this.#text()
  }

  async #read(index) {
    const version = this.#versions[index]
    if (!version) return { text: '', title: '' }
    if (!this.#texts.has(version.id)) {
      const reading = this.#desk.notebook.historyText(this.#note.id, version.id)
      // The server may be there again the next time.
      reading.catch(() => this.#texts.delete(version.id))
      this.#texts.set(version.id, reading)
      if (this.#texts.size > mostTexts) this.#texts.delete(this.#texts.keys().next().value)
    }
    return this.#texts.get(version.id)
  }

  /** The text of the moment; says so if it cannot be read. */
  async #readAtHand() {
    try {
      return await this.#read(this.#at)
    } catch {
      tell('This moment cannot be read now.')
      return null
    }
  }

  async #text() {
    const turn = ++this.#turn
    const now = await this.#read(this.#at).catch(() => null)
    if (turn !== this.#turn || !this.isOpen) return
    const box = $('#past-text')
    if (!now) return setText(box, 'This moment cannot be read now.')
    setAttribute(box, 'data-dev', this.#versions[this.#at].device.color)
    setAttribute(box, 'aria-label', `The text as it was on ${moment(this.#versions[this.#at].time)}`)
    setText($('#past-title'), now.title ?? this.#note.title)
    const { text: then, before = null } = now
    if (!this.#isMarked || before === null) return setText(box, then)
    box.replaceChildren(...difference(before, then).map(([kind, text]) =>
      kind === '=' ? text : el(kind === '+' ? 'ins' : 'del', {}, text)))
    box.querySelector('ins, del')?.scrollIntoView({ block: 'nearest' })
  }

  async copy() {
    const read = await this.#readAtHand()
    if (!read) return
    await navigator.clipboard.writeText(read.text)
    tell('The text is copied.')
  }

  async restore() {
    const note = this.#note
    const name = moment(this.#versions[this.#at].time)
    const read = await this.#readAtHand()
    if (!read || !this.isOpen || this.#note !== note || !this.#isShown(note)) return
    const { binding } = this.#pane
    this.close()
    const change = commonEnds(binding.text, shown(read.text))
    if (!change) return tell('The note is as it was then.')
    binding.replace(change.start, change.end, change.text)
    tellUntilEdited(`Restored as on ${name}.`, binding)
  }

  /** The keys of history. */
  step(by) {
    this.#choose(this.#at + by)
  }

  stepDay(by) {
    const day = dayName(this.#versions[this.#at].time)
    let index = this.#at
    while (this.#versions[index + by] && dayName(this.#versions[index].time) === day) index += by
    this.#choose(index)
  }

  toEnd(isLast) {
    this.#choose(isLast ? this.#versions.length - 1 : 0)
  }
}

/** Shows a sentence with Undo for the last edit of a text, until Undo would take back another one. */
function tellUntilEdited(words, binding) {
  const close = tell(words, () => binding.undo())
  const edits = new AbortController()
  const { signal } = edits
  const end = () => {
    edits.abort()
    close()
  }
  binding.addEventListener('edited', end, { signal })
  binding.addEventListener('bound', end, { signal })
  binding.addEventListener('arrived', ({ detail }) => detail.some(({ from }) => from === 'undo') && end(), { signal })
}
