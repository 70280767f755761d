// SPDX-License-Identifier: MIT

/** Milliseconds without a letter until what is composed is kept. Keyboards of phones compose each word, some whole texts. */
const composingRest = 1000

/**
 * Keeps what an input method composes in a field: at the end of the composition, after a second's rest, and
 * when the window is hidden.
 */
export class Composing {
  isOn = false
  #keep
  #timer = 0

  /**
   * @param {() => void} parts.onStart
   * @param {() => void} parts.onInput Called with each composed letter, until `keep` nothing has it.
   * @param {() => void} parts.keep
   */
  constructor(field, { onStart, onInput, keep }) {
    this.#keep = keep
    field.addEventListener('compositionstart', () => {
      onStart?.()
      this.isOn = true
    })
    field.addEventListener('input', () => {
      if (!this.isOn) return
      onInput()
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.keep(), composingRest)
    })
    field.addEventListener('compositionend', () => this.end())
    for (const [target, event] of [[document, 'visibilitychange'], [window, 'pagehide']]) {
      target.addEventListener(event, () => document.visibilityState === 'hidden' && this.keep())
    }
  }

  keep() {
    clearTimeout(this.#timer)
    if (this.isOn) this.#keep()
  }

  /** Ends the composition: at its end, or since the field is to have another text. */
  end() {
    clearTimeout(this.#timer)
    if (!this.isOn) return
    this.isOn = false
    this.#keep()
  }
}
