// SPDX-License-Identifier: MIT

/**
 * A failure in words: what is so, what is safe, and what can be done.
 *
 * @param {string} code `refused`, `full`, `cleared`, `former`, `newer`, `damaged` or `unknown`
 */
export function worded(code, error = null) {
  const [title, text] = words[code] ?? words.unknown
  return { code, title, text, detail: error ? `${error.name}: ${error.message}` : '' }
}

/** The meaning of a failed transaction of the storage. */
export function failureOf(error) {
  switch (error?.name) {
    case 'QuotaExceededError': return worded('full', error)
    case 'SecurityError': case 'NotAllowedError': return worded('refused', error)
    case 'VersionError': return worded('newer', error)
    case 'DecentError': return unreadable(error)
    default: return worded('unknown', error)
  }
}

/** The meaning of stored bytes that the module cannot read. */
export const unreadable = (error) => worded(error.code === 'newer' ? 'newer-note' : 'damaged', error)

/** Why a note is not exchanged. */
export function unsent(error) {
  if (error.code === 'foreign-answer') return worded('proxy-note', error)
  if (error.code !== 'unsuitable') return worded(error.code === 'newer' ? 'newer-note' : 'note', error)
  const found = worded('unsuitable-note', error)
  return { ...found, text: `${error.message[0].toUpperCase()}${error.message.slice(1)}. ${found.text}` }
}

/** Whether no program can read the bytes: those of a newer one stay as they are. */
export const isDamage = (error) =>
  error.name === 'DecentError' && ['truncated', 'corrupt', 'foreign'].includes(error.code)

const words = {
  full: ['The disk is full.',
    'Everything said to be saved is safe. Your last changes are only in this window: keep it open, and '
    + 'make room. They are saved as soon as there is some.'],
  refused: ['This device cannot save.',
    'The browser lets this page store nothing, as in a private window. Your changes are only in this '
    + 'window. Keep it open until they are sent, or open the page in an ordinary window.'],
  cleared: ['The browser cleared this notebook.',
    'Notes that are open here are saved again. All that was sent comes back from decent; changes that '
    + 'were never sent, in notes that are not open, are lost.'],
  'cleared-before': ['The browser cleared this notebook.',
    'Notes were kept in this browser, and are not any more. All that was sent comes back from decent.'],
  'cleared-unsent': ['The browser cleared this notebook.',
    'Notes were kept in this browser, and are not any more. All that was sent comes back from decent. '
    + 'Changes of some notes were not sent: they are lost.'],
  former: ['An earlier Decent Notes kept notes in this browser.',
    'This one starts anew: all that was sent comes back from decent. Changes of some notes were not sent. Save a '
    + 'copy of these notes; they stay in this browser until you have it.'],
  newer: ['A newer Decent Notes is open in another tab.',
    'Everything said to be saved is safe. Reload this page to go on.'],
  damaged: ['A note cannot be read.',
    'Its bytes in this browser are damaged. The other notes are safe. decent has its own copy of all '
    + 'that was sent, and can give it back; changes that were not sent are lost.'],
  unknown: ['This device could not save.',
    'Everything said to be saved is safe. Your last changes are only in this window: keep it open. '
    + 'Saving is tried again.'],
  token: ['decent refused this page.',
    'Everything written here is safe on this device. Run decent serve --open in a terminal: it opens a new address.'],
  code: ['This address was used before, or is too old.',
    'Each address lets one browser in, within ten minutes. Run decent serve --open in a terminal: it opens a new address.'],
  library: ['Another notebook answers here.',
    'The notes here belong to another library than the one that decent serves now, so nothing is '
    + 'exchanged. Everything here is safe on this device. Start decent serve with the library of '
    + 'these notes.'],
  note: ['A note cannot be exchanged.',
    'It is safe on this device, and the other notes are exchanged.'],
  'unsuitable-note': ['A note cannot be sent as it is.',
    'It is safe on this device, and the other notes are exchanged.'],
  'newer-note': ['A note was written by a newer Decent Notes.',
    'It is safe in decent, and the other notes are exchanged. Update decent, and reload this page.'],
  unserved: ['decent did not send a note.',
    'It was dropped just now, or its copy in the library is damaged: decent check says so. The other notes '
    + 'are exchanged.'],
  unconnected: ['This page is not connected to decent.',
    'What is written here stays in this browser. Run decent serve --open in a terminal: it opens a new address.'],
  proxy: ['Something else answers in place of decent.',
    'It is a proxy, or another program at this address. Everything here is safe on this device, and is sent when '
    + 'decent answers again.'],
  'proxy-note': ['A note is not let through to decent.',
    'A proxy between finds it too large. It is safe on this device, and the other notes are exchanged.'],
  exchange: ['Notes are not exchanged.',
    'This page met an error. Everything here is safe on this device. The exchange is tried again.'],
  server: ['decent answered with an error.',
    'Everything here is safe on this device, and is sent when decent answers again.'],
}
