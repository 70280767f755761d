// SPDX-License-Identifier: MIT

import { called, count, folderWords } from './words.mjs'

/**
 * What is so of notes after an action on them was undone, or done again, in words: “Beta” is back.
 *
 * @param {object[]} changes As the notebook tells them.
 * @param {(id: string) => object | undefined} noteOf What is known of a note.
 */
export function effectWords(changes, noteOf) {
  const isOne = changes.length === 1
  const who = isOne ? called(noteOf(changes[0].id) ?? {}) : count(changes.length, 'note')
  const [is, has] = isOne ? ['is', 'has'] : ['are', 'have']
  const [[field, , to]] = changes[0].parts
  if (field === 'order') return `${who} ${is} moved.`
  const isAlike = changes.every(({ parts }) => parts[0][2] === to)
  if (!isAlike) return `${who} are as they were.`
  if (field === 'isTrashed') return `${who} ${is} ${to ? 'in the trash' : 'back'}.`
  if (field === 'isPinned') return `${who} ${is} ${to ? '' : 'not '}pinned.`
  if (field === 'folder') return `${who} ${is} in ${to ? folderWords(to) : 'no folder'}.`
  if (field === 'priority') return `${who} ${has} ${['', 'low', 'normal', 'high'][to]} priority.`
  return `${who} ${to ? '' : 'no longer '}${has} the tag ${field.slice(4)}.`
}
