// SPDX-License-Identifier: MIT

/** Sends events, each kind once for all changes of a task. */
export class Announcer extends EventTarget {
  #isAnnounced = {}

  announce(kind) {
    if (this.#isAnnounced[kind]) return
    this.#isAnnounced[kind] = true
    queueMicrotask(() => {
      this.#isAnnounced[kind] = false
      this.dispatchEvent(new Event(kind))
    })
  }

  /** Sends the event `failed` with a failure in words. */
  tellFailure(failure) {
    this.dispatchEvent(Object.assign(new Event('failed'), { failure }))
  }
}
