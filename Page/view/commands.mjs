// SPDX-License-Identifier: MIT

import { $, isNarrow } from './dom.mjs'
import { openMenu } from './menu.mjs'
import { chordWords } from './keys.mjs'
import { lookEntries } from './look.mjs'
import { say, tell } from './say.mjs'
import { tagsOf } from './tags.mjs'
import { count, folderWords, notByHand, statusWords } from './words.mjs'
import { continueList, indent, link, linkedTitle, moveLines, toggleAround, toggleBox } from './writing.mjs'

const nothingToUndo = 'Nothing to undo since this page was opened. Older texts are in History.'

/** The commands of the key map, the buttons and Go to. False leaves the key to the browser. */
export function commandsOf({ desk, actions, rows, side, search, pane, history, jump, shell, showKeys }) {
  const { binding } = pane
  /** The notes that are meant: the open one if the command comes from its pane, else the chosen ones. */
  const ids = (event) => event.target.closest('#note') && desk.open ? [desk.open] : actions.chosen
  const isInHistory = () => history.isOpen

  async function createNote(parts) {
    if (!await actions.create(parts)) return
    await shell.show('note')
    pane.whenOpen(() => parts?.title ? pane.focusText() : pane.focusTitle(true))
  }

  function chooseBy(event, how) {
    const to = target(event)
    const row = desk.rows[to]
    if (!row) return
    desk.choose(row.id, how)
    rows.reveal(row.id)
    rows.focus()
  }

  function target(event) {
    const at = desk.indexOf(desk.cursor)
    const last = desk.rows.length - 1
    const to = {
      ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + rows.page, PageUp: at - rows.page, Home: 0, End: last,
    }[event.key]
    return Math.min(Math.max(to, 0), last)
  }

  function choose(event) {
    if (!desk.carried) return chooseBy(event, 'only')
    const at = desk.carried.to
    desk.carryTo({ Home: 0, End: Infinity }[event.key] ?? at + (event.key.endsWith('Up') ? -1 : 1))
    rows.focus()
    say(`Place ${desk.carried.to + 1}`)
  }

  function lift() {
    if (desk.carried) {
      const place = desk.setDown()
      rows.focus()
      return say(`Set down at place ${place + 1}`)
    }
    if (!desk.isByHand) return tell(notByHand)
    const carried = actions.chosen
    if (!carried.length) return
    desk.lift(carried)
    rows.focus()
    say(`Lifted, place ${desk.carried.to + 1} of ${desk.rows.length}`)
  }

  /** One step out: what is carried, history, search, text, title, list, sidebar. */
  function out() {
    const at = document.activeElement
    if (desk.carried) {
      desk.setDown(false)
      rows.focus()
      return say('Back where it was')
    }
    if (isInHistory()) return history.close()
    if (at === $('#find')) {
      if (desk.query) return search.clear()
      return rows.focus()
    }
    if (at === $('#text')) return pane.focusTitle()
    if ($('#note').contains(at) && !$('#note').hidden) {
      return void back()
    }
    if ($('#notes').contains(at) && desk.query) {
      search.clear()
      return rows.focus()
    }
    if ($('#notes').contains(at) || $('#page').contains(at)) return side.focus()
    if (at === document.body) return desk.isList ? void back() : side.focus()
    return false
  }

  function otherPane(event, by) {
    const isFull = !$('#page').hidden
    const at = document.activeElement
    const places = [
      [side.box, () => side.focus()],
      ...isFull ? [[$('#page'), () => $('#page button, #page [tabindex]')?.focus()]]
        : [[$('#notes'), () => back()], [$('#note'), () => isNarrow() ? openTitle(event) : openText()]],
    ]
    const index = places.findIndex(([box]) => box.contains(at))
    places.at((index + by) % places.length)[1]()
  }

  async function back() {
    await shell.show('list')
    rows.focus()
  }

  function folders(subjects, opener = $('#folder')) {
    if (!subjects.length) return
    const now = desk.note(subjects[0])?.folder ?? pane.note?.folder ?? ''
    openMenu(opener, 'Move to folder', [
      { words: 'No folder', checked: !now, do: () => actions.moveToFolder(subjects, '') },
      ...desk.notebook.folders().map(({ path }) => ({
        words: folderWords(path), checked: path === now, do: () => actions.moveToFolder(subjects, path),
      })),
      null,
      { words: 'New folder…', icon: 'new', do: () => shell.askName('New folder', {
        hint: 'Home/Garden', verb: 'Move', read: folderOf, take: (name) => actions.moveToFolder(subjects, name),
      }) },
    ])
  }

  function noteMenu(subjects, opener) {
    if (!subjects.length) return
    const note = desk.note(subjects[0])
    const isOne = subjects.length === 1
    const canMove = desk.isByHand && desk.row(subjects[0])
    // These keys are those of the list; in a text they would write.
    const inList = (key) => opener.closest('#note') ? undefined : key
    openMenu(opener, 'More', [
      { words: note?.isPinned ? 'Unpin' : 'Pin', icon: 'pin', key: inList('P'), do: () => actions.togglePin(subjects) },
      { words: 'Move to folder…', icon: 'folder', key: inList('M'), do: () => folders(subjects, opener) },
      ...isOne ? [{ words: 'History', icon: 'clock', key: inList('H'), do: () => {
        desk.show(subjects[0])
        return openHistory()
      } }] : [],
      null,
      ...canMove ? [
        { words: 'Move up', icon: 'up', key: chordWords('Alt+ArrowUp'), do: () => actions.move(subjects, -1) },
        { words: 'Move down', icon: 'down', key: chordWords('Alt+ArrowDown'), do: () => actions.move(subjects, 1) },
        { words: 'Move to the top', do: () => actions.move(subjects, -Infinity) },
        null,
      ] : [],
      note?.isTrashed ? { words: 'Restore', icon: 'undo', do: () => actions.restore(subjects, 'Restored.') }
        : { words: 'Move to the trash', icon: 'trash', key: inList('Del'), do: () => trash(subjects) },
    ])
  }

  async function trash(subjects) {
    const wasInList = $('#notes').contains(document.activeElement)
    // The focus goes on at once, so that no key is lost while this is saved.
    const saved = actions.trash(subjects)
    if (wasInList || isNarrow()) await back()
    await saved
  }

  function sortMenu() {
    const names = { hand: 'By hand', edited: 'Last changed first', title: 'By title' }
    openMenu($('#sort'), 'Sort', Object.entries(names).map(([sort, words]) => ({
      words, checked: desk.sort === sort, do: () => desk.sortBy(sort),
    })))
  }

  function nextFound() {
    const found = pane.marks.found()
    if (!found.length) return false
    const { area } = binding
    const next = found.find(({ start, end }) => start > area.selectionStart
      || (start === area.selectionStart && end !== area.selectionEnd)) ?? found[0]
    area.focus()
    area.setSelectionRange(next.start, next.end)
    pane.reveal(next.start, next.end)
  }

  async function toSearch() {
    await shell.toNotes()
    search.field.focus()
    search.field.select()
  }

  function neighbourNote(by) {
    const row = desk.rows[desk.indexOf(desk.open) + by]
    if (row) desk.choose(row.id)
  }

  async function save() {
    await desk.notebook.save?.()
    shell.sync()
    const { first, second } = statusWords(desk.notebook.status)
    tell(`${first}. ${second}.`)
  }

  /** Shows a note: from the list the one with the focus, which alone is chosen then. */
  async function toNote(event) {
    if (event?.target.closest('#rows') || !desk.open) desk.choose(desk.cursor)
    await shell.show('note')
  }

  async function openText(event) {
    await toNote(event)
    pane.whenOpen(() => pane.focusText())
  }

  async function openTitle(event) {
    await toNote(event)
    pane.whenOpen(() => pane.focusTitle())
  }

  async function openHistory(event) {
    await toNote(event)
    pane.whenOpen(() => history.open())
  }

  /** One note's tags are edited in its pane; many notes are asked for together. */
  async function tag(subjects) {
    if (subjects.length > 1) {
      return shell.askName(`Tag ${count(subjects.length, 'note')}`, {
        hint: 'garden', verb: 'Add', read: tagsOf,
        take: (tags) => tags.forEach((name) => actions.edit(subjects, { addTag: name }, `Tag ${name} added`)),
      })
    }
    if (!subjects.length) return
    desk.choose(subjects[0])
    await shell.show('note')
    pane.whenOpen(() => pane.note && pane.editTags())
  }

  /** Takes the offer to undo on the screen; without an offer, undoes the last action. A field has an undo of its own. */
  function undoList({ target }) {
    if (isField(target)) return false
    const offer = target.closest('#rows') ? null : $('.toast .b')
    if (offer?.textContent === 'Undo') offer.click()
    else actions.undo()
  }

  return {
    createNote, create: () => createNote(), choose, lift, out, save, trash: (event) => trash(ids(event)), sortMenu, nextFound, folder: (event) => folders(ids(event)),
    look: () => openMenu($('[data-do=look]'), 'Theme and text size', lookEntries()),
    help: showKeys, jump: () => jump.open(), rowMenu: () => noteMenu(actions.chosen, rows.element(desk.cursor) ?? $('#place')),
    more: (event) => noteMenu(ids(event), $('[data-do=more]')), back,
    nextPane: (event) => otherPane(event, 1), previousPane: (event) => otherPane(event, -1),
    searchAll: () => {
      history.close()
      if (desk.place.kind !== 'all') desk.go({ kind: 'all' })
      return toSearch()
    },
    search: toSearch,
    read: async () => { await shell.show('note'); pane.whenOpen(() => $('#note .sheet').focus()) },
    text: openText, title: openTitle, history: openHistory,
    sidebar: () => side.focus(),
    chooseMore: (event) => desk.carried ? undefined : chooseBy(event, 'to'),
    toggle: () => desk.choose(desk.cursor, 'toggle'), chooseAll: () => desk.chooseAll(),
    move: async (event) => { await actions.move(ids(event), event.key === 'ArrowUp' ? -1 : 1); rows.focus() },
    moveFar: async (event) => { await actions.move(ids(event), event.key === 'ArrowUp' ? -Infinity : Infinity); rows.focus() },
    undoList, redoList: ({ target }) => isField(target) ? false : actions.redo(), pin: (event) => actions.togglePin(ids(event)),
    tag: (event) => tag(ids(event)), priority: (event) => actions.prioritize(ids(event), Number(event.key)),
    downFromTitle: () => {
      const { title } = pane
      return title.selectionEnd === title.value.length ? openTextStart() : false
    },
    undo: () => pane.note?.canUndo ? binding.undo() : tell(nothingToUndo),
    redo: () => pane.note?.canRedo ? binding.redo() : tell('Nothing to redo.'),
    bold: () => toggleAround(binding, '**'), italic: () => toggleAround(binding, '*'), check: () => toggleBox(binding),
    link: () => toLink(), done: () => document.activeElement.blur(), newline: () => continueList(binding),
    moveLine: (event) => moveLines(binding, event.key === 'ArrowUp' ? -1 : 1),
    indent: () => indent(binding, 1), outdent: () => indent(binding, -1),
    previousNote: () => neighbourNote(-1), nextNote: () => neighbourNote(1),
    moment: (event) => event.target.id === 'past-text' && /Up|Down/.test(event.key) ? false : history.step(event.key === 'ArrowLeft' || event.key === 'ArrowDown' ? -1 : 1),
    momentDay: (event) => history.stepDay(event.key === 'ArrowLeft' ? -1 : 1),
    momentEnd: (event) => history.toEnd(event.key === 'End'),
    restoreMoment: () => history.restore(), copyMoment: () => history.copy(),
  }

  /** Follows the link at the caret. Elsewhere makes a link, of the selection or to a chosen note. */
  function toLink() {
    const { selectionStart: start, selectionEnd: end } = binding.area
    const linked = linkedTitle(binding)
    if (linked) return jump.toTitle(linked)
    const chosen = binding.text.slice(start, end)
    if (chosen && !/[[\]\n]/.test(chosen)) return link(binding, chosen, start, end)
    // Others may type meanwhile.
    const [{ note }, place] = [pane, binding.anchor(end)]
    jump.open((title) => {
      if (pane.note !== note) return
      pane.focusText()
      const offset = binding.offset(place)
      link(binding, title, offset, offset)
    })
  }

  function openTextStart() {
    binding.area.setSelectionRange(0, 0)
    pane.focusText()
  }
}

/** The path of a folder of what is typed. */
const folderOf = (typed) => typed.split('/').map((part) => part.trim()).filter(Boolean).join('/')

const isField = (element) => element.matches('textarea, input:not([type=radio], [type=checkbox], [type=range])')

/** The places around the focus whose keys count, the nearest first. */
export function placesOf(element, history) {
  if (history.isOpen) return [element.closest('button, input[type=checkbox]') ? '' : 'history', 'anywhere']
  if (element.closest('dialog, [popover]:not(.side)')) return []
  if (element.id === 'text') return ['text', 'note', 'anywhere']
  if (element.id === 'title') return ['title', 'note', 'anywhere']
  if (element.closest('#note')) return ['note', 'anywhere']
  if (element.closest('#rows, #nothing')) return ['list', 'anywhere']
  return ['anywhere']
}
