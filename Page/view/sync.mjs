// SPDX-License-Identifier: MIT

import { el, icon, shape } from './dom.mjs'
import { message, messagesOf } from './messages.mjs'
import { firstLines } from './row.mjs'
import { count, decentWords, holdWords, number, others, size, statusWords, when } from './words.mjs'

/** The state of sync: changes that wait, devices, remotes, and the room in this browser. */
export function syncPage(desk, tools, { forget, room, keep, ...remedies }) {
  const { retry, copy } = remedies
  const { notebook } = desk
  const { status } = notebook
  const { remotes = [] } = status
  const devices = others(status)
  const all = notebook.rows({ view: 'all', sort: 'edited' })
  const waiting = all.filter((row) => row.isWaiting)
  const doing = decentWords({ ...status, isNetworkOff: !navigator.onLine }).replace(/^(decent )?(is )?/, '')
  tools.append(el('button.b.line', { type: 'button', onclick: retry }, 'Sync now'))
  const said = messagesOf(status, remedies)
  return [
    el('h1', {}, 'Sync'),
    el('p.lead', {}, 'Every device holds all notes. Remotes only pass changes on; none of them decides anything.'),
    ...said.map(message),
    !said.length && message({ isCalm: true, icon: 'check', title: statusWords(status).first + '.', text: statusWords(status).second + '.' }),
    picture(status, doing),
    waiting.length > 0 && status.server !== 'none' && [el('h2', {}, 'What waits'), el('ul', {}, waiting.slice(0, 50).map((row) => card('wait',
      firstLines(row)[0], `Changed ${when(row.edited)}`)))],
    el('h2', {}, 'Devices'), el('ul', {},
      card('browser', 'This browser', 'A copy of all notes', count(all.length, 'note')),
      status.name && card('server', status.name, 'This device, through decent', doing),
      devices.map((device) => card('laptop', device.name ?? device.id, device.lastSeen ? `Last seen ${when(device.lastSeen)}` : '', [
        holdWords(device).replace(/^./, (letter) => letter.toUpperCase()),
        el('button.b.line', { type: 'button', 'data-id': device.id, onclick: () => forget(device) }, 'Forget…',
          el('span.sr', {}, ' ' + (device.name ?? device.id))),
      ], device.color))),
    el('h2', {}, 'Remotes'), remotes.length ? el('ul', {}, remotes.map((remote) => card('drive', remote.name,
      remote.lastSync ? `Last synced ${when(remote.lastSync)}` : 'Not synced yet',
      remote.error ? 'Does not answer' : remote.waiting ? `${number(remote.waiting)} wait` : 'All there')))
      : el('p.dim', {}, status.server === 'online' ? 'No remote yet. On the device where decent runs: decent remote add NAME FOLDER.'
        : 'Remotes and other devices are shown once this page is connected to decent.'),
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

/** From this browser through decent and the remotes to other devices: solid where all is there. */
function picture(status, doing) {
  const { server, waiting, remotes, name } = status
  if (server === 'none') return null
  const wait = (count) => `${number(count)} ${count === 1 ? 'waits' : 'wait'}`
  const isSent = server === 'online' && !waiting
  const columns = [
    [['This browser', isSent ? 'all sent' : waiting ? wait(waiting) : 'saved here', true, 1]],
    [[name ?? 'decent', doing, isSent]],
    remotes.slice(0, 4).map((remote) => [remote.name, remote.error ? 'does not answer' : remote.waiting
      ? wait(remote.waiting) : 'all there', !remote.error && !remote.waiting]),
    others(status).slice(0, 4).map((device) => [device.name ?? device.id, holdWords(device), !device.holdsBack, device.color]),
  ].filter((column) => column.length)
  const height = Math.max(...columns.map((column) => column.length)) * 72 + 4
  const place = (column, index) => [column * 189 + 4, height / 2 + (index - (columns[column].length - 1) / 2) * 72]
  const wires = []
  const nodes = []
  columns.forEach((column, number) => column.forEach(([words, below, isDone, color], index) => {
    const [x, y] = place(number, index)
    nodes.push(shape('g', color ? { 'data-dev': color } : {}, shape('rect', { class: 'node', x, y: y - 28, width: 145, height: 56, rx: 12 }),
      label(x + 72, y - 3, words), label(x + 72, y + 15, below, 's')))
    for (const from of number ? columns[number - 1].keys() : []) {
      const [left, top] = place(number - 1, from)
      wires.push(shape('path', { class: isDone ? 'wire' : 'wire dash', d: `M${left + 145} ${top}C${x - 10} ${top} ${left + 155} ${y} ${x} ${y}` }))
    }
  }))
  return shape('svg', {
    class: 'art hide-s', viewBox: `0 0 720 ${height}`, role: 'img',
    'aria-label': columns.flat().map(([words, below]) => `${words}: ${below}`).join('; '),
  }, ...wires, ...nodes)
}

function label(x, y, words, className) {
  const text = shape('text', className ? { x, y, class: className } : { x, y })
  text.textContent = words.length > 20 ? words.slice(0, 19) + '…' : words
  return text
}
