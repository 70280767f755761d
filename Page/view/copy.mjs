// SPDX-License-Identifier: MIT

const priorities = ['low', 'normal', 'high']

/**
 * A copy of notes in one file: each below a line with its title, as `decent export` writes it into a file of its own. A
 * part that is saved in a file is taken in by `decent import`; what that does not read stands in the line above.
 */
export function copyOf(notes) {
  const head = 'A copy of notes. Below each line that begins with # stands a note as decent export writes it, from --- on. '
    + 'Save such a part in a file of its own, and decent import takes it in.\n'
  return head + notes.map((note) => `\n# ${heading(note)}\n\n${fileOf(note)}\n`).join('')
}

function heading({ title, edited, isPinned, isTrashed }) {
  const words = [isTrashed && 'in the trash', isPinned && 'pinned', isTime(edited) && `changed ${new Date(edited).toISOString()}`]
  return `${title.replace(/\s+/g, ' ')} (${words.filter(Boolean).join(', ')})`
}

/** A note as `decent export` writes it, but for the line that is decent's own. */
function fileOf({ id, title, tags, priority, folder, created, text }) {
  return ['---', `title: ${quoted(title)}`, `tags: [${[...tags].sort().map(quoted).join(', ')}]`,
    `priority: ${priorities[priority - 1]}`, ...folder ? [`folder: ${quoted(folder)}`] : [],
    ...isTime(created) ? [`created: ${new Date(created).toISOString()}`] : [], `id: ${id}`, '---', text].join('\n')
}

/** Whether a calendar has a time: that of a note can be any number. */
const isTime = (time) => time <= 8.64e15

/** A string in double quotes, as JSON and YAML have it. */
function quoted(text) {
  const escaped = text.replace(/["\\]/g, '\\$&').replace(/[\0-\x1f\x7f-\x9f\u2028\u2029]/g, (sign) =>
    `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return `"${escaped}"`
}
