// SPDX-License-Identifier: MIT

import { el, icon, shape } from './dom.mjs'
import { message, messagesOf } from './messages.mjs'
import { firstLines } from './row.mjs'
import { count, number, size, statusWords, when } from './words.mjs'

/** Who has what: what waits, devices, remotes, and the room in this browser. */
export function syncPage(desk, tools, { retry, copy, room, keep }) {
  const { notebook } = desk
  const { status } = notebook
  const { remotes = [], devices = [] } = status
  const all = notebook.rows({ view: 'all', sort: 'edited' })
  const waiting = all.filter((row) => row.isWaiting)
  tools.append(el('button.b.line', { type: 'button', onclick: retry }, 'Sync now'))
  const said = messagesOf(status, { retry, copy })
  return [
    el('h1', {}, 'Sync'),
    el('p.lead', {}, 'Every device holds all notes. Remotes only pass changes on; none of them decides anything.'),
    ...said.map(message),
    !said.length && message({ isCalm: true, icon: 'check', title: statusWords(status).first + '.', text: statusWords(status).second + '.' }),
    picture(status),
    waiting.length > 0 && status.server !== 'none' && [el('h2', {}, 'What waits'), el('ul', {}, waiting.slice(0, 50).map((row) => card('wait',
      firstLines(row)[0], `Changed ${when(row.edited)}`)))],
    el('h2', {}, 'Devices'), el('ul', {},
      card('browser', 'This browser', 'A copy of all notes', count(all.length, 'note')),
      devices.map((device) => card('laptop', device.name, device.lastSeen ? `Last seen ${when(device.lastSeen)}` : '',
        device.holdsBack ? 'Lacks changes' : 'Has all it was sent', device.color))),
    el('h2', {}, 'Remotes'), remotes.length ? el('ul', {}, remotes.map((remote) => card('drive', remote.name,
      remote.lastSync ? `Last synced ${when(remote.lastSync)}` : 'Not synced yet',
      remote.error ? 'Does not answer' : remote.waiting ? `${number(remote.waiting)} wait` : 'All there')))
      : el('p.dim', {}, 'No remote yet. On the device where decent runs: decent remote add NAME FOLDER.'),
    el('h2', {}, 'Room in this browser'),
    room && !room.isKept && message({
      title: 'The browser may clear these notes when the disk is full.',
      text: 'Notes that are also on another device come back from there.',
      buttons: [['Ask it to keep them', keep], ['Save a copy…', copy]],
    }),
    room && el('p', {}, el('meter', { min: 0, max: room.quota, value: room.usage, 'aria-label': 'Room used' })),
    room && el('p.small.dim', {}, `${size(room.usage)} used, ${size(room.quota)} allowed.${room.isKept ? ' The browser keeps them.' : ''}`),
  ].flat().filter(Boolean)
}

function card(name, title, words, end, color) {
  return el('li.card', { 'data-dev': color }, icon(name), el('div', {}, el('b', { dir: 'auto' }, title), el('p', {}, words)),
    el('div.end.num', {}, end))
}

/** From this browser through decent to the remotes and devices: solid where all is there. */
function picture({ server, waiting = 0, remotes = [], devices = [], name }) {
  if (server === 'none') return null
  const ends = [...remotes.map((remote) => [remote.name, remote.error ? 'does not answer' : remote.waiting
    ? `${number(remote.waiting)} wait` : 'all there', !remote.error && !remote.waiting]),
  ...devices.map((each) => [each.name, each.holdsBack ? 'lacks changes' : 'has all it was sent', !each.holdsBack])].slice(0, 4)
  const height = Math.max(1, ends.length) * 76 + 16
  const middle = height / 2
  const parts = []
  const isSent = server === 'online' && !waiting
  const node = (x, y, width, words, below, color) => shape('g', color ? { 'data-dev': color } : {},
    shape('rect', { class: 'node', x, y: y - 30, width, height: 60, rx: 12 }),
    label(x + width / 2, y - 3, words), label(x + width / 2, y + 15, below, 's'))
  parts.push(wire(`M154 ${middle}H280`, 1, isSent))
  ends.forEach(([, , isDone], index) => {
    const y = 46 + index * 76
    parts.push(wire(`M440 ${middle}C510 ${middle} 500 ${y} 556 ${y}`, index + 2, isDone))
  })
  parts.push(node(4, middle, 150, 'This browser', isSent ? 'all sent' : 'saved here', 1))
  parts.push(node(280, middle, 160, name ?? 'decent', server === 'online' ? 'running' : 'not running'))
  ends.forEach(([words, below], index) => parts.push(node(556, 46 + index * 76, 160, words, below, index + 2)))
  if (waiting) {
    parts.push(shape('rect', { class: 'pill', x: 184, y: middle - 14, width: 66, height: 28, rx: 14 }), label(217, middle + 5, `${number(waiting)} ${waiting === 1 ? 'waits' : 'wait'}`))
  }
  return shape('svg', {
    class: 'art hide-s', viewBox: `0 0 720 ${height}`, role: 'img',
    'aria-label': [isSent ? 'This browser has sent all to decent' : `${count(waiting, 'note')} of this browser wait for decent`,
      ...ends.map(([words, below]) => `${words} ${below}`)].join('; '),
  }, ...parts)
}

const wire = (d, color, isSolid) => shape('g', { 'data-dev': color }, shape('path', { class: isSolid ? 'wire' : 'wire dash', d }))

function label(x, y, words, className) {
  const text = shape('text', className ? { x, y, class: className } : { x, y })
  text.textContent = words.length > 22 ? words.slice(0, 21) + '…' : words
  return text
}
