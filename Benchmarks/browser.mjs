// SPDX-License-Identifier: MIT
//
// Measures the module for browsers on the traces that `bench --write-inputs` wrote: its
// size, and replaying, loading and saving in it, through decent.mjs.
//
// Prints one JSON object a line, in the form of `bench --json`.
//
// Usage: node browser.mjs INPUTS

import { webcrypto } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { loadDecent } from '../Browser/decent.mjs'

const inputs = process.argv[2]
const module = readFileSync(
  join(dirname(fileURLToPath(import.meta.url)), '../Browser/.build/decent.wasm'))
const { ReplicatingText } = await loadDecent(
  module, { random: (bytes) => webcrypto.getRandomValues(bytes) })

function row(input, unit, samples) {
  console.log(JSON.stringify({ task: 'browser', input, library: 'decent', unit, samples }))
}

/** Measures as the native tasks do: half a second at least, processor time. */
function time(input, setUp, run, check) {
  console.error(`browser: ${input}`)
  const samples = []
  let total = 0
  while (samples.length < 5 || (total < 500 && samples.length < 101)) {
    const start = setUp()
    const before = process.cpuUsage()
    const result = run(start)
    const { user, system } = process.cpuUsage(before)
    samples.push((user + system) / 1000)
    total += (user + system) / 1000
    if (samples.length === 1) check(result)
    start?.free?.()
    if (result !== start) result?.free?.()
  }
  row(input, 'ms', samples)
}

function expect(isRight, what) {
  if (!isRight) throw new Error(`wrong result: ${what}`)
}

/** Where a string, put at `offset`, has scalars that JavaScript counts twice. */
function pairs(string, offset) {
  return [...string].flatMap((scalar, index) => scalar.length === 2 ? [offset + index] : [])
}

/** The same patches with positions in units of UTF-16, as JavaScript counts: traces count
 * scalars. */
function inUnits(patches, start) {
  let places = pairs(start, 0)
  return patches.map(([position, deleted, inserted]) => {
    const end = position + deleted
    const before = places.filter((place) => place < position)
    const after = places.filter((place) => place >= end)
    const gone = places.length - before.length - after.length
    const growth = [...inserted].length - deleted
    places = [
      ...before, ...pairs(inserted, position), ...after.map((place) => place + growth),
    ]
    return [position + before.length, deleted + gone, inserted]
  })
}

row('size of the module', 'bytes', [module.length])
row('size of the module, gzipped', 'bytes', [gzipSync(module, { level: 9 }).length])

for (const file of readdirSync(join(inputs, 'traces')).sort()) {
  const trace = JSON.parse(readFileSync(join(inputs, 'traces', file), 'utf8'))
  const name = file.replace(/\.json$/, '')
  if (trace.txns.some((transaction) => transaction.parents)) continue
  const patches = inUnits(
    trace.txns.flatMap((transaction) => transaction.patches), trace.startContent ?? '')
  const replay = (text) => {
    for (const [position, deleted, inserted] of patches) {
      text.replace(position, position + deleted, inserted)
    }
    return text
  }
  const make = () => new ReplicatingText(trace.startContent ?? '')
  time(`replay ${name}`, make, replay, (text) =>
    expect(text.toString() === trace.endContent, name))
  const text = replay(make())
  const saved = text.save()
  time(`load ${name} and read it`, () => undefined, () => {
    const loaded = ReplicatingText.load(saved)
    expect(loaded.length === trace.endContent.length, name)
    loaded.toString()
    return loaded
  }, (loaded) => expect(loaded.toString() === trace.endContent, name))
  time(`save ${name}`, () => undefined, () => text.save(), (bytes) => {
    const loaded = ReplicatingText.load(bytes)
    expect(loaded.toString() === trace.endContent, name)
    loaded.free()
  })
  text.free()
}
