// SPDX-License-Identifier: MIT

import { ask, say, tell } from './say.mjs'
import { effectWords } from './undone.mjs'
import { called, count, folderWords, notByHand, number } from './words.mjs'

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
    const { isShut, problem } = this.#notebook.status
    if (isShut) return void tell(problem.title)
    const { kind, value } = this.#desk.place
    let id
    try {
      id = await this.#notebook.create({
        title, text, isDraft: !title && !text, folder: kind === 'folder' ? value : undefined, tags: kind === 'tag' ? [value] : undefined,
      })
    } catch (error) {
      return tellRefusal(error)
    }
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
    const words = (done) => `${this.#who(done)} ${done.length > 1 ? 'are' : 'is'} in the trash.`
    // The list shows it at once; the promise waits for the disk.
    const saved = this.change(ids, { isTrashed: true }, words)
    this.#desk.refresh()
    // A row that was carried need not be chosen.
    const stays = this.#desk.chosen.has(this.#desk.open)
    if (next && !stays) this.#desk.choose(next)
    else if (!stays) this.#desk.show(null)
    await saved
  }

  restore(ids, words) {
    return this.change(ids, { isTrashed: false }, words)
  }

  /** Asks, and drops notes for good on every device. */
  async purge(rows) {
    if (!rows.length) return false
    const what = rows.length === 1 ? called(rows[0]) : count(rows.length, 'note')
    const isAgreed = await ask(`Drop ${what} for good?`,
      'On every device, with all history. This cannot be taken back.', 'Drop for good')
    if (!isAgreed) return false
    for (const { id } of rows) this.purged.add(id)
    // Other devices go on while the question stands.
    const dropped = new Set(await this.#notebook.purge(rows.map((row) => row.id)))
    const kept = rows.filter(({ id }) => !dropped.has(id))
    for (const { id } of kept) this.purged.delete(id)
    if (!kept.length) say(`${what} dropped for good.`)
    else tell(`${number(dropped.size)} of ${count(rows.length, 'note')} dropped for good. What was restored or edited meanwhile stays.`)
    return dropped.size > 0
  }

  /**
   * Changes notes, and shows a sentence that can undo this action, whatever was done since. The sentence may be made
   * of the ids that were changed: others may have the change already, or be gone.
   */
  async change(ids, changes, words) {
    const show = (action) => {
      const done = action.forth.map(({ id }) => id)
      tell(typeof words === 'string' ? words : words(done), () => this.undo(action))
    }
    await this.#notebook.edit(ids, changes, show).catch(tellRefusal)
  }

  /** Notes in a sentence: one by its title. */
  #who(ids) {
    return ids.length === 1 ? called(this.#desk.note(ids[0]) ?? {}) : count(ids.length, 'note')
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

  moveToFolder(ids, folder) {
    return this.change(ids, { folder }, (done) => `${this.#who(done)} ${
      folder ? `moved to ${folderWords(folder)}.` : `${done.length === 1 ? 'is' : 'are'} in no folder now.`}`)
  }

  /** Moves the chosen rows by hand; null is the top or the end. */
  async move(ids, by) {
    const desk = this.#desk
    if (!ids.length) return
    if (!desk.isByHand) return tell(notByHand)
    if (ids.some((id) => desk.note(id)?.isLoading)) return tell('This is still on its way.')
    const at = desk.indexOf(ids[0])
    const to = Math.min(Math.max(at + by, 0), desk.rows.length - ids.length)
    if (to === at) return
    await desk.move(ids, to)
    desk.refresh()
    const now = desk.indexOf(ids[0])
    say(now === at ? 'Pinned notes stay on top.' : `Place ${now + 1} of ${desk.rows.length}`)
  }

  /** Undoes an action, by default the last one, and tells what is so now. */
  async undo(wanted = null) {
    const undone = await this.#notebook.undo(wanted, (changes, action) =>
      tell(`Undone: ${this.#words(changes)}`, () => this.redo(action), 'Redo'))
    if (!undone) tell(wanted ? 'This cannot be undone any more.' : 'Nothing to undo.')
  }

  async redo(wanted = null) {
    const redone = await this.#notebook.redo(wanted, (changes, action) =>
      tell(`Done again: ${this.#words(changes)}`, () => this.undo(action)))
    if (!redone) tell(wanted ? 'This cannot be done again any more.' : 'Nothing to redo.')
  }

  #words(changes) {
    return effectWords(changes, (id) => this.#desk.note(id))
  }
}

/** Says why notes did not take a tag or a folder. Its name in the message may be very long. */
function tellRefusal(error) {
  if (error.code !== 'unsuitable') throw error
  tell(`Nothing was changed: ${error.message.replace(/^'([^']{40})[^']*'/, "'$1…'")}`)
}
