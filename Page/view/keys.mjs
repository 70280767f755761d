// SPDX-License-Identifier: MIT

import { el } from './dom.mjs'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/**
 * The keys: where they work, which do the same, what they do, and the command's name. `Mod` is
 * Control, Command on a Mac. Single letters work in the list alone, so that text stays text.
 */
export const keys = [
  ['anywhere', 'Mod+k', 'Go to a note, folder, tag or command', 'jump'],
  ['anywhere', 'Mod+Shift+Enter', 'New note', 'create'],
  ['anywhere', 'Mod+/', 'All keys', 'help'],
  ['anywhere', 'Escape', 'One step out', 'out'],
  ['anywhere', 'F6', 'Next pane', 'nextPane'],
  ['anywhere', 'Shift+F6', 'Previous pane', 'previousPane'],
  ['anywhere', 'Mod+Shift+f', 'Search all notes', 'searchAll'],
  ['anywhere', 'Mod+s', 'Say where it is saved, send now', 'save'],
  ['anywhere', 'Mod+z', 'Undo what was done to notes', 'undoList'],
  ['anywhere', 'Mod+Shift+z Mod+y', 'Redo what was done to notes', 'redoList'],
  ['list', 'ArrowDown ArrowUp Home End PageDown PageUp', 'Choose a note', 'choose'],
  ['list', 'Enter', 'Into the text', 'text'],
  ['list', 'ArrowRight', 'Into the title', 'title'],
  ['list', 'ArrowLeft', 'To the sidebar', 'sidebar'],
  ['list', 'Shift+ArrowDown Shift+ArrowUp Shift+Home Shift+End', 'Choose more', 'chooseMore'],
  ['list', 'Mod+Space', 'One more, one less', 'toggle'],
  ['list', 'Mod+a', 'Choose all', 'chooseAll'],
  ['list', 'Alt+ArrowDown Alt+ArrowUp', 'Move by one', 'move'],
  ['list', 'Alt+Shift+ArrowUp Alt+Shift+ArrowDown', 'Move to the top, the end', 'moveFar'],
  ['list', 'Space', 'Lift; arrows carry, Space sets down', 'lift'],
  ['list', 'Delete Backspace', 'To the trash', 'trash'],
  ['list', 'n', 'New note', 'create'],
  ['list', '/', 'Search', 'search'],
  ['list', 'p', 'Pin', 'pin'],
  ['list', 't', 'Tag', 'tag'],
  ['list', 'm', 'Move to folder', 'folder'],
  ['list', '1 2 3', 'Priority low, normal, high', 'priority'],
  ['list', 'h', 'History', 'history'],
  ['list', 'Shift+F10 ContextMenu', 'Menu', 'rowMenu'],
  ['title', 'Enter', 'To the text', 'text'],
  ['title', 'ArrowDown', 'To the text', 'downFromTitle'],
  ['text', 'Mod+z', 'Undo', 'undo'],
  ['text', 'Mod+Shift+z Mod+y', 'Redo', 'redo'],
  ['text', 'Mod+b', 'Bold', 'bold'],
  ['text', 'Mod+i', 'Italic', 'italic'],
  ['text', 'Mod+Shift+k', 'Link to a note; in a link, go there', 'link'],
  ['text', 'Mod+Enter', 'Check the line’s box', 'check'],
  ['text', 'Alt+ArrowUp Alt+ArrowDown', 'Move the line', 'moveLine'],
  ['text', 'Mod+]', 'Indent', 'indent'],
  ['text', 'Mod+[', 'Indent less', 'outdent'],
  ['text', 'Enter', 'Go on with a list', 'newline'],
  ['note', 'Mod+Shift+h', 'History', 'history'],
  ['note', 'Alt+PageUp', 'Previous note', 'previousNote'],
  ['note', 'Alt+PageDown', 'Next note', 'nextNote'],
  ['note', 'F3', 'Next found word', 'nextFound'],
  ['history', 'ArrowLeft ArrowRight ArrowUp ArrowDown', 'Another moment', 'moment'],
  ['history', 'Shift+ArrowLeft Shift+ArrowRight', 'Another day', 'momentDay'],
  ['history', 'Home End', 'First, last moment', 'momentEnd'],
  ['history', 'Enter', 'Restore', 'restoreMoment'],
  ['history', 'c', 'Copy the text', 'copyMoment'],
]

const table = new Map()
for (const [where, chords, , command] of keys) {
  for (const chord of chords.split(' ')) table.set(`${where} ${chord}`, command)
}

/** The chord of an event: `Mod+Shift+z`. */
export function chord(event) {
  const isMod = isApple ? event.metaKey : event.ctrlKey
  const key = event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toLowerCase() : event.key
  const isShifted = event.shiftKey && (event.key.length > 1 || isMod || event.altKey)
  return (isMod ? 'Mod+' : '') + (event.altKey ? 'Alt+' : '') + (isShifted ? 'Shift+' : '') + key
}

/** The command of a key in the first of some places that has it. */
export function commandFor(event, places) {
  if (event.isComposing || event.keyCode === 229) return null
  // AltGr writes letters with Control and Alt.
  if (event.getModifierState?.('AltGraph')) return null
  const pressed = chord(event)
  for (const place of places) {
    const command = table.get(`${place} ${pressed}`)
    if (command) return command
  }
  return null
}

const signs = {
  ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc', Enter: '↵',
  Mod: isApple ? '⌘' : 'Ctrl', Shift: '⇧', Alt: isApple ? '⌥' : 'Alt', ContextMenu: 'Menu',
}

/** A chord for readers: Ctrl ⇧ Z. */
export const chordWords = (chord) => chord.split('+')
  .map((part) => signs[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join(' ')

/** Shows all keys. */
export function showKeys() {
  const opener = document.activeElement
  const names = { anywhere: 'Anywhere', list: 'List', title: 'Title', text: 'Text', note: 'Note', history: 'History' }
  const dialog = el('dialog.pop.keys', { 'aria-label': 'All keys' }, el('div.scroll', { tabindex: '0', autofocus: true },
    Object.entries(names).map(([where, name]) => [el('h3', {}, name), el('dl', {},
      keys.filter((key) => key[0] === where).map(([, chords, words]) => el('div.item', {},
        el('dt.grow', {}, words), el('dd', {}, el('kbd', {}, chords.split(' ').map(chordWords).join(', '))))))])))
  dialog.addEventListener('close', () => {
    dialog.remove()
    opener?.focus?.()
  })
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close())
  document.body.append(dialog)
  dialog.showModal()
}
