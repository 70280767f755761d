// SPDX-License-Identifier: MIT

/**
 * The name of the storage, and of the channel between the pages that share it. The number is raised with each
 * change of what they hold.
 */
export const storageName = 'decent-notes-8'

/** The document of a note. */
export const nameOf = (id) => `note/${id}`

/** The note of a document; null for the others. */
export const idOf = (name) => (name.startsWith('note/') ? name.slice(5) : null)

/** The document with the purges of a note. */
export const purgeNameOf = (id) => `gone/${id}`

/** Whether a text is the id of a device. */
export const isDevice = (text) => /^[0-9a-f]{32}$/.test(text)

const form = /^(note|gone)\/[0-9a-f]{32}$/

/** Whether a document of this name is of use here. Later versions may have others. */
export const isKnown = (name) => form.test(name)

/** The class of the module for the document of a name. */
export function classOf(name, { Note, PurgedNote }) {
  return idOf(name) === null ? PurgedNote : Note
}

/** A new id of a note: 128 random bits in 32 digits. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const priorities = ['low', 'normal', 'high']

/** The priority of the page, 1 to 3, as the module names it. */
export const priorityName = (number) => priorities[number - 1]

/** The priority that the module or the server names, as 1 to 3. */
export const priorityNumber = (priority) =>
  typeof priority === 'number' ? priority : Math.max(1, priorities.indexOf(priority) + 1)

/** Whether two versions are the same bytes. */
export function areEqual(one, other) {
  if (!one || !other || one.length !== other.length) return one === other
  return one.every((byte, place) => byte === other[place])
}
