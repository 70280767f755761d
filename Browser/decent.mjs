// SPDX-License-Identifier: MIT

/**
 * Text and notes that several people can edit at once, for browsers and other JavaScript.
 *
 * @example
 * import { loadDecent } from './decent.mjs'
 * const { ReplicatingText } = await loadDecent()
 * const mine = new ReplicatingText('Buy milk')
 * const yours = mine.copy()
 * mine.insert(8, ' and bread')
 * yours.insert(4, 'oat ')
 * mine.merge(yours)
 * console.log(mine.toString())  // Buy oat milk and bread
 */

/** What each failure of the module is called in {@link DecentError}. */
const failureCodes = {
  2: 'truncated', 3: 'corrupt', 4: 'newer', 5: 'foreign', 6: 'missing-history',
  8: 'history-dropped', 9: 'history-contradicts', 10: 'unsuitable', 11: 'older',
}
const nothing = 1
const outOfRange = 7

/** Bytes that cannot be read, a delta that cannot be merged, or no memory; nothing was changed. */
export class DecentError extends Error {
  /**
   * - `truncated`: the bytes end too early; fetch them again
   * - `corrupt`: the bytes are damaged; take another copy
   * - `newer`: a newer version wrote the bytes; update
   * - `older`: an earlier version wrote the bytes; export with that version, and import here
   * - `foreign`: the bytes hold something else
   * - `missing-history`: the delta builds on changes that are not here; ask its sender
   *   for a delta since the version of this text
   * - `history-dropped`: a question or an undo needs text that was deleted and dropped; asking
   *   again is of no use
   * - `history-contradicts`: a change that the delta builds on is known here otherwise, as after
   *   a virtual machine was resumed twice; keep both copies, and make the edits again
   * - `unsuitable`: a title, tag or priority that no note may have
   * - `out-of-memory`: the module has no memory left for the call; free texts that are not needed,
   *   and save the others
   *
   * @type {'truncated'|'corrupt'|'newer'|'older'|'foreign'|'missing-history'|'history-dropped'|
   *   'history-contradicts'|'unsuitable'|'out-of-memory'}
   */
  code

  constructor(code, message) {
    super(message)
    this.name = 'DecentError'
    this.code = code
  }
}

/**
 * Loads the module.
 *
 * @param {URL|string|Response|Promise<Response>|BufferSource|WebAssembly.Module} [source]
 *   Where the module is, or the module; by default `decent.wasm` beside this file. (Node
 *   cannot fetch files: read the file, and give its bytes.)
 * @param {object} [host]
 * @param {() => number} [host.milliseconds] The clock: milliseconds since 1970.
 * @param {(bytes: Uint8Array) => void} [host.random] Fills bytes by chance. Two devices
 *   that get equal bytes at one time would take each other's edits for their own.
 * @returns {Promise<import('./decent.d.ts').Decent>}
 */
export async function loadDecent(source = new URL('decent.wasm', import.meta.url), host = {}) {
  return bind(await start(source, host))
}

/**
 * Loads the module that has notes, too.
 *
 * @param source Where the module is, or the module; by default `decent-notes.wasm` beside this file.
 * @param {object} [host] As for {@link loadDecent}.
 * @returns {Promise<import('./decent.d.ts').DecentNotes>}
 */
export async function loadDecentNotes(
  source = new URL('decent-notes.wasm', import.meta.url), host = {},
) {
  const memory = await start(source, host)
  const texts = bind(memory)
  return { ...texts, ...bindNotes(memory, texts.ReplicatingText) }
}

async function start(source, host) {
  const milliseconds = host.milliseconds ?? (() => Date.now())
  const random = host.random ?? ((bytes) => crypto.getRandomValues(bytes))
  const memory = new Memory()
  const imports = {
    host: {
      milliseconds,
      random: (start, count) => memory.fill(start >>> 0, count >>> 0, random),
    },
  }
  memory.milliseconds = milliseconds
  memory.guard((await instantiate(source, imports)).exports)
  memory.exports.start()
  return memory
}

async function instantiate(source, imports) {
  if (source instanceof WebAssembly.Module) return WebAssembly.instantiate(source, imports)
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return (await WebAssembly.instantiate(source, imports)).instance
  }
  const isAddress = typeof source === 'string' || source instanceof URL
  const response = await (isAddress ? fetch(source) : source)
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`)
  return (await WebAssembly.instantiate(await response.arrayBuffer(), imports)).instance
}

/** The functions that need no memory. */
const changesNothing = /^(start|malloc|free|reserve|exhausted)$|^answer_/
/**
 * The functions that change nothing which is there already. So a text can be read and saved where no
 * memory is left for a change.
 */
const onlyReads = /_(between|count|read|version|delta|save|load|state|summary|free)$/
const tornWords = 'the module ran out of memory amid a change; load it anew, and what was saved'

function outOfMemory() {
  return new DecentError(
    'out-of-memory', 'the module has no memory left for this, and nothing was changed; free what is ' +
      'not needed, and save the rest')
}

/** The bytes of what a caller may give for bytes. */
function bytesOf(source) {
  if (source instanceof Uint8Array) return source
  if (ArrayBuffer.isView(source)) {
    return new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
  }
  const kind = Object.prototype.toString.call(source)
  if (kind === '[object ArrayBuffer]' || kind === '[object SharedArrayBuffer]') {
    return new Uint8Array(source)
  }
  throw new TypeError(`no bytes: ${kind}`)
}

/** The module's memory: what goes in, and what comes out. */
class Memory {
  exports
  milliseconds
  /** How many bytes were written for the next call. */
  #written = 0
  /** Whether a change ended halfway. */
  #isTorn = false
  #bytes = new Uint8Array()
  #room = { start: 0, count: 0 }
  #encoder = new TextEncoder()
  #decoder = new TextDecoder('utf-8', { ignoreBOM: true })

  /**
   * Takes the functions of a module, and has those that change something reserve memory first. A call
   * that runs out of memory all the same is a {@link DecentError}.
   */
  guard(exports) {
    this.exports = { ...exports }
    const stack = exports.__stack_pointer
    const top = stack.value
    for (const [name, call] of Object.entries(exports)) {
      if (typeof call !== 'function' || changesNothing.test(name)) continue
      const isChange = !onlyReads.test(name)
      this.exports[name] = (...values) => {
        if (this.#isTorn) {
          // Memory is given back by the collector, too, which has no use for an error.
          if (name.endsWith('_free')) return undefined
          throw new DecentError('out-of-memory', tornWords)
        }
        const written = this.#written
        this.#written = 0
        if (isChange && exports.reserve(Math.min(2 ** 20 + 8 * written, 2 ** 32 - 1)) === 0) {
          throw outOfMemory()
        }
        try {
          return call(...values)
        } catch (error) {
          stack.value = top
          if (exports.exhausted() === 0) throw error
          this.#isTorn = isChange
          throw isChange ? new DecentError('out-of-memory', tornWords) : outOfMemory()
        }
      }
    }
  }

  /** All of it. Growing takes the old view away. */
  get bytes() {
    if (this.#bytes.length === 0) this.#bytes = new Uint8Array(this.exports.memory.buffer)
    return this.#bytes
  }

  /** Lets `random` fill bytes, in as many calls as `crypto` asks for. */
  fill(start, count, random) {
    for (let from = 0; from < count; from += 65536) {
      const part = new Uint8Array(Math.min(65536, count - from))
      random(part)
      this.bytes.set(part, start + from)
    }
  }

  /** Where `count` bytes have room, until the next call of this. */
  #makeRoom(count) {
    // Room for a large file is not kept for long.
    if (this.#room.count < count || this.#room.count > 2 ** 20) {
      if (this.#room.start) this.exports.free(this.#room.start)
      const capacity = Math.max(count, 4096)
      this.#room = { start: this.exports.malloc(capacity) >>> 0, count: capacity }
      if (this.#room.start === 0) {
        this.#room.count = 0
        throw outOfMemory()
      }
    }
    this.#written = count
    return this.#room.start
  }

  /** Writes bytes. @returns {[number, number]} where, and how many */
  write(source) {
    const bytes = bytesOf(source)
    const start = this.#makeRoom(bytes.length)
    this.bytes.set(bytes, start)
    return [start, bytes.length]
  }

  /** Writes a string in UTF-8. @returns {[number, number]} where, and how many bytes */
  writeString(string) {
    const start = this.#makeRoom(3 * string.length)
    const bytes = this.bytes
    // Short strings without accents, which is what typing gives, go faster by hand.
    if (string.length <= 32) {
      let index = 0
      for (; index < string.length; index++) {
        const unit = string.charCodeAt(index)
        if (unit >= 0x80) break
        bytes[start + index] = unit
      }
      if (index === string.length) return [start, index]
    }
    const place = bytes.subarray(start, start + 3 * string.length)
    return [start, this.#encoder.encodeInto(string, place).written]
  }

  /** Copies what the last call answered. */
  readAnswer() {
    const start = this.exports.answer_start() >>> 0
    const bytes = this.bytes.slice(start, start + this.exports.answer_count())
    this.exports.answer_clear()
    return bytes
  }

  readString() {
    const start = this.exports.answer_start() >>> 0
    const string = this.#decoder.decode(
      this.bytes.subarray(start, start + this.exports.answer_count()))
    this.exports.answer_clear()
    return string
  }

  /** Copies the strings that the last call answered. */
  readStrings() {
    const answer = this.readAnswer()
    const view = new DataView(answer.buffer)
    const strings = []
    for (let start = 0; start < answer.length;) {
      const end = start + 4 + view.getUint32(start, true)
      strings.push(this.#decoder.decode(answer.subarray(start + 4, end)))
      start = end
    }
    return strings
  }

  /** Copies the changes of a text that the last call answered. */
  readChanges() {
    const answer = this.readAnswer()
    const view = new DataView(answer.buffer)
    const changes = []
    for (let place = 0; place < answer.length;) {
      const [start, end, newStart, count] = [0, 4, 8, 12].map(
        (offset) => view.getUint32(place + offset, true))
      const text = this.#decoder.decode(answer.subarray(place + 16, place + 16 + count))
      changes.push({ start, end, newStart, text })
      place += 16 + count
    }
    return changes
  }

  /** Throws if a call failed. */
  check(status) {
    if (status <= nothing) return
    const message = this.readString()
    if (status === outOfRange) throw new RangeError(message)
    throw new DecentError(failureCodes[status], message)
  }
}

/** A text in the module, by its address; that of a note lives as long as its owner. */
class Handle {
  constructor(address, owner = null) {
    this.address = address
    this.owner = owner
  }
}

/** Makes the classes of one instance of the module. */
function bind(memory) {
  const { exports } = memory
  const forgotten = new FinalizationRegistry((handle) => exports.text_free(handle))
  /** Where the handle of a text is. */
  let addressOf

  /**
   * A text that several people can edit at once, each in a copy of their own.
   *
   * Positions count UTF-16 units, as those of JavaScript's strings do. A range that cuts
   * a surrogate pair takes all of it; a surrogate by itself is typed as U+FFFD.
   */
  class ReplicatingText {
    #handle
    #owner

    static {
      addressOf = (text) => text.#live
    }

    /**
     * Makes a text and types `string` into it.
     *
     * @param {string} [string]
     */
    constructor(string = '') {
      const isHandle = string instanceof Handle
      this.#handle = isHandle ? string.address : exports.text_make()
      this.#owner = isHandle ? string.owner : null
      if (this.#owner === null) forgotten.register(this, this.#handle, this)
      if (!isHandle && string !== '') this.insert(0, string)
    }

    /** Gives the memory back now; else it is given back when the text is forgotten. */
    free() {
      if (this.#handle === 0) return
      if (this.#owner === null) {
        forgotten.unregister(this)
        exports.text_free(this.#handle)
      }
      this.#handle = 0
    }

    get #live() {
      if (this.#handle === 0) throw new TypeError('this text was freed')
      return this.#handle
    }

    /** A copy, to be edited apart. Cheap: the two share what they have in common. */
    copy() {
      return new ReplicatingText(new Handle(exports.text_copy(this.#live)))
    }

    // Reading

    /** How many UTF-16 units the text has. */
    get length() {
      return exports.text_count(this.#live)
    }

    /** The text as it stands. */
    toString() {
      return this.slice()
    }

    toJSON() {
      return this.toString()
    }

    /** A part of the text. Unlike a string's, the range must lie within the text. */
    slice(start = 0, end = this.length) {
      memory.check(exports.text_read(this.#live, toUnit(start), toUnit(end)))
      return memory.readString()
    }

    // Editing

    /** Types text. */
    insert(position, string) {
      this.replace(position, position, string)
    }

    /** Deletes text. */
    delete(start, end) {
      this.replace(start, end, '')
    }

    /**
     * Deletes text and types other text in its place.
     *
     * @throws {RangeError} if the range does not lie within the text
     */
    replace(start, end, string) {
      const handle = this.#live
      const [place, count] = memory.writeString(String(string))
      memory.check(exports.text_replace(handle, toUnit(start), toUnit(end), place, count))
    }

    /**
     * Makes the text read `string` by a small difference of whole words: what stays the same is not
     * touched, so edits that others make to it in the meantime are kept.
     */
    update(string) {
      const handle = this.#live
      exports.text_update(handle, ...memory.writeString(String(string)))
    }

    /**
     * Has the next edit carry a time of its own. Edits of one session have the time of its beginning; a
     * page that keeps a text for hours calls this now and then.
     */
    leaveSession() {
      exports.text_leave_session(this.#live)
    }

    // Positions that last

    /**
     * An anchor: a position that stays with its character, wherever edits move it. It may be kept and
     * sent: it means the same in every copy that knows the character.
     *
     * @param {number} offset
     * @param {'before'|'after'} [side] Before: text typed here goes before the anchor, which stays with
     *   the character that follows. After: it stays with the character before it.
     * @returns {Uint8Array}
     */
    anchor(offset, side = 'before') {
      if (side !== 'before' && side !== 'after') throw new TypeError(`no side of an anchor: ${side}`)
      memory.check(exports.text_anchor(this.#live, toUnit(offset), side === 'after' ? 1 : 0))
      return memory.readAnswer()
    }

    /**
     * The position of an anchor, or null if its character is not known here. The place of a deleted
     * character is where it stood.
     *
     * @param {BufferSource} anchor
     * @returns {number|null}
     * @throws {DecentError}
     */
    offset(anchor) {
      const status = exports.text_offset(this.#live, ...memory.write(anchor))
      memory.check(status)
      if (status === nothing) return null
      return new DataView(memory.readAnswer().buffer).getUint32(0, true)
    }

    /**
     * The changes that turn the text of an earlier version into this text, in their order. None
     * touches another. A change replaces `start` to `end` of the earlier text by `text`, which starts
     * at `newStart` in this text. A text area takes them from the last to the first:
     *
     *     for (const { start, end, text } of changes.reverse()) area.setRangeText(text, start, end)
     *
     * @param {BufferSource} version Of this text, once.
     * @returns {{start: number, end: number, newStart: number, text: string}[]}
     * @throws {DecentError}
     */
    changesSince(version) {
      memory.check(exports.text_changes(this.#live, ...memory.write(version)))
      return memory.readChanges()
    }

    // Sharing

    /** What this text has seen, to be sent to another copy. */
    version() {
      exports.text_version(this.#live)
      return memory.readAnswer()
    }

    /**
     * What a copy at a version lacks, or null if it lacks nothing.
     *
     * @param {BufferSource} version Of the other copy, which may have seen things unknown here.
     * @throws {DecentError}
     */
    deltaSince(version) {
      const status = exports.text_delta(this.#live, ...memory.write(version))
      memory.check(status)
      return status === nothing ? null : memory.readAnswer()
    }

    /**
     * Takes in what another copy has sent; doing so twice changes nothing.
     *
     * @param {BufferSource} delta
     * @throws {DecentError} and then nothing is changed
     */
    mergeDelta(delta) {
      memory.check(exports.text_merge_delta(this.#live, ...memory.write(delta)))
    }

    /** Takes in another copy. */
    merge(other) {
      exports.text_merge(this.#live, other.#live)
    }

    /** The text and its history as bytes, to be kept or sent. Equal states give equal bytes. */
    save() {
      exports.text_save(this.#live)
      return memory.readAnswer()
    }

    /**
     * The text that {@link save} wrote, here or in any other program.
     *
     * @param {BufferSource} bytes
     * @throws {DecentError}
     */
    static load(bytes) {
      const text = new ReplicatingText()
      memory.check(exports.text_load(text.#live, ...memory.write(bytes)))
      return text
    }
  }

  return {
    ReplicatingText, TextUndo: bindUndo(memory, addressOf),
    /**
     * Lets the edits made from now on tell a device, as far as the history of a note is concerned.
     *
     * @param {string} device Its id, 32 hexadecimal digits; the last six of them are told.
     * @throws {TypeError} if it is none; the edits then tell what they told before
     */
    setDevice(device) {
      if (!/^[0-9a-f]{32}$/.test(device)) throw new TypeError(`no id of a device: ${device}`)
      exports.set_device(Number.parseInt(device.slice(-6), 16))
    },
  }
}

/** Makes the class of steps to undo. */
function bindUndo(memory, addressOf) {
  const { exports } = memory
  const forgotten = new FinalizationRegistry((address) => exports.undo_free(address))

  /**
   * The edits that one person can undo and redo in a text: those made by the methods of this object,
   * and no others. Text that others typed stays, and undone text is found wherever it has moved.
   * Undoing makes edits, which are sent and merged as all others are.
   */
  return class TextUndo {
    #text
    #address

    /**
     * Makes an object with nothing to undo.
     *
     * @param {ReplicatingText} text Edited in place. Of a note: `note.text`.
     * @param {object} [options]
     * @param {number} [options.limit] How many steps are kept.
     * @param {number} [options.joiningWithin] Milliseconds within which another edit of the same kind,
     *   at the end of the last one, joins its step.
     */
    constructor(text, { limit = 200, joiningWithin = 500 } = {}) {
      for (const number of [limit, joiningWithin]) {
        if (toUnit(number) > 2 ** 30 || toUnit(number) < 0) throw new RangeError(`${number}`)
      }
      this.#text = text
      this.#address = exports.undo_make(addressOf(text), limit, joiningWithin)
      forgotten.register(this, this.#address, this)
    }

    /** Gives the memory back now; the text stays. */
    free() {
      if (this.#address === 0) return
      forgotten.unregister(this)
      exports.undo_free(this.#address)
      this.#address = 0
    }

    get #live() {
      if (this.#address === 0) throw new TypeError('these steps were freed')
      addressOf(this.#text)
      return this.#address
    }

    /** Types text, to be undone. */
    insert(position, string) {
      this.replace(position, position, string)
    }

    /** Deletes text, to be undone. */
    delete(start, end) {
      this.replace(start, end, '')
    }

    /**
     * Deletes text and types other text in its place, to be undone.
     *
     * @throws {RangeError} if the range does not lie within the text
     */
    replace(start, end, string) {
      const address = this.#live
      const [place, count] = memory.writeString(String(string))
      memory.check(exports.undo_replace(address, toUnit(start), toUnit(end), place, count))
    }

    /** Makes the text read `string`, to be undone: as `update` of a text. */
    update(string) {
      exports.undo_update(this.#live, ...memory.writeString(String(string)))
    }

    /** Whether there is a step to undo. Others may have left nothing to undo in it. */
    get canUndo() {
      return (exports.undo_state(this.#live) & 1) !== 0
    }

    /** Whether there is a step to redo. Others may have left nothing to redo in it. */
    get canRedo() {
      return (exports.undo_state(this.#live) & 2) !== 0
    }

    /**
     * Undoes the latest step that has a part left to undo.
     *
     * @returns {{start: number, end: number, newStart: number, text: string}[]} What it changed, as
     *   `changesSince` of a text; empty if nothing is left to undo.
     * @throws {DecentError} if the text does not know the edits, as another text that was loaded
     */
    undo() {
      memory.check(exports.undo_reverse(this.#live, 0))
      return memory.readChanges()
    }

    /** Reverts the latest undoing: as {@link undo}. */
    redo() {
      memory.check(exports.undo_reverse(this.#live, 1))
      return memory.readChanges()
    }

    /** Makes the next edit begin a step: after the caret was moved, or the text was saved. */
    closeStep() {
      exports.undo_close(this.#live)
    }

    /** Forgets all steps. */
    clear() {
      exports.undo_clear(this.#live)
    }

    /** The steps as bytes, to be kept beside the text. */
    save() {
      exports.undo_save(this.#live)
      return memory.readAnswer()
    }

    /**
     * The steps that {@link save} wrote, for a text that knows their edits.
     *
     * @param {ReplicatingText} text
     * @param {BufferSource} bytes
     * @throws {DecentError}
     */
    static load(text, bytes) {
      const undo = new TextUndo(text)
      memory.check(exports.undo_load(undo.#live, ...memory.write(bytes)))
      return undo
    }
  }
}

/** Makes the classes of notes of one instance of the module. */
function bindNotes(memory, ReplicatingText) {
  const Note = bindNote(memory, bindDocument(memory, 'note'), ReplicatingText)
  const PurgedNote = bindPurge(memory, bindDocument(memory, 'purge'))
  return { Note, PurgedNote }
}

/** Makes the class of the documents whose functions begin so: what all documents can do. */
function bindDocument(memory, kind) {
  const { exports } = memory
  const call = (name, ...values) => exports[`${kind}_${name}`](...values)
  const forgotten = new FinalizationRegistry((address) => call('free', address))

  return class ReplicatingDocument {
    #address

    /** Makes a document without any edit. */
    constructor(handle) {
      this.#address = handle instanceof Handle ? handle.address : call('make')
      forgotten.register(this, this.#address, this)
    }

    /** Gives the memory back now; else it is given back when the document is forgotten. */
    free() {
      if (this.#address === 0) return
      forgotten.unregister(this)
      call('free', this.#address)
      this.#address = 0
    }

    /** Where it is, for the functions of the module. */
    get address() {
      if (this.#address === 0) throw new TypeError(`this ${kind} was freed`)
      return this.#address
    }

    /** A copy, to be edited apart. Cheap: the two share what they have in common. */
    copy() {
      return new this.constructor(new Handle(call('copy', this.address)))
    }

    /** What this document has seen, to be sent to another copy. */
    version() {
      memory.check(call('version', this.address))
      return memory.readAnswer()
    }

    /**
     * What a copy at a version lacks, or null if it lacks nothing.
     *
     * @param {BufferSource} version Of the other copy, which may have seen things unknown here.
     * @throws {DecentError}
     */
    deltaSince(version) {
      const status = call('delta', this.address, ...memory.write(version))
      memory.check(status)
      return status === nothing ? null : memory.readAnswer()
    }

    /**
     * Takes in what another copy has sent; doing so twice changes nothing.
     *
     * @param {BufferSource} delta
     * @throws {DecentError} and then nothing is changed
     */
    mergeDelta(delta) {
      memory.check(call('merge_delta', this.address, ...memory.write(delta)))
    }

    /** Takes in another copy. */
    merge(other) {
      call('merge', this.address, other.address)
    }

    /** The document and its history as bytes, to be kept or sent. */
    save() {
      memory.check(call('save', this.address))
      return memory.readAnswer()
    }

    /**
     * The document that {@link save} wrote, here or in any other program.
     *
     * @param {BufferSource} bytes
     * @throws {DecentError}
     */
    static load(bytes) {
      const document = new this()
      memory.check(call('load', document.address, ...memory.write(bytes)))
      return document
    }
  }
}

function bindNote(memory, ReplicatingDocument, ReplicatingText) {
  const { exports } = memory

  /** A note that several people can edit at once, each in a copy of their own. */
  return class Note extends ReplicatingDocument {
    #text = null

    /**
     * A new note, made now.
     *
     * @param {{title: string, text?: string, tags?: string[], priority?: string, folder?: string}} parts
     * @throws {DecentError} `unsuitable`
     */
    static create({ title, text = '', tags = [], priority = 'normal', folder = '' }) {
      const note = new Note()
      note.setTitle(title)
      if (text !== '') note.text.insert(0, text)
      for (const tag of tags) note.addTag(tag)
      if (priority !== 'normal') note.setPriority(priority)
      if (folder !== '') note.setFolder(folder)
      exports.note_set_created(note.address, memory.milliseconds())
      return note
    }

    free() {
      this.#text?.free()
      super.free()
    }

    /** The text, to be read and edited in place. It is of use as long as the note. */
    get text() {
      this.#text ??= new ReplicatingText(new Handle(exports.note_text(this.address), this))
      return this.#text
    }

    /**
     * What lists show: all but the text, of which the first 300 Unicode scalars are the snippet. Times
     * are milliseconds since 1970. The size is that of the text, in bytes of UTF-8. Lists sort notes by
     * `order`, a string that compares with others.
     *
     * @param {string} [id] The note's id, which tells notes at one place apart. Without it there is no `order`.
     * @returns {import('./decent.d.ts').NoteSummary}
     */
    summary(id = '') {
      exports.note_summary(this.address, ...memory.writeString(id))
      const [
        title, priority, created, edited, trashed, pinned, order, folder, snippet, size, ...tags
      ] = memory.readStrings()
      return {
        title, tags, priority, folder, snippet, order, size: Number(size), created: Number(created),
        edited: Number(edited), isTrashed: trashed === '1', isPinned: pinned === '1',
      }
    }

    setTitle(title) {
      memory.check(exports.note_set_title(this.address, ...memory.writeString(String(title))))
    }

    addTag(tag) {
      memory.check(exports.note_add_tag(this.address, ...memory.writeString(String(tag))))
    }

    removeTag(tag) {
      exports.note_remove_tag(this.address, ...memory.writeString(String(tag)))
    }

    /** @param {'low'|'normal'|'high'} priority */
    setPriority(priority) {
      memory.check(
        exports.note_set_priority(this.address, ...memory.writeString(String(priority))))
    }

    /**
     * Puts the note into a folder: names with `/` between; none for an empty string.
     *
     * @throws {DecentError} `unsuitable`
     */
    setFolder(folder) {
      memory.check(exports.note_set_folder(this.address, ...memory.writeString(String(folder))))
    }

    /** Lets lists show the note before the others, or no longer. */
    setPinned(isPinned) {
      exports.note_set_pinned(this.address, isPinned ? 1 : 0)
    }

    /**
     * Moves the note to a place in the order of notes.
     *
     * @param {string} order As a summary has it, or `orderBetween` gives it.
     */
    setOrder(order) {
      exports.note_set_order(this.address, ...memory.writeString(String(order)))
    }

    /**
     * The `order` of a note that is put between two others. Without the one it is the first, without the other
     * the last.
     *
     * @param {string} id The note's id.
     * @param {{ after?: string | null, before?: string | null }} [neighbours] Their `order`.
     * @throws {TypeError} for what is none
     */
    static orderBetween(id, { after = null, before = null } = {}) {
      const given = `${id} ${after ?? ''} ${before ?? ''}`
      if (exports.note_order_between(...memory.writeString(given), memory.milliseconds()) !== 0) {
        throw new TypeError(`no id of a note and places of others: ${given}`)
      }
      return memory.readString()
    }

    /** Puts the note into the trash, or takes it out. */
    setTrashed(isTrashed) {
      exports.note_set_trashed(this.address, isTrashed ? 1 : 0)
    }
  }
}

function bindPurge(memory, ReplicatingDocument) {
  const { exports } = memory

  /** The purges of a note: the document `gone/` with its id. */
  return class PurgedNote extends ReplicatingDocument {
    /**
     * Purges a note, for all copies that hold no edit which this copy of the note lacks. Another edit brings it
     * back, into the trash unless the edit restores it.
     *
     * @param {Note} note
     */
    purge(note) {
      exports.purge_purge(this.address, note.address)
    }

    /**
     * Whether the note was purged, and holds no edit that the purges had not seen.
     *
     * @param {Note} note
     */
    drops(note) {
      return exports.purge_drops(this.address, note.address) === 1
    }
  }
}

/** A position as the module takes it: what is none becomes one that lies within no text. */
function toUnit(position) {
  return Number.isInteger(position) && position >= 0 && position < 2 ** 31 ? position : -1
}
