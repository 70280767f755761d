// SPDX-License-Identifier: MIT

const locale = globalThis.navigator?.language
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short' })
const monthDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const fullDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
const longDay = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' })
const dayMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' })
const figures = new Intl.NumberFormat(locale)

const day = (time) => new Date(time).setHours(0, 0, 0, 0)
const daysAgo = (time, now) => Math.round((day(now) - day(time)) / 86_400_000)

/** The time of day. */
export const hour = (time) => clock.format(time)

/** A time, the shorter the nearer: 09:14, Yesterday, Fri, 19 Nov, 19 Nov 2023. */
export function when(time, now = Date.now()) {
  const age = daysAgo(time, now)
  if (age <= 0) return hour(time)
  if (age === 1) return 'Yesterday'
  if (age < 7) return weekday.format(time)
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear()
  return (isThisYear ? monthDay : fullDay).format(time)
}

/** A day as a heading: Today, Yesterday, Monday 17 November. */
export function dayName(time, now = Date.now()) {
  const age = daysAgo(time, now)
  return age <= 0 ? 'Today' : age === 1 ? 'Yesterday' : longDay.format(time)
}

/** A moment: 17 November, 18:20. */
export const moment = (time) => `${dayMonth.format(time)}, ${hour(time)}`

/** A day at the end of an axis: 2 Nov, Today. */
export const axisDay = (time) => daysAgo(time, Date.now()) <= 0 ? 'Today' : monthDay.format(time)

/** A number for readers: 4,120. */
export const number = (value) => figures.format(value)

/** 1 note, 3 notes. */
export const count = (value, one, many = one + 's') => `${number(value)} ${value === 1 ? one : many}`

/** A folder's path for readers: Home / Garden. */
export const folderWords = (path) => path ? path.split('/').join(' / ') : 'No folder'

/** The name of the device that made edits. */
export const writerName = ({ device, from }) => device?.name ?? (from === 'tab' ? 'Another tab' : 'Another device')

/** What decent does, as far as this page knows. */
export function decentWords({ server, problem, isSilent, isNetworkOff }) {
  if (server === 'online') return 'is running'
  if (server === 'connecting') return 'Connecting…'
  if (problem) return problem.title.replace(/\.$/, '')
  if (isNetworkOff && isSilent) return 'Offline'
  return isSilent ? 'decent does not answer' : 'decent is not running'
}

/** The answer to an action that needs the server, while the server is away. */
export const noAnswer = 'decent does not answer. Start decent serve, and try again.'

/** The name of a note in a sentence: the beginning of a long title, at a whole character. */
export function called({ title }) {
  if (!title) return 'The note'
  const letters = [...title]
  return letters.length > 40 ? `“${letters.slice(0, 40).join('').trimEnd()}…”` : `“${title}”`
}

/** 1.9 MB. */
export function size(bytes) {
  if (bytes < 950_000) return `${number(Math.max(0.1, Math.round(bytes / 100) / 10))} kB`
  const [unit, name] = bytes < 950_000_000 ? [1e6, 'MB'] : [1e9, 'GB']
  return `${number(Math.round(bytes / unit * 10) / 10)} ${name}`
}

/**
 * The three words that say where notes are saved, and the line below them.
 *
 * @returns {{icon: string, first: string, second: string, isBad: boolean}}
 */
export function statusWords(status, hasWaitedLong = true) {
  const first = status.saved === 'failed' ? 'Not saved'
    : status.saved === 'saving' ? 'Saving…' : 'Saved on this device'
  if (status.saved === 'failed') return { icon: 'warn', first, second: 'Read what to do', isBad: true }
  const { fetching, waiting = 0, server } = status
  const words = (icon, second) => ({ icon, first, second, isBad: false })
  if (fetching && fetching.done < fetching.all) {
    return words('down', `Fetching… ${number(fetching.done)} of ${count(fetching.all, 'note')}`)
  }
  if (server !== 'online') return words('wait', decentWords(status) + (waiting && server === 'offline' ? '; changes wait' : ''))
  const wait = `${count(waiting, 'note')} ${waiting === 1 ? 'waits' : 'wait'}`
  if (waiting && hasWaitedLong) return words('wait', `${wait} to be sent`)
  const failing = status.remotes?.find((remote) => remote.error)
  if (failing) return words('wait', `${failing.name} does not answer`)
  return words('check', holders(status))
}

/** Whether the remotes and the other devices have all changes, as far as is known. */
function holders({ remotes = [], devices = [] }) {
  if (!remotes.length) return 'No remote yet'
  const lacking = remotes.find((remote) => remote.waiting)
  if (lacking) return `Changes wait for ${lacking.name}`
  const all = others({ devices }).filter((device) => !device.holdsBack).length
  return all ? `${count(all, 'device')} ${all === 1 ? 'has' : 'have'} it all` : 'All sent'
}

/** The devices besides this one that take part. */
export const others = ({ devices = [] }) =>
  devices.filter((device) => !device.isThisDevice && !device.isRetired)

/** Whether a device has all changes. Devices acknowledge at most once a day. */
export const holdWords = ({ holdsBack }) => holdsBack ? 'may lack changes' : 'has all it was sent'

/** Why rows do not move. */
export const notByHand = 'Rows move only when they are sorted by hand.'
