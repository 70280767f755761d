// SPDX-License-Identifier: MIT

import { Connection } from './connection.mjs'
import { Documents } from './documents.mjs'
import { ListActions } from './list-actions.mjs'
import { NoteList } from './list.mjs'
import { storageName } from './names.mjs'
import { OtherPages } from './other-pages.mjs'
import { Search } from './search.mjs'

/**
 * Makes the parts of a notebook. They know each other, and not the notebook.
 *
 * @param {object} given `storage`, `module`, `work`, `delays`, and `options`: those of the notebook
 * @param {() => void} onChange Called when an action changed the list.
 */
export function notebookParts({ storage, module, work, delays, options }, onChange) {
  const documents = new Documents({ storage, module, work, delays })
  const list = new NoteList(work)
  const search = new Search({ storage, documents, list })
  const actions = new ListActions({ documents, list, module, onChange })
  const channel = options.channel === undefined ? new BroadcastChannel(storageName) : options.channel
  const pages = new OtherPages({ storage, documents, list, delays }, channel)
  const connection = new Connection(
    { storage, documents, list, module, work, delays, tabs: pages.tabs }, options)
  return { documents, list, search, actions, pages, connection }
}
