// SPDX-License-Identifier: MIT

import { Address } from './address.mjs'
import { copyOf } from './copy.mjs'
import { $, el, followWidth, icon, isNarrow, oncePerFrame, setAttribute, setText } from './dom.mjs'
import { firstStart, nothingWords } from './empty.mjs'
import { message, messagesOf } from './messages.mjs'
import { ask, sayNow, tell } from './say.mjs'
import { isUnstepping, step, stepNow, unstep } from './steps.mjs'
import { syncPage } from './sync.mjs'
import { cardsAtOnce, trashPage } from './trash.mjs'
import { count, noAnswer, statusWords } from './words.mjs'

/** Whether the field of the title has one that the note does not take. */
const isTitleRefused = () => $('#title').ariaInvalid === 'true'

const keepWindow = (event) => event.preventDefault()

/** The frame: which panes are there, and the words about what is saved. */
export class Shell {
  #desk
  #actions
  #create
  #room = null
  #waitsSince = 0
  #savingSince = 0
  #looking = 0
  /** The address of what is shown. */
  address

  constructor(desk, actions) {
    this.#desk = desk
    this.address = new Address(desk)
    this.#actions = actions
    desk.addEventListener('place', () => this.#place())
    desk.addEventListener('rows', () => this.#rows())
    desk.addEventListener('shown', () => this.#alarm(desk.notebook.status))
    desk.notebook.addEventListener('status', oncePerFrame(() => this.status()))
    desk.notebook.addEventListener('status', () => this.#holdWindow())
    document.addEventListener('visibilitychange', () => this.#saveHidden())
    desk.notebook.addEventListener('failed', (event) => sayNow(`${event.failure.title} ${event.failure.text}`))
    window.addEventListener('popstate', () => this.#wentBack())
    window.addEventListener('online', () => this.status())
    window.addEventListener('offline', () => this.status())
    // A window that becomes narrow shows the pane that has the focus.
    for (const [id, view] of [['#notes', 'list'], ['#note', 'note']]) {
      $(id).addEventListener('focusin', () => {
        if (!isNarrow()) document.body.dataset.view = this.#shown = view
      })
    }
    $('#see-all').addEventListener('click', () => {
      const unseen = desk.notebook.rows({ view: 'all' }).filter((row) => row.isUnseen)
      desk.notebook.see(...unseen.map(({ id }) => id))
      $('#rows').focus()
    })
    this.#place()
    this.status()
    this.#holdWindow()
    followWidth(() => {
      // The one column that is shown is the main part of the page.
      setAttribute($('#notes'), 'role', isNarrow() ? 'main' : null)
      this.#rows()
    })
  }

  /** Makes a note; set by the commands. */
  set create(create) {
    this.#create = create
    this.#rows()
  }

  /** The history of a note; set by the commands. */
  past = null

  /** The browser went back: out of the history of a note, out of a page, or to the list. */
  async #wentBack() {
    if (isUnstepping()) return
    const view = stepNow()
    if (view !== 'past') this.past?.close()
    if (!isNarrow() || view === 'note') this.address.restore()
    else if (view !== 'page' && !this.#desk.isList) this.#desk.go({ kind: 'all' })
    await this.#view(view === 'note' && this.#desk.isList ? 'note' : 'list')
    this.address.follow()
  }

  /** Shows the list or the note in a window of one column; fulfilled when it can take the focus. */
  async show(view) {
    await this.#left
    if (this.#shown !== view) {
      if (view === 'list') await unstep('note')
      else step(view)
    }
    await this.#view(view)
    this.address.follow()
  }

  /** The view that is shown, or will be after a transition. */
  #shown = document.body.dataset.view
  #changing = null
  /** The step back out of a page of its own. */
  #left = null

  #view(view) {
    if (this.#shown !== view) this.#changing = this.#change(view)
    return this.#changing
  }

  async #change(view) {
    this.#shown = view
    const change = () => document.body.dataset.view = view
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (!isNarrow() || !document.startViewTransition || isStill) return change()
    document.documentElement.dataset.way = view
    const transition = document.startViewTransition(change)
    // A transition that another one overtakes is no failure.
    transition.ready.catch(() => {})
    await transition.updateCallbackDone
  }

  /** Leaves a page of its own, as search does. */
  toNotes() {
    if (!this.#desk.isList) this.#desk.go({ kind: 'all' })
    return this.show('list')
  }

  #place() {
    const { kind, value } = this.#desk.place
    const isPage = kind === 'trash' || kind === 'sync'
    $('#page').hidden = !isPage
    $('#notes').hidden = $('#note').hidden = isPage
    this.#mostCards = cardsAtOnce
    this.#view(isPage ? 'note' : 'list')
    if (isPage) step('page')
    else this.#left = unstep('page')
    if (kind === 'sync') this.#measure()
    const names = { all: 'All notes', pinned: 'Pinned', unseen: 'New from elsewhere', trash: 'Trash', sync: 'Sync' }
    this.#name = names[kind] ?? value.split('/').at(-1)
  }

  #name = ''
  #mostCards = cardsAtOnce

  #rows() {
    const { kind } = this.#desk.place
    const desk = this.#desk
    const name = desk.query ? 'Search' : this.#name
    setText($('#place'), name)
    setAttribute($('#rows'), 'aria-label', name)
    const words = { hand: 'by hand', edited: 'last changed first', title: 'by title' }[desk.sort]
    setAttribute($('#sort'), 'aria-label', `Sort: ${words}`)
    setAttribute($('#sort'), 'title', `Sort: ${words}`)
    if (kind === 'trash' || kind === 'sync') return this.#page()
    const words_ = desk.rows.length ? '' : nothingWords(desk)
    $('#nothing').hidden = !words_
    setText($('#nothing'), words_)
    $('#rows').hidden = !desk.rows.length
    $('#see-all').hidden = kind !== 'unseen' || !desk.rows.some((row) => row.isUnseen)
    this.#first()
  }

  /** The first start, until there is a note; in a window of one column where the list would be. */
  #first() {
    const isFirst = this.#desk.place.kind === 'all' && !this.#desk.query && !this.#desk.rows.length
    for (const part of ['.find', '#sort']) $(part).classList.toggle('away', isFirst)
    const pane = isNarrow() ? $('#notes') : $('#note')
    const box = $('.start')
    const { status } = this.#desk.notebook
    document.body.toggleAttribute('data-shut', status.isShut)
    const parts = isFirst ? firstStart(status, () => this.#create()) : []
    const start = el('div.scroll.start', {}, el('div.page.first', {}, ...parts))
    const isDrawn = isFirst && pane.contains(box) && box.isEqualNode(start)
    if (box && !isDrawn) box.remove()
    if (!isFirst) return
    if (isNarrow()) $('#nothing').hidden = true
    if (isDrawn) return
    if (isNarrow()) $('#nothing').after(start)
    else pane.append(start)
  }

  #page() {
    const { kind } = this.#desk.place
    const page = $('#page')
    const at = document.activeElement
    const cards = () => [...page.querySelectorAll('[data-id]')]
    const had = page.contains(at) ? at.closest('[data-id]') : null
    const place = cards().indexOf(had)
    const scroll = $('.scroll', page)?.scrollTop ?? 0
    const tools = el('div.bar', {}, el('button.i.menu', { type: 'button', popovertarget: 'side', 'aria-label': 'Folders and tags' }, icon('side')), el('span.grow'))
    const body = kind === 'trash' ? trashPage(this.#desk, this.#actions, tools, {
      most: this.#mostCards, showMore: () => this.#showMore(), read: (id) => this.#read(id),
    })
      : syncPage(this.#desk, tools, { ...this.#remedies, room: this.#room, keep: () => this.#keep(), forget: (device) => this.#forget(device) })
    setAttribute(page, 'aria-label', kind === 'trash' ? 'Trash' : 'Sync')
    const parts = [tools, el('div.scroll', {}, el('div.page', {}, ...body))]
    // A part that has not changed keeps its focus, also behind a question.
    parts.forEach((part, index) => {
      const old = page.children[index]
      if (old?.isEqualNode(part)) return
      if (old) old.replaceWith(part)
      else page.append(part)
    })
    $('.scroll', page).scrollTop = scroll
    if (document.activeElement === at) return
    const next = had && (cards().find((card) => card.dataset.id === had.dataset.id) ?? cards().slice(0, place + 1).at(-1))
    ;(next ?? page).focus()
  }

  #showMore() {
    const first = this.#mostCards
    this.#mostCards += cardsAtOnce
    this.#page()
    $('#page').querySelectorAll('.card')[first].focus()
  }

  /** Shows a note of the trash as it is. */
  async #read(id) {
    this.#desk.go({ kind: 'all' })
    this.#desk.show(id)
    await this.show('note')
    this.focusNote()
  }

  /** Moves the focus to the note that is shown; set by the commands. */
  focusNote = () => {}

  /** What the buttons of messages do. */
  get #remedies() {
    return {
      retry: () => this.sync(), copy: () => this.copy(), forgetLoss: () => this.#desk.notebook.forgetLoss(),
      copyFormer: () => download('unsent-notes.md', this.#desk.notebook.formerCopy()),
      dropFormer: () => this.#desk.notebook.dropFormer(),
    }
  }

  /** The three words, everywhere they stand. */
  status() {
    const { status } = this.#desk.notebook
    const now = Date.now()
    this.#waitsSince = status.waiting ? this.#waitsSince || now : 0
    this.#savingSince = status.saved === 'saving' ? this.#savingSince || now : 0
    const isSlow = now - this.#savingSince >= 1000
    this.#first()
    const shown = { ...status, isNetworkOff: !navigator.onLine, saved: status.saved === 'saving' && !isSlow ? 'saved' : status.saved }
    if ((this.#savingSince && !isSlow) || (this.#waitsSince && now - this.#waitsSince < 5000)) {
      clearTimeout(this.#looking)
      this.#looking = setTimeout(() => this.status(), 1050)
    }
    const hasWaited = this.#waitsSince > 0 && now - this.#waitsSince >= 5000
    const tellsWaiting = hasWaited && status.server !== 'none'
    if (tellsWaiting !== this.#desk.tellsWaiting) {
      this.#desk.tellsWaiting = tellsWaiting
      this.#desk.refresh()
    }
    const words = statusWords(shown, hasWaited)
    const link = $('#to-sync')
    setText($('.first-word', link), words.first)
    setText($('.small', link), words.second)
    setText($('#to-sync-2 .cut'), words.first)
    setText($('#saved'), isTitleRefused() ? 'Title not saved' : words.isBad ? 'Not saved' : words.first === 'Saving…' ? 'Saving…' : 'Saved')
    for (const each of [link, $('#to-sync-2')]) {
      setAttribute(each, 'aria-label', `${words.first}. ${words.second}. Open sync.`)
      each.classList.toggle('warn', words.isBad)
      $('use', each).setAttribute('href', '#i-' + words.icon)
    }
    this.#alarm(status)
    if (this.#desk.place.kind === 'sync') this.#page()
  }

  /** The browser asks before the window goes with edits that are not saved. */
  #holdWindow() {
    const isSaved = this.#desk.notebook.status.saved === 'saved' && !isTitleRefused()
    // A listener that stays would keep some browsers from caching the page.
    if (isSaved) window.removeEventListener('beforeunload', keepWindow)
    else window.addEventListener('beforeunload', keepWindow)
  }

  /** A hidden window may be dropped at any time, without a question. */
  #saveHidden() {
    const { notebook } = this.#desk
    if (document.visibilityState === 'hidden' && notebook.status.saved !== 'saved') notebook.save().catch(() => {})
  }

  /** Messages that must be read at once stand above the note. */
  #alarm(status) {
    const box = $('#alarm')
    // The pane of a note that cannot be shown says so itself.
    const stuck = status.stuck.filter(({ id }) => id !== this.#desk.open || !$('#trouble').hasChildNodes())
    const messages = messagesOf({ ...status, stuck }, { ...this.#remedies, isUrgent: true })
    const drawn = JSON.stringify(messages)
    if (box.dataset.drawn === drawn) return
    box.dataset.drawn = drawn
    box.replaceChildren(...messages.map(message))
  }

  async sync() {
    const { notebook } = this.#desk
    await notebook.save?.().catch(() => {})
    await notebook.sync?.().catch(() => {})
    this.status()
  }

  /** Saves all notes as Markdown in one file, with all they have: for when nothing else is sure. */
  async copy() {
    const { notebook } = this.#desk
    const rows = ['all', 'trash'].flatMap((view) => notebook.rows({ view, sort: 'hand' }))
    const notes = []
    for (const { id } of rows) {
      const note = await notebook.open(id).catch(() => null)
      if (!note) continue
      const { title, tags, priority, folder, created, edited, isPinned, isTrashed, text } = note
      notes.push({ id, title, tags, priority, folder, created, edited, isPinned, isTrashed, text })
      note.close()
    }
    download('notes.md', copyOf(notes))
    const lacking = rows.length - notes.length
    tell(`A copy of ${count(notes.length, 'note')} is on its way to your downloads, with those in the trash.${
      lacking ? ` ${count(lacking, 'note')} cannot be read here now, and ${lacking === 1 ? 'is' : 'are'} not in it.` : ''}`)
  }

  async #measure() {
    const { storage } = navigator
    if (!storage?.estimate) return
    const [estimate, isKept] = await Promise.all([storage.estimate(), storage.persisted()])
    this.#room = { ...estimate, isKept }
    if (this.#desk.place.kind === 'sync') this.#page()
  }

  async #keep() {
    const isKept = await this.#desk.notebook.requestPersistence()
    tell(isKept ? 'The browser keeps these notes.' : 'The browser has not agreed.')
    this.#measure()
  }

  /** Asks, and has all devices wait for one no longer. */
  async #forget({ id, name }) {
    const called = name ?? id
    const isAgreed = await ask(`Forget ${called}?`, 'No device waits for it any longer. Nothing is lost: if it is used '
      + 'again, it says so, and is a new device from then on.', 'Forget')
    if (!isAgreed) return
    try {
      await this.#desk.notebook.retire(id)
      tell(`${called} is forgotten.`)
    } catch (error) {
      tell(error.code ? `${called} cannot be forgotten: ${error.message}` : noAnswer)
    }
  }

  /** Asks for a name in one line; `read` makes it of what is typed. */
  askName(label, { hint, verb, read, take }) {
    const opener = document.activeElement
    const field = el('input', { 'aria-label': label, autofocus: true, autocomplete: 'off', dir: 'auto', placeholder: hint })
    const dialog = el('dialog.pop.ask', { 'aria-label': label }, el('h2', {}, label),
      el('form', { method: 'dialog', onsubmit: () => {
        const name = read(field.value)
        if (name) take(name)
      } }, el('div.find', {}, field), el('div.bar', {}, el('span.grow'),
        el('button.b', { type: 'button', onclick: () => dialog.close() }, 'Cancel'), el('button.b.main', {}, verb))))
    dialog.addEventListener('close', () => {
      dialog.remove()
      opener?.focus?.()
    })
    document.body.append(dialog)
    dialog.showModal()
  }
}

/** Hands a text to the downloads of the browser. */
function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }))
  el('a', { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
