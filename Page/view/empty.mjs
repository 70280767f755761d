// SPDX-License-Identifier: MIT

import { el, icon, shape } from './dom.mjs'

/** The note's pane before the first note. */
export function firstStart({ server, problem, isShut }, create) {
  if (isShut) {
    return [el('h1', {}, problem.title), el('p.lead', {}, 'Run decent serve --open in a terminal of the device where decent is: it prints '
      + 'a new address and opens it. An address lets one browser in, within ten minutes; this browser is let in from then on.')]
  }
  if (server === 'connecting') return [el('p.lead', {}, 'Connecting…')]
  return [
    shape('svg', { class: 'art logo', viewBox: '0 0 120 60', 'aria-hidden': 'true' },
      shape('path', { 'data-dev': 2, class: 'wire', d: 'M1 50c38 0 34-20 60-20' }),
      shape('path', { 'data-dev': 1, class: 'wire', d: 'M1 10c38 0 34 20 60 20' }),
      shape('path', { class: 'wire one', d: 'M61 30h58' })),
    el('h1', {}, 'Write something down.'),
    el('p.lead', {}, 
      'Your notes are kept in this browser and by decent on this device. There is no account, and nothing leaves it until you add a remote.'),
    el('button.b.main', { type: 'button', onclick: create }, icon('new'), 'Write the first note'),
    el('h2', {}, 'Or on the command line'),
    el('ul', {}, hint('import', 'Bring notes along', 'decent import FOLDER takes Markdown from Obsidian, Bear or iA Writer. Folders and tags stay.'),
      hint('link', 'Join your other devices', 'decent remote add NAME FOLDER syncs through a shared folder.')),
  ]
}

const hint = (name, title, words) => el('li.item', {}, icon(name), el('span.grow', {}, el('b', {}, title), el('small', {}, words)))

/** The words of an empty list. */
export function nothingWords({ place, query }) {
  if (query) return ''
  if (place.kind === 'folder') return `Nothing in ${place.value.split('/').at(-1)} yet.`
  if (place.kind === 'tag') return `No note has the tag ${place.value}.`
  if (place.kind === 'pinned') return 'No note is pinned.'
  if (place.kind === 'unseen') return 'Nothing new from elsewhere.'
  return 'No notes yet.'
}
