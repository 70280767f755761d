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

row('size of the module', 'bytes', [module.length])
row('size of the module, gzipped', 'bytes', [gzipSync(module, { level: 9 }).length])

for (const file of readdirSync(join(inputs, 'traces')).sort()) {
  const trace = JSON.parse(readFileSync(join(inputs, 'traces', file), 'utf8'))
  const name = file.replace(/\.json$/, '')
  const patches = trace.txns.flatMap((transaction) => transaction.patches)
  // Traces count scalars, JavaScript UTF-16 units: the same where no scalar takes two.
  const hasPairs = patches.some(([, , inserted]) => /[\ud800-\udfff]/.test(inserted))
  if (hasPairs || trace.txns.some((transaction) => transaction.parents)) continue
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
  time(`save ${name}`, () => undefined, () => {
    text.save()
  }, () => {})
  text.free()
}
