// SPDX-License-Identifier: MIT

import { isDamage } from './failures.mjs'
import { indexName } from './names.mjs'

/** The index of the notebook, which is decoded as long as the page is open. */
export class HeldIndex {
  /** Called when notes may stand elsewhere. */
  onChange = () => {}
  /** Called with the error of stored bytes that cannot be read. */
  onUnreadable = () => {}

  /** @param {object} parts `documents`, `storage`, `list`, `connection` */
  constructor({ documents, storage, list, connection }) {
    Object.assign(this, { documents, storage, list, connection })
  }

  /** The index of the module; null before it is there. */
  get document() {
    return this.documents.heldNow(indexName)?.document ?? null
  }

  /** Decodes it, or makes one to merge into. */
  async hold() {
    const held = await this.documents.holdOrMake(indexName).catch((error) => this.#repaired(error))
    held?.listeners.add(() => {
      this.list.reorder()
      this.onChange()
    })
    this.list.reorder()
  }

  /** Takes in what the storage has of the index, which another page or the worker stored. */
  reload() {
    this.documents.reload(indexName).catch(() => {})
  }

  /**
   * A damaged index is asked for anew with the next exchange, and notes stand in the order of their making
   * till then. That of a newer page is left alone.
   */
  async #repaired(error) {
    if (error.name !== 'DecentError') throw error
    this.onUnreadable(error)
    if (!isDamage(error)) return null
    await this.storage.update([], () => ({ removes: [indexName] }))
    this.list.removeOther(indexName)
    await this.connection.askForAll()
    return this.documents.holdOrMake(indexName)
  }
}
