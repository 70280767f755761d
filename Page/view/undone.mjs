// SPDX-License-Identifier: MIT

import { called, count, folderWords } from './words.mjs'

/**
 * What is so of notes after an action on them was undone, or done again, in words: “Beta” is back.
 *
 * @param {{ changes: object[], moves: object[] }} effect As the notebook tells it.
 * @param {(id: string) => object | undefined} noteOf What is known of a note.
 */
export function effectWords({ changes, moves }, noteOf) {
  const ids = changes.length > 0 ? changes.map(({ id }) => id) : moves.flatMap((move) => move.ids)
  const isOne = ids.length === 1
  const who = isOne ? called(noteOf(ids[0]) ?? {}) : count(ids.length, 'note')
  const [is, has] = isOne ? ['is', 'has'] : ['are', 'have']
  if (moves.length > 0) return `${who} ${is} moved.`
  const [[field, , to]] = changes[0].parts
  const isAlike = changes.every(({ parts }) => parts[0][2] === to)
  if (!isAlike) return `${who} are as they were.`
  if (field === 'isTrashed') return `${who} ${is} ${to ? 'in the trash' : 'back'}.`
  if (field === 'isPinned') return `${who} ${is} ${to ? '' : 'not '}pinned.`
  if (field === 'folder') return `${who} ${is} in ${to ? folderWords(to) : 'no folder'}.`
  if (field === 'priority') return `${who} ${has} ${['', 'low', 'normal', 'high'][to]} priority.`
  return `${who} ${to ? '' : 'no longer '}${has} the tag ${field.slice(4)}.`
}
