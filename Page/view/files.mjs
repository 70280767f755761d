// SPDX-License-Identifier: MIT

import { tell } from './say.mjs'

/** Tells that notes hold text alone. A browser ignores a pasted file, and opens a dropped one in place of the page. */
export function refuseFiles() {
  const isOfFilesAlone = ({ types }) => types.includes('Files')
    && !types.includes('text/plain') && !types.includes('text/uri-list')
  const refuse = (event) => {
    if (!isOfFilesAlone(event.clipboardData ?? event.dataTransfer)) return
    event.preventDefault()
    if (event.type !== 'dragover') tell('Notes hold text alone: pictures and other files cannot be kept here yet.')
  }
  for (const name of ['paste', 'dragover', 'drop']) document.addEventListener(name, refuse)
}
