// SPDX-License-Identifier: MIT

import { isNarrow } from './dom.mjs'

/** What the browser's Back leaves: `note`, `past`, `page`, or undefined for the list. */
export const stepNow = () => history.state?.view

/** Makes Back lead here, in a window of one column. A page takes the place of a note. */
export function step(view) {
  if (leaving) return void leaving.then(() => step(view))
  if (!isNarrow() || stepNow() === view) return
  if (view === 'page' && stepNow() === 'note') history.replaceState({ view }, '')
  else history.pushState({ view }, '')
}

let leaving = null

/** Whether the browser takes a step back by itself, and nobody went back. */
export const isUnstepping = () => leaving !== null

/** Calls once the browser has taken a step back that it is about to take. */
export const whenUnstepped = (body) => leaving ? leaving.then(body) : body()

/** Takes a step back that was left otherwise, if Back did not leave it; fulfilled when it is taken back. */
export function unstep(view) {
  if (stepNow() !== view) return null
  // The browser takes it back later: until then it is not to be taken back once more.
  leaving ??= new Promise((resolve) => {
    window.addEventListener('popstate', resolve, { once: true })
    history.back()
  }).then(() => { leaving = null })
  return leaving
}
