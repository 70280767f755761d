// SPDX-License-Identifier: MIT
//
// Does the steps that TwoNoteRuns.swift noted, in the module for browsers that has notes, and says
// what comes out differently.
//
// Usage: node notes.mjs MODULE STEPS

import { readFileSync } from 'node:fs'
import { DecentError, loadDecentNotes } from '../../Browser/decent.mjs'

const [, , modulePath, stepsPath] = process.argv
const { steps, devices } = JSON.parse(readFileSync(stepsPath, 'utf8'))
const module = await WebAssembly.compile(readFileSync(modulePath))

// Each device has an instance, a clock and a chance of its own.
const instances = []
for (let device = 0; device < devices; device++) {
  instances.push(await loadDecentNotes(module, {
    milliseconds: () => 1_700_000_000_000,
    random: (bytes) => bytes.fill(device + 1),
  }))
}
const documents = new Map()
const get = (name) => documents.get(name)
const base64 = (bytes) => (bytes === null ? null : Buffer.from(bytes).toString('base64'))
const bytes = (base64) => new Uint8Array(Buffer.from(base64, 'base64'))
const classOf = (kind, device) => {
  const { Note, PurgedNote } = instances[device]
  return { note: Note, purge: PurgedNote }[kind]
}

function keep(name, document) {
  documents.get(name)?.free()
  documents.set(name, document)
}

function equal(found, expected, what) {
  if (found === expected) return
  const [a, b] = [found, expected].map((value) => String(value).slice(0, 300))
  throw new Error(`${what}: ${a} instead of ${b}`)
}

function refused(body, ...codes) {
  try {
    body()
  } catch (error) {
    if (!(error instanceof DecentError)) throw error
    if (codes.includes(error.code)) return
    throw new Error(`refused as ${error.code} (${error.message}), not as ${codes.join(' or ')}`)
  }
  throw new Error(`took what should be refused as ${codes.join(' or ')}`)
}

const todo = {
  make: (kind, name, device) => keep(name, new (classOf(kind, device))()),
  create: (name, parts, device) => keep(name, instances[device].Note.create(parts)),
  copy: (name, copy) => keep(copy, get(name).copy()),
  merge: (other, name) => get(name).merge(get(other)),
  send: (name, receiver, expected) => {
    const delta = get(name).deltaSince(get(receiver).version())
    equal(base64(delta), expected, 'a delta')
    if (delta !== null) get(receiver).mergeDelta(delta)
  },
  open: (kind, saved, name) => keep(name, classOf(kind, 0).load(bytes(saved))),
  refuse: (kind, saved, code, isRefusedEarlier) => {
    const codes = isRefusedEarlier ? [code, 'newer'] : [code]
    refused(() => classOf(kind, 0).load(bytes(saved)), ...codes)
  },
  refuseDelta: (name, delta, code) => {
    const before = base64(get(name).save())
    refused(() => get(name).mergeDelta(bytes(delta)), code)
    equal(base64(get(name).save()), before, 'a document after a refusal')
  },
  mergeDelta: (name, delta) => get(name).mergeDelta(bytes(delta)),
  compareDelta: (name, version, expected) =>
    equal(base64(get(name).deltaSince(bytes(version))), expected, 'a delta'),
  compare: (name, saved, version) => {
    equal(base64(get(name).save()), saved, `the bytes of ${name}`)
    equal(base64(get(name).version()), version, `the version of ${name}`)
  },

  replace: (name, start, end, string) => get(name).text.replace(start, end, string),
  setTitle: (name, title) => get(name).setTitle(title),
  addTag: (name, tag) => get(name).addTag(tag),
  removeTag: (name, tag) => get(name).removeTag(tag),
  setPriority: (name, priority) => get(name).setPriority(priority),
  setFolder: (name, folder) => get(name).setFolder(folder),
  setPinned: (name, isPinned) => get(name).setPinned(isPinned),
  setTrashed: (name, isTrashed) => get(name).setTrashed(isTrashed),
  refuseTitle: (name, title) => refused(() => get(name).setTitle(title), 'unsuitable'),
  refuseFolder: (name, folder) => refused(() => get(name).setFolder(folder), 'unsuitable'),
  refuseTag: (name, tag) => refused(() => get(name).addTag(tag), 'unsuitable'),
  refusePriority: (name, priority) => refused(() => get(name).setPriority(priority), 'unsuitable'),
  summary: (name, id, text, expected) => {
    equal(String(get(name).text), text, `the text of ${name}`)
    const summary = get(name).summary(id)
    equal(get(name).summary().order, '', 'an order without an id')
    const { title, tags, priority, created, edited, isTrashed } = summary
    const { isPinned, folder, snippet, size, order } = summary
    const found = [
      title, tags, priority, created, edited, isTrashed, isPinned, folder, snippet, size, order,
    ]
    // A number of JavaScript holds times below 2⁵³, and others nearly.
    const numbers = expected.map((value, place) => (place === 3 || place === 4 ? Number(value) : value))
    equal(JSON.stringify(found), JSON.stringify(numbers), `the summary of ${name}`)
  },

  setOrder: (name, order) => get(name).setOrder(order),
  order: (id, neighbours, expected) =>
    equal(instances[0].Note.orderBetween(id, neighbours), expected, 'the order of a note'),
  purge: (name, note, device) => {
    if (!documents.has(name)) keep(name, new (classOf('purge', device))())
    get(name).purge(get(note))
  },
  drops: (name, note, expected) => {
    if (!documents.has(name)) keep(name, new (classOf('purge', 0))())
    equal(get(name).drops(get(note)), expected, 'a purge')
  },
}

for (const [index, [what, ...values]] of steps.entries()) {
  try {
    todo[what](...values)
  } catch (error) {
    console.log(`step ${index}, ${what} ${JSON.stringify(values).slice(0, 200)}:\n${error.stack}`)
    process.exit(1)
  }
}
console.log(`${steps.length} steps, no difference`)
