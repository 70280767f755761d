// SPDX-License-Identifier: MIT

import { openNotebook } from '../core/notebook.mjs'
import { registerPage } from '../core/page-files.mjs'
import { Actions } from './actions.mjs'
import { placeIn } from './address.mjs'
import { Carry } from './carry.mjs'
import { commandsOf, placesOf } from './commands.mjs'
import { Desk } from './desk.mjs'
import { $, isNarrow } from './dom.mjs'
import { refuseFiles } from './files.mjs'
import { keepFirstRows, showFirstRows } from './first-rows.mjs'
import { HistoryPage } from './history.mjs'
import { Jump } from './jump.mjs'
import { chordWords, commandFor, showKeys } from './keys.mjs'
import { showLook } from './look.mjs'
import { NotePane } from './note.mjs'
import { printWhole } from './printing.mjs'
import { Rows } from './rows.mjs'
import { tell } from './say.mjs'
import { Search } from './search.mjs'
import { Shell } from './shell.mjs'
import { Side } from './side.mjs'
import { linkedTitle } from './writing.mjs'

/** Draws a notebook, and lets a person work with it. The note that was `pressed` before is shown. */
export function start(notebook, pressed = null) {
  const desk = new Desk(notebook)
  const actions = new Actions(desk)
  const rows = new Rows(desk)
  const side = new Side(desk)
  const search = new Search(desk)
  const pane = new NotePane(desk, actions)
  const history = new HistoryPage(desk, pane)
  const shell = new Shell(desk, actions)
  const carry = new Carry(desk, rows, actions)
  const jump = new Jump(desk, [
    ['New note', 'new', chordWords('Mod+Shift+Enter'), () => commands.create()],
    ['Search all notes', 'search', chordWords('Mod+Shift+f'), () => commands.searchAll()],
    ['All keys', 'more', chordWords('Mod+/'), () => showKeys()],
    ['Theme and text size', 'look', null, () => commands.look()],
    ['Trash', 'trash', null, () => toPage('trash')],
    ['Sync', 'link', null, () => toPage('sync')],
  ])
  const commands = commandsOf({ desk, actions, rows, side, search, pane, history, jump, shell, showKeys })
  side.onEnter = () => $('#page').hidden ? rows.focus() : ($('#page button:not(.menu):not([disabled])') ?? $('#page')).focus()
  const toPage = (kind) => {
    desk.go({ kind })
    side.onEnter()
  }
  shell.create = commands.create
  shell.past = history
  shell.focusNote = commands.read
  jump.create = commands.createNote
  jump.arrive = (id) => {
    // The note may be the one whose history is shown.
    history.close()
    if (id) commands.title()
    else rows.focus()
  }

  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented) return
    const command = commandFor(event, placesOf(event.target, history))
    if (command && commands[command](event) !== false) event.preventDefault()
  })
  document.addEventListener('click', (event) => {
    const command = event.target.closest('[data-do]')?.dataset.do
    if (command) commands[command](event)
  })
  // An action of a person that failed: nobody else waits for its promise.
  window.addEventListener('unhandledrejection', ({ reason }) => {
    tell(`That was not done: ${reason?.message ?? reason}`)
  })
  $('#folder').addEventListener('click', (event) => commands.folder(event))
  $('#sort').addEventListener('click', () => commands.sortMenu())
  // Buttons that write keep the keyboard of a phone, and the selection.
  $('.thumb[role=toolbar]').addEventListener('pointerdown', (event) => {
    if (!event.target.closest('[data-do=done]')) event.preventDefault()
  })
  pane.binding.area.addEventListener('click', (event) => {
    if ((event.ctrlKey || event.metaKey) && linkedTitle(pane.binding)) commands.link()
  })
  search.field.addEventListener('keydown', (event) => {
    if (event.isComposing || !['ArrowDown', 'Enter'].includes(event.key) || !desk.rows.length) return
    event.preventDefault()
    rows.focus()
  })
  rows.box.addEventListener('click', (event) => {
    const id = Rows.idAt(event.target)
    if (!id || carry.wasDragged) return
    desk.choose(id, event.shiftKey ? 'to' : event.ctrlKey || event.metaKey ? 'toggle' : 'only')
    if (isNarrow()) commands.read()
    else rows.focus()
  })
  rows.box.addEventListener('contextmenu', (event) => {
    const id = Rows.idAt(event.target)
    if (!id) return
    event.preventDefault()
    if (!desk.chosen.has(id)) desk.choose(id)
    commands.rowMenu()
  })
  /** Shows the note that an address named, also one that is still to come. */
  const showWanted = () => {
    const id = notebook.takeWanted()
    if (!id) return
    if (desk.row(id)) desk.choose(id)
    else desk.show(id)
    shell.show('note')
  }
  notebook.addEventListener('wanted', () => {
    if (desk.place.kind !== 'all' || desk.query) desk.go({ kind: 'all' })
    showWanted()
  })
  refuseFiles()
  keepFirstRows(desk)
  printWhole(pane)
  const { place = { kind: 'all' }, note } = placeIn(location.hash) ?? {}
  desk.go(place)
  if (desk.row(pressed)) {
    desk.choose(pressed)
    if (isNarrow()) commands.read()
    else rows.focus()
  } else if (note) {
    shell.address.restore()
    if (isNarrow()) shell.show('note')
  }
  showWanted()
}

showLook()
const first = showFirstRows()
const notebook = await openNotebook()
// For the console, and for tests.
globalThis.notebook = notebook
start(notebook, first.pressed)
registerPage(() => tell('A newer version of this page is here.', () => location.reload(), 'Reload'))
  .catch((error) => console.warn(`Without a service worker the page needs decent to start: ${error.message}`))
