// SPDX-License-Identifier: MIT

import { $, el } from './dom.mjs'
import { say, tell } from './say.mjs'
import { notByHand } from './words.mjs'

const slack = 4
const held = 350
const edge = 48

/**
 * Moves rows by mouse (press and four pixels) and by touch (hold a third of a second): a line shows
 * where they will be, the edges scroll, and a folder, a tag or the trash of the sidebar takes them.
 */
export class Carry {
  #desk
  #rows
  #actions
  #press = null
  #line = el('div.drop', { 'aria-hidden': 'true' })
  #scrolling = 0

  constructor(desk, rows, actions) {
    this.#desk = desk
    this.#rows = rows
    this.#actions = actions
    const { box } = rows
    box.addEventListener('pointerdown', (event) => this.#down(event))
    box.addEventListener('touchmove', (event) => this.#press?.isLifted && event.preventDefault(), { passive: false })
    box.addEventListener('contextmenu', (event) => this.#press?.isTouch && event.preventDefault())
    // The list scrolls by a wheel, too, and notes arrive.
    const follow = () => this.#press?.isLifted && this.#follow()
    box.addEventListener('scroll', follow, { passive: true })
    desk.addEventListener('rows', () => {
      if (this.#press && desk.indexOf(this.#press.id) < 0) this.#end()
      follow()
    })
    window.addEventListener('pointermove', (event) => this.#move(event))
    window.addEventListener('pointerup', (event) => this.#up(event))
    window.addEventListener('pointercancel', () => this.#end())
    window.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.#press?.isLifted) return
      event.preventDefault()
      event.stopImmediatePropagation()
      this.#end()
    }, true)
  }

  /** Whether rows are carried by a pointer, so that a click is not one. */
  wasDragged = false

  #down(event) {
    this.wasDragged = false
    const row = event.target.closest('.row')
    if (!row || event.button || event.ctrlKey || event.shiftKey || event.metaKey) return
    const { id } = row.view
    const isTouch = event.pointerType !== 'mouse'
    const ids = this.#desk.chosen.has(id) ? this.#desk.chosenIds : [id]
    const { top, height } = row.getBoundingClientRect()
    const [grab, middle] = [top - event.clientY, top + height / 2 - event.clientY]
    this.#press = {
      id, ids, grab, middle, x: event.clientX, y: event.clientY, atY: event.clientY, isTouch, isLifted: false,
    }
    if (isTouch) this.#press.timer = setTimeout(() => this.#lift(), held)
  }

  #move(event) {
    const press = this.#press
    if (!press) return
    press.atX = event.clientX
    press.atY = event.clientY
    const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y)
    if (!press.isLifted) {
      if (distance <= slack) return
      if (press.isTouch) return this.#end()
      this.#lift()
    }
    this.#follow()
  }

  #lift() {
    const press = this.#press
    press.isLifted = true
    this.wasDragged = true
    navigator.vibrate?.(10)
    document.body.classList.add('carrying')
    this.#rows.box.firstElementChild.append(this.#line)
    this.#rows.raise(press.ids, press.id)
    const at = this.#desk.indexOf(press.ids[0])
    say(`Lifted, place ${at + 1} of ${this.#desk.rows.length}`)
    this.#scroll()
  }

  /** The rows follow the pointer; the line goes to where they would be. */
  #follow() {
    const press = this.#press
    const list = this.#rows.box.firstElementChild.getBoundingClientRect()
    const top = this.#desk.indexOf(press.id) * this.#rows.rowHeight
    this.#rows.raise(press.ids, press.id, press.atY + press.grab - list.top - top)
    const under = document.elementFromPoint(press.atX ?? press.x, press.atY)
    const place = under?.closest('a.item[data-drop]')
    if (press.place !== place) {
      press.place?.classList.remove('over')
      place?.classList.add('over')
      press.place = place
    }
    const isByHand = this.#desk.isByHand
    const box = this.#rows.box.getBoundingClientRect()
    const isOver = isByHand && !place && press.atX >= box.left && press.atX <= box.right
    this.#line.hidden = !isOver
    press.to = null
    if (!isOver) return
    const height = this.#rows.rowHeight
    // The middle of the row that was pressed tells the place.
    const y = press.atY + press.middle - box.top + this.#rows.box.scrollTop
    press.to = Math.min(Math.max(Math.round(y / height), 0), this.#desk.rows.length)
    this.#line.style.setProperty('--i', press.to)
  }

  #scroll() {
    const press = this.#press
    if (!press?.isLifted) return
    const box = this.#rows.box.getBoundingClientRect()
    const above = box.top + edge - press.atY
    const below = press.atY - (box.bottom - edge)
    if (above > 0 || below > 0) {
      this.#rows.box.scrollTop += above > 0 ? -above / 4 : below / 4
      this.#follow()
    }
    this.#scrolling = requestAnimationFrame(() => this.#scroll())
  }

  #up() {
    const press = this.#press
    if (!press?.isLifted) return this.#end()
    const { to, place } = press
    const ids = press.ids.filter((id) => this.#desk.row(id))
    this.#end()
    if (place) {
      const { kind, value } = place.place
      if (kind === 'trash') this.#actions.trash(ids)
      else if (kind === 'folder') this.#actions.moveToFolder(ids, value)
      else this.#actions.edit(ids, { addTag: value }, `Tag ${value} added`)
    } else if (to != null) this.#set(ids, to)
    else if (!this.#desk.isByHand) tell(notByHand)
  }

  async #set(ids, to) {
    const desk = this.#desk
    const { rows } = desk
    await desk.move(ids, rows.slice(0, to).filter((row) => !ids.includes(row.id)).length)
    desk.refresh()
    say(`Set down at place ${desk.indexOf(ids[0]) + 1}`)
  }

  #end() {
    const press = this.#press
    if (!press) return
    clearTimeout(press.timer)
    cancelAnimationFrame(this.#scrolling)
    press.place?.classList.remove('over')
    document.body.classList.remove('carrying')
    this.#line.remove()
    this.#press = null
    this.#rows.raise([], null)
    setTimeout(() => this.wasDragged = false)
  }
}
