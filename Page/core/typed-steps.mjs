// SPDX-License-Identifier: MIT

/** The most letters of a step. */
const mostLetters = 20

/** Where typing ends a step of undo: at the end of words and lines, and after 20 letters. */
export class TypedSteps {
  #end = null
  #letters = 0
  /** What was typed last. */
  #last = ''

  /** Whether a replacement begins a step. */
  begins(start, end, string) {
    const size = Math.max(end - start, string.length)
    const isHere = this.#end === (string ? start : end)
    const isWord = /\s$/.test(this.#last) && !/^\s/.test(string)
    const isNew = !isHere || /\n$/.test(this.#last) || (string !== '' && isWord) || this.#letters + size > mostLetters
    this.#letters = isNew ? size : this.#letters + size
    this.#end = start + string.length
    this.#last = string
    return isNew
  }
}

/** The steps of notes that were open: undo goes on when a note is opened again. */
export class KeptSteps {
  /** The most notes. */
  static most = 30
  #saved = new Map()

  keep(id, undo) {
    if (!undo.canUndo && !undo.canRedo) return
    this.#saved.delete(id)
    this.#saved.set(id, undo.save())
    if (this.#saved.size > KeptSteps.most) this.#saved.delete(this.#saved.keys().next().value)
  }

  /** What was kept of a note, or null. */
  of(id) {
    return this.#saved.get(id) ?? null
  }
}
