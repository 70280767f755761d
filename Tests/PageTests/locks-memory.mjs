// SPDX-License-Identifier: MIT

/** Locks between pages of one program, in place of `navigator.locks`. */
export class MemoryLocks {
  #queues = new Map()

  /** Runs `body` while no other holds the lock of a name. */
  async request(name, { signal } = {}, body) {
    const before = this.#queues.get(name) ?? Promise.resolve()
    let release
    const held = new Promise((fulfill) => { release = fulfill })
    this.#queues.set(name, before.then(() => held))
    const ended = new Promise((fulfill) => signal?.addEventListener('abort', () => fulfill(true)))
    try {
      if (await Promise.race([before, ended]) === true) throw signal.reason
      return await body()
    } finally {
      release()
    }
  }
}
