// SPDX-License-Identifier: MIT

/**
 * The other pages of this origin. Messages that may be lost, but come in order.
 *
 * | `kind` | means |
 * |---|---|
 * | `deltas` | edits of documents, as they are typed: `deltas`, each `{ name, delta, from, device }` |
 * | `lacking` | a page that holds a document asks what it lacks: `name`, `version` |
 * | `saving` | a page is about to save or remove documents: `names` |
 * | `saved` | the storage has new entries: `saved`, of each `{ entry, stamp, version }` |
 * | `gone` | documents were removed: `names` |
 * | `status` | what the page that exchanges with the server knows: `status` |
 * | `ask-status` | a new page asks for it |
 * | `token` | the server accepted a new token: `token` |
 * | `filled` | documents were fetched: `entries` |
 * | `seen` | a note was looked at: `entry` |
 * | `wake` | what waits is to be saved and sent now, and what others saved is to be looked for |
 * | `send` | what waits is to be sent now |
 */
export class Tabs {
  #channel
  #handlers

  /**
   * @param {BroadcastChannel|null} channel
   * @param {Object<string, (message: object) => void>} handlers By kind.
   */
  constructor(channel, handlers) {
    this.#channel = channel
    this.#handlers = handlers
    if (channel) channel.onmessage = ({ data }) => this.#handlers[data.kind]?.(data)
  }

  send(kind, message = {}) {
    this.#channel?.postMessage({ kind, ...message })
  }

  close() {
    this.#channel?.close()
    this.#channel = null
  }
}
