// SPDX-License-Identifier: MIT

import { el, icon } from './dom.mjs'
import { count, decentWords } from './words.mjs'

/** A message: what is so, what is safe, and what can be done. */
export function message({ icon: name = 'warn', title, text, detail, isCalm, buttons = [] }) {
  return el(isCalm ? 'div.tell.calm' : 'div.tell', {}, icon(name), el('div.grow', {}, el('b', {}, title), el('p', {}, text),
    (buttons.length > 0 || detail) && el('div.wrap', {},
      buttons.map(([words, run]) => el('button.b.line', { type: 'button', onclick: run }, words)),
      detail && el('details', {}, el('summary.b', {}, 'Show it'), el('p.small', {}, detail)))))
}

/** The troubles of the status: failures first, then, unless only urgent ones are wanted, what merely waits. */
export function messagesOf(status, { retry, copy, copyFormer, dropFormer, forgetLoss, isUrgent = false }) {
  const messages = []
  const { failure, problem, server, waiting, loss, former, isShut } = status
  if (failure) {
    const buttons = failure.code === 'newer' ? [['Reload this tab', () => location.reload()]]
      : [['Try again', retry], ['Save a copy…', copy]]
    messages.push({ ...failure, buttons })
  }
  if (former) messages.push({ ...former, buttons: [['Save a copy…', copyFormer], ['I have the copy', dropFormer]] })
  if (loss) messages.push({ ...loss, buttons: [['I have read it', forgetLoss]] })
  // What keeps the page shut stands in place of the notes.
  if (problem && !(isShut && isUrgent)) messages.push({ ...problem, icon: 'server' })
  const [stuck, ...rest] = status.stuck ?? []
  if (stuck) {
    const more = rest.length ? ` The same is so of ${count(rest.length, 'other note')}.` : ''
    messages.push({ ...stuck, icon: 'server', text: (stuck.note ? `“${stuck.note}”: ` : '') + stuck.text + more })
  }
  const failing = isUrgent ? [] : (status.remotes ?? []).filter((remote) => remote.error)
  if (failing.length) {
    messages.push({
      icon: 'server', title: `${failing.map((remote) => remote.name).join(', ')} ${failing.length === 1 ? 'does' : 'do'} not take changes.`,
      text: `Nothing was lost. Other remotes go on. ${[...new Set(failing.map(({ error }) => error.message ?? error))].join(' ')}`,
    })
  }
  if (server === 'offline' && !problem && !isUrgent) {
    messages.push({
      isCalm: true, icon: 'off', title: `${decentWords({ ...status, isNetworkOff: !navigator.onLine })}.`,
      text: waiting ? `Go on writing. ${count(waiting, 'note')} ${waiting === 1 ? 'waits' : 'wait'} to be sent; `
        + 'all is saved here and goes out by itself.' : 'Go on writing. All is saved here and goes out by itself.',
    })
  }
  return messages
}
