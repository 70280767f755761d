// SPDX-License-Identifier: MIT

import { beginning } from './beginning.mjs'
import { idOf, priorityNumber } from './names.mjs'

/** The most UTF-16 units of a snippet. */
const snippetLength = 160

/**
 * The row of a document in the list, and the facts known of the server's copy:
 *
 * - `name`, `id` (null for purges), and of a note `title`, `snippet`, `tags`, `folder`, `priority`,
 *   `created`, `edited`, `isTrashed`, `isPinned`, `order` (the text that lists sort by), and `wasPurged`:
 *   whether the library said that the note was purged and came back;
 * - `stamp`: that of the document in the storage; 0 if it is not there yet;
 * - `theirs`: the version that the server had last, as Base64, or null;
 * - `isWaiting`: whether the server lacks edits; `isUnseen`: whether edits came that were not looked at;
 *   `device`: `{ id, name, color }` of the device that sent the edits that came last, or null.
 *
 * @param {string} name
 * @param {object} document A note or the purges of one.
 * @param {object} [known] The entry so far.
 */
export function entryOf(name, document, known = {}) {
  const { stamp = 0, theirs = null, isWaiting = false, isUnseen = false, device = null } = known
  const entry = { name, id: idOf(name), stamp, theirs, isWaiting, isUnseen, device }
  if (entry.id === null) return entry
  const { title, tags, priority, folder, created, edited, isTrashed, isPinned, order, snippet } =
    document.summary(entry.id)
  return Object.assign(entry, {
    title, tags, priority: priorityNumber(priority), folder, created, edited, isTrashed, isPinned, order,
    snippet: snippetOf(snippet), wasPurged: !!known.wasPurged,
  })
}

/** The entry of a note that only the server has yet. */
export function entryOfListed(name, summary) {
  const { title, snippet, tags, folder, priority, created, edited, isTrashed, isPinned, order } = summary
  return {
    name, id: idOf(name), stamp: 0, theirs: null, isWaiting: false, isUnseen: false,
    title, snippet: snippetOf(snippet ?? ''), tags: tags ?? [], folder: folder ?? '',
    priority: priorityNumber(priority ?? 2), created, edited, isTrashed: !!isTrashed,
    isPinned: !!isPinned, order, wasPurged: !!summary.wasPurged, isListed: true,
  }
}

/** The beginning of a text on one line. */
function snippetOf(text) {
  const line = text.replace(/\s+/g, ' ').trim()
  return beginning(line, snippetLength)
}
