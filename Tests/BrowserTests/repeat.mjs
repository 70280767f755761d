// SPDX-License-Identifier: MIT
//
// Does the steps that TwoRuns.swift noted, in the module for browsers, and says what
// comes out differently.
//
// Usage: node repeat.mjs MODULE STEPS

import { readFileSync } from 'node:fs'
import { DecentError, loadDecent } from '../../Browser/decent.mjs'

const [, , modulePath, stepsPath] = process.argv
const { steps, devices } = JSON.parse(readFileSync(stepsPath, 'utf8'))
const module = await WebAssembly.compile(readFileSync(modulePath))

// Each device has an instance, a clock and a chance of its own.
const instances = []
for (let device = 0; device < devices; device++) {
  instances.push(await loadDecent(module, {
    milliseconds: () => 1_700_000_000_000,
    random: (bytes) => bytes.fill(device + 1),
  }))
}
const texts = new Map()
const undos = new Map()
/** The steps to undo in a text, in the instance that the text is of. */
function undoOf(name) {
  const text = texts.get(name)
  if (undos.get(name)?.text !== text) undos.set(name, { text, undo: new (classOf(text))(text) })
  return undos.get(name).undo
}
const classOf = (text) =>
  instances.find((instance) => text instanceof instance.ReplicatingText).TextUndo
const base64 = (bytes) => (bytes === null ? null : Buffer.from(bytes).toString('base64'))
const bytes = (base64) => new Uint8Array(Buffer.from(base64, 'base64'))

function equal(found, expected, what) {
  if (found === expected) return
  const [a, b] = [found, expected].map((value) => String(value).slice(0, 300))
  throw new Error(`${what}: ${a} instead of ${b}`)
}

function equalChanges(found, expected) {
  const list = (changes) =>
    JSON.stringify(changes.map(({ start, end, newStart, text }) => [start, end, newStart, text]))
  equal(list(found), list(expected), 'the changes')
}

/** A text after changes, as a text area takes them. */
function applied(changes, text) {
  for (const change of [...changes].reverse()) {
    text = text.slice(0, change.start) + change.text + text.slice(change.end)
  }
  return text
}

function refused(body, code, message) {
  try {
    body()
  } catch (error) {
    if (!(error instanceof DecentError)) throw error
    equal(error.code, code, 'the code of a refusal')
    if (message !== null) equal(error.message, message, 'the words of a refusal')
    return
  }
  throw new Error(`took what should be refused as ${code} (${message})`)
}

const todo = {
  make: (name, string, device) =>
    texts.set(name, new instances[device].ReplicatingText(string)),
  copy: (name, copy) => texts.set(copy, texts.get(name).copy()),
  replace: (name, start, end, string) => texts.get(name).replace(start, end, string),
  update: (name, string) => texts.get(name).update(string),
  merge: (other, name) => texts.get(name).merge(texts.get(other)),
  send: (name, receiver, expected) => {
    const delta = texts.get(name).deltaSince(texts.get(receiver).version())
    equal(base64(delta), expected, 'a delta')
    if (delta !== null) texts.get(receiver).mergeDelta(delta)
  },
  open: (saved, name) => texts.set(name, instances[0].ReplicatingText.load(bytes(saved))),
  refuse: (saved, code, message) =>
    refused(() => instances[0].ReplicatingText.load(bytes(saved)), code, message),
  refuseDelta: (name, delta, code, message) => {
    const text = texts.get(name)
    const before = base64(text.save())
    refused(() => text.mergeDelta(bytes(delta)), code, message)
    equal(base64(text.save()), before, 'a text after a refusal')
  },
  mergeDelta: (name, delta) => texts.get(name).mergeDelta(bytes(delta)),
  compareDelta: (name, version, expected) =>
    equal(base64(texts.get(name).deltaSince(bytes(version))), expected, 'a delta'),
  compare: (name, string, saved, version) => {
    const text = texts.get(name)
    equal(text.toString(), string, `text ${name}`)
    equal(text.length, string.length, `the length of text ${name}`)
    equal(base64(text.save()), saved, `the bytes of text ${name}`)
    equal(base64(text.version()), version, `the version of text ${name}`)
  },

  anchor: (name, offset, side, expected) =>
    equal(base64(texts.get(name).anchor(offset, side)), expected, 'an anchor'),
  offset: (name, anchor, expected) =>
    equal(texts.get(name).offset(bytes(anchor)), expected, 'the position of an anchor'),
  changes: (name, version, expected) =>
    equalChanges(texts.get(name).changesSince(bytes(version)), expected),
  refuseCall: (method, name, argument, code, message) =>
    refused(() => texts.get(name)[method](bytes(argument)), code, message),

  undoReplace: (name, start, end, string) => undoOf(name).replace(start, end, string),
  undoUpdate: (name, string) => undoOf(name).update(string),
  closeStep: (name) => undoOf(name).closeStep(),
  reverse: (method, name, expected) => {
    const text = texts.get(name)
    const before = text.toString()
    const changes = undoOf(name)[method]()
    equalChanges(changes, expected)
    equal(applied(changes, before), text.toString(), `the changes of ${method}`)
  },
  refuseReverse: (method, name, code, message) =>
    refused(() => undoOf(name)[method](), code, message),
  compareUndo: (name, saved, canUndo, canRedo) => {
    equal(base64(undoOf(name).save()), saved, 'the bytes of steps')
    equal(undoOf(name).canUndo, canUndo, 'whether there is a step to undo')
    equal(undoOf(name).canRedo, canRedo, 'whether there is a step to redo')
  },
  loadUndo: (name, saved) => {
    const text = texts.get(name)
    undos.set(name, { text, undo: classOf(text).load(text, bytes(saved)) })
  },
  refuseUndo: (name, saved, code, message) =>
    refused(() => classOf(texts.get(name)).load(texts.get(name), bytes(saved)), code, message),
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
