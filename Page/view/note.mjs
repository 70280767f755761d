// SPDX-License-Identifier: MIT

import { $, el, icon, isNarrow, setAttribute, setText } from './dom.mjs'
import { TextBinding } from './binding.mjs'
import { Carets } from './carets.mjs'
import { Composing } from './composing.mjs'
import { commonEnds } from './change.mjs'
import { Marks } from './marks.mjs'
import { isRightToLeft } from './direction.mjs'
import { canMeasure } from './places.mjs'
import { message } from './messages.mjs'
import { ask, say, tell } from './say.mjs'
import { Tags } from './tags.mjs'
import { countWords } from './word-count.mjs'
import { called, count, folderWords, noAnswer, when, writerName } from './words.mjs'

const absent = {
  isCalm: true, icon: 'trash', title: 'This note is not here.',
  text: 'It was dropped for good, left without a word in it, or has not come yet. It is shown once it comes.',
}

/** The pane of the open note: its head, its title and its text. */
export class NotePane {
  pane = $('#note')
  title = $('#title')
  note = null
  binding = new TextBinding($('#text'), $('#note > .scroll'))
  marks
  #desk
  #actions
  #tags
  #opening = 0
  /** The id of a note that is to be shown but is not stored yet, as in the first copy. */
  #lacking = null
  #reading = 0
  #seeing = 0
  #titleComposing
  /** The note's title as the field was given it last. */
  #drawnTitle = ''
  /** Whether the field has a title that the note did not take: it stays there to be mended. */
  #isTitleRefused = false
  #onFields = () => this.draw()

  constructor(desk, actions) {
    this.#desk = desk
    this.#actions = actions
    this.marks = new Marks(this.binding, $('#note > .scroll'), desk)
    new Carets(this.binding, this.marks)
    this.#tags = new Tags(desk, (change, id) => this.#edit(change, id))
    this.#tags.note = () => this.note
    desk.addEventListener('open', () => this.#open(desk.open))
    desk.addEventListener('rows', () => {
      if (desk.open && this.#lacking === desk.open) this.#open(desk.open)
      this.#drawFoot()
    })
    $('#priority').addEventListener('change', (event) => this.#edit({ priority: Number(event.target.value) }))
    this.#bindTitle()
    this.binding.addEventListener('edited', () => this.#readSoon())
    this.binding.addEventListener('arrived', (event) => {
      this.#readSoon()
      this.#tellArrival(event.detail)
    })
    this.binding.addEventListener('refused', (event) => tell(`This edit was not taken: ${event.detail.message}`))
    document.addEventListener('visibilitychange', () => this.#see())
    window.addEventListener('focus', () => this.#see())
  }

  async #open(id) {
    const turn = ++this.#opening
    let fault = null
    const note = id && await this.#desk.notebook.open(id).catch((error) => {
      fault = error
      return null
    })
    if (turn !== this.#opening) return note?.close()
    if (!note && !fault && this.#isAbsent(id) && this.#lacking !== id) say(absent.title)
    $('#trouble').replaceChildren(...note || !id ? [] : this.#trouble(id, fault))
    this.#titleComposing.end()
    const old = this.note
    if (old?.id !== note?.id) this.#tags.close()
    this.note = note ?? null
    // One that cannot be read is not tried with each change of the list.
    this.#lacking = note || fault ? null : id
    old?.removeEventListener('fields', this.#onFields)
    this.pane.classList.toggle('blank', !note)
    this.binding.bind(this.note)
    $('#note > .scroll').scrollTop = 0
    const left = old?.id
    old?.close()
    if (old && left !== id) this.#desk.notebook.leave(left)
    note?.addEventListener('fields', this.#onFields)
    note?.addEventListener('gone', () => this.#gone(note))
    setText($('#who'), '')
    $('#who').hidden = true
    // A field with the focus would keep the other note's title, and the next key would write it here.
    if (note) this.#showTitle()
    else this.#refuseTitle(false)
    this.draw()
    this.#see()
    this.#settled()
    this.#desk.dispatchEvent(new Event('shown'))
  }

  /** What keeps a note from being shown, and what can be done. */
  #trouble(id, fault) {
    const { notebook } = this.#desk
    const stuck = notebook.status.stuck.find((each) => each.id === id)
    const words = fault?.failure ?? stuck
    if (!words) return this.#isAbsent(id) ? [message(absent)] : []
    const reload = ['Reload this page', () => location.reload()]
    const again = ['Fetch it from decent', () => this.#fetchAgain(id)]
    return [message({ ...words, buttons: [words.code === 'newer-note' ? reload : again] })]
  }

  /** Whether an address names a note of which nothing is here, though others are. */
  #isAbsent(id) {
    const { notebook } = this.#desk
    return id !== null && !notebook.entry(id) && notebook.rows({ view: 'all' }).length > 0
  }

  async #fetchAgain(id) {
    const { notebook } = this.#desk
    try {
      if (await notebook.fetchAgain(id)) return this.#open(id)
    } catch (error) {
      return tell(error.name === 'DecentError' ? `decent's copy cannot be read here either: ${error.message}`
        : noAnswer)
    }
    const isAgreed = await ask('decent does not send this note.',
      'It never had it, dropped it, or cannot read it either.', 'Remove it from this browser')
    if (!isAgreed) return
    await notebook.dropUnreadable(id)
    this.#desk.show(null)
  }

  #gone(note) {
    if (!this.#actions.purged.has(note.id)) tell(`${called(note)} was dropped for good elsewhere.`)
    this.#desk.show(null)
  }

  #settled() {
    for (const body of this.#waiting.splice(0)) body()
  }

  #waiting = []

  /** Calls once the note that is to be shown is shown. */
  whenOpen(body) {
    this.#waiting.push(body)
    if (this.note && this.note.id === this.#desk.open) this.#settled()
  }

  /** Scrolls so that a range of the text is in the middle, where ranges can be measured. */
  reveal(start, end) {
    const { area } = this.binding
    if (!canMeasure(area)) return
    const { top } = area.createValueRange(start, end).getBoundingClientRect()
    const scroller = $('#note > .scroll')
    const box = scroller.getBoundingClientRect()
    if (top < box.top + 40 || top > box.bottom - 60) scroller.scrollTop += top - box.top - box.height / 2
  }

  /** Draws what is not the text. */
  draw() {
    const { note } = this
    document.title = note ? `${note.title || 'New note'} · Decent Notes` : 'Decent Notes'
    if (!note) return
    // A title that is being typed stays; one that has only the focus follows the note.
    const isTyped = document.activeElement === this.title && this.title.value !== this.#drawnTitle
    if (!isTyped && !this.#titleComposing.isOn && !this.#isTitleRefused) this.#showTitle()
    setText($('#folder .cut'), folderWords(note.folder))
    setAttribute($('[data-do=pin]'), 'aria-pressed', String(note.isPinned))
    $(`#priority [value="${note.priority}"]`).checked = true
    this.#tags.draw(note)
    this.#said()
    this.#drawFoot()
    this.#readSoon()
  }

  /** Says whether the field has a title that the note did not take: that is not saved. */
  #refuseTitle(isRefused) {
    if (isRefused === this.#isTitleRefused) return
    this.#isTitleRefused = isRefused
    setAttribute(this.title, 'aria-invalid', isRefused ? 'true' : null)
    this.#desk.notebook.announce('status')
  }

  #showTitle() {
    this.#refuseTitle(false)
    const change = commonEnds(this.title.value, this.note.title)
    // A replacement of one part keeps the caret with its characters.
    if (change) this.title.setRangeText(change.text, change.start, change.end, 'preserve')
    this.#drawnTitle = this.title.value
    fitTitle(this.title)
  }

  #bindTitle() {
    const { title } = this
    const keep = () => {
      if (!this.note) return
      if (!this.#titleComposing.isOn && /\n/.test(title.value)) title.value = title.value.replace(/\s*\n\s*/g, ' ')
      const wasRefused = this.#isTitleRefused
      try {
        this.note.setTitle(title.value)
        this.#refuseTitle(false)
      } catch (error) {
        this.#refuseTitle(true)
        if (!wasRefused) tell(`This title is not saved: ${error.message}`)
        return fitTitle(title)
      }
      document.title = `${title.value || 'New note'} · Decent Notes`
      fitTitle(title)
      isTyped = true
    }
    let isTyped = false
    this.#titleComposing = new Composing(title, {
      onInput: () => this.note?.hold(true),
      keep: () => {
        keep()
        this.note?.hold(false)
      },
    })
    title.addEventListener('input', () => this.#titleComposing.isOn || keep())
    title.addEventListener('blur', () => {
      if (!this.note || this.#isTitleRefused) return
      // Nobody sees spaces at its ends, and nobody types them when a title is asked for.
      const trimmed = title.value.trim()
      const isMine = isTyped && this.note.title === title.value
      if (isMine && trimmed && trimmed !== title.value) this.note.setTitle(trimmed)
      isTyped = false
      this.#showTitle()
    })
  }

  #edit(change, id = this.note?.id) {
    if (!id) return
    const { addTag, removeTag } = change
    if (removeTag) this.#actions.change([id], change, `Tag ${removeTag} taken off.`)
    else this.#actions.edit([id], change, addTag && `Tag ${addTag} added`)
  }

  editTags() {
    this.#tags.edit()
  }

  /** The trouble with this note, in words. */
  #said() {
    const box = $('#said')
    if (!this.note.isTrashed) return box.replaceChildren()
    if (box.firstChild) return
    box.replaceChildren(el('div.tell.calm', {}, icon('trash'), el('div.grow', {},
      el('b', {}, 'This note is in the trash.'), el('div.wrap', {}, el('button.b.line', {
        type: 'button', onclick: () => {
          this.#actions.restore([this.note.id], 'Restored.')
          // On a phone the title's focus would open the keyboard.
          if (isNarrow()) $('#note .sheet').focus()
          else this.focusTitle()
        },
      }, 'Restore')))))
  }

  #drawFoot() {
    const row = this.note && this.#desk.note(this.note.id)
    // The words of an arrival stay for their time.
    if (!row || !$('#who').hidden) return
    setText($('#edited'), `Changed ${when(row.edited)}${row.device ? `, sent by ${row.device.name}` : ''}`)
  }

  /** Tells the number of words, and where lines begin, once the text rests. */
  #readSoon() {
    clearTimeout(this.#reading)
    this.#reading = setTimeout(() => {
      const { area, text } = this.binding
      setText($('#count'), count(countWords(text), 'word'))
      // With `dir=auto`, a browser reads the whole text with each change of it: seconds in long ones.
      setAttribute(area, 'dir', isRightToLeft(text.slice(0, 500)) ? 'rtl' : 'ltr')
    }, 150)
  }

  #tellArrival(changes) {
    const others = changes.filter((change) => change.from !== 'undo')
    if (!others.length) return
    const who = writerName(others[0])
    const added = others.reduce((sum, change) => sum + [...change.text].length, 0)
    const removed = others.reduce((sum, change) => sum + change.end - change.start, 0)
    const words = [added && `${count(added, 'character')} added`, removed && `${count(removed, 'character')} removed`]
    setText($('#edited'), `${who}: ${words.filter(Boolean).join(', ')}`)
    if (!$('#who').textContent) say(`${who}: edits arrive in this note`)
    $('#who').hidden = false
    $('#who').dataset.dev = others[0].device?.color ?? 2
    setText($('#who'), who)
    clearTimeout(this.#leaving)
    this.#leaving = setTimeout(() => {
      $('#who').hidden = true
      setText($('#who'), '')
      this.#drawFoot()
    }, 5000)
  }

  #leaving = 0

  /** A note was seen if it was open for a second in a window with the focus. */
  #see() {
    clearTimeout(this.#seeing)
    const { note } = this
    if (!note || !document.hasFocus()) return
    // A note that could not be marked stays new, and is marked when it is looked at again.
    this.#seeing = setTimeout(() => this.#desk.notebook.see(note.id).catch(() => {}), 1000)
  }

  focusText() {
    if (this.note) $('#text').focus({ preventScroll: isNarrow() })
  }

  focusTitle(isSelected = false) {
    if (!this.note) return
    this.title.focus()
    if (isSelected) this.title.select()
  }
}

function fitTitle(title) {
  if (CSS.supports('field-sizing', 'content')) return
  title.style.blockSize = 'auto'
  title.style.blockSize = title.scrollHeight + 'px'
}
