// SPDX-License-Identifier: MIT

import { ask, say, tell, untell } from './say.mjs'
import { called, count, folderWords, notByHand } from './words.mjs'

/** The actions of a person on notes, from keys, menus, buttons and by dragging alike. */
export class Actions {
  #desk
  #notebook
  /** The ids of notes that were dropped for good in this window. */
  purged = new Set()

  constructor(desk) {
    this.#desk = desk
    this.#notebook = desk.notebook
  }

  /** The notes that a command in the list means. */
  get chosen() {
    const { chosenIds, cursor } = this.#desk
    return chosenIds.length || !cursor ? chosenIds : [cursor]
  }

  /** Makes a note where the person is; tells its id, or undefined if it cannot have that title. */
  async create({ title = '', text = '' } = {}) {
    const { kind, value } = this.#desk.place
    let id
    try {
      id = await this.#notebook.create({ title, text, folder: kind === 'folder' ? value : undefined })
    } catch (error) {
      return tellRefusal(error)
    }
    if (kind === 'tag') await this.#notebook.edit([id], { addTag: value })
    if (!['all', 'folder', 'tag'].includes(kind) || this.#desk.query) this.#desk.go({ kind: 'all' })
    this.#desk.refresh()
    this.#desk.choose(id)
    this.#desk.show(id)
    return id
  }

  async trash(chosen) {
    const ids = chosen.filter((id) => !this.#desk.note(id)?.isTrashed)
    if (!ids.length) return
    const next = this.#desk.neighbour(ids)
    const words = ids.length > 1 ? `${count(ids.length, 'note')} are in the trash.`
      : `${called(this.#desk.note(ids[0]) ?? {})} is in the trash.`
    // The list shows it at once; the promise waits for the disk.
    const saved = this.#notebook.edit(ids, { isTrashed: true })
    this.#desk.refresh()
    if (next) this.#desk.choose(next)
    else this.#desk.show(null)
    tell(words, () => this.undo())
    await saved
  }

  async restore(ids, words) {
    const saved = this.#notebook.edit(ids, { isTrashed: false })
    tell(words, () => this.undo())
    await saved
  }

  /** Asks, and drops notes for good on every device. */
  async purge(rows) {
    if (!rows.length) return false
    const what = rows.length === 1 ? called(rows[0]) : count(rows.length, 'note')
    const isAgreed = await ask(`Drop ${what} for good?`,
      'On every device, with all history. This cannot be taken back.', 'Drop for good')
    if (!isAgreed) return false
    for (const { id } of rows) this.purged.add(id)
    await this.#notebook.purge(rows.map((row) => row.id))
    say(`${what} dropped for good.`)
    return true
  }

  async edit(ids, changes, words) {
    if (!ids.length) return
    const saved = this.#notebook.edit(ids, changes)
    if (words) say(words)
    await saved.catch(tellRefusal)
  }

  togglePin(ids) {
    const isPinned = !ids.every((id) => this.#desk.note(id)?.isPinned)
    return this.edit(ids, { isPinned }, isPinned ? 'Pinned' : 'No longer pinned')
  }

  prioritize(ids, priority) {
    return this.edit(ids, { priority }, ['', 'Low', 'Normal', 'High'][priority] + ' priority')
  }

  async moveToFolder(ids, folder) {
    const saved = this.#notebook.edit(ids, { folder })
    tell(`${count(ids.length, 'note')} moved to ${folderWords(folder)}.`, () => this.undo())
    await saved.catch(tellRefusal)
  }

  /** Moves the chosen rows by hand; null is the top or the end. */
  async move(ids, by) {
    const desk = this.#desk
    if (!ids.length) return
    if (!desk.isByHand) return tell(notByHand)
    const at = desk.indexOf(ids[0])
    const to = Math.min(Math.max(at + by, 0), desk.rows.length - ids.length)
    if (to === at) return
    await desk.move(ids, to)
    desk.refresh()
    const now = desk.indexOf(ids[0])
    say(now === at ? 'Pinned notes stay on top.' : `Place ${now + 1} of ${desk.rows.length}`)
  }

  async undo() {
    untell()
    const isDone = await this.#notebook.undo()
    if (isDone === null) tell('Nothing to undo.')
    else say('Undone')
  }

  async redo() {
    const isDone = await this.#notebook.redo()
    if (isDone === null) tell('Nothing to redo.')
    else say('Done again')
  }
}

/** Says why notes did not take a tag or a folder. Its name in the message may be very long. */
function tellRefusal(error) {
  if (error.code !== 'unsuitable') throw error
  tell(`Nothing was changed: ${error.message.replace(/'([^']{40})[^']*'/, "'$1…'")}`)
}
