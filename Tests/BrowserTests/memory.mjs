// SPDX-License-Identifier: MIT
//
// Edits texts where hardly any memory is left: each edit is done whole, or refused and not done. Says
// what it found wrong.
//
// Usage: node memory.mjs MODULE

import { readFileSync } from 'node:fs'
import { DecentError, loadDecent } from '../../Browser/decent.mjs'

const module = readFileSync(process.argv[2])

/** Loads a module. @returns what it offers, and its functions */
async function load(change = (exports) => exports) {
  const instantiate = WebAssembly.instantiate
  let exports
  WebAssembly.instantiate = async (...given) => {
    exports = (await instantiate(...given)).instance.exports
    return { instance: { exports: change({ ...exports }) } }
  }
  const decent = await loadDecent(module)
  WebAssembly.instantiate = instantiate
  return { ...decent, exports }
}

/** Leaves a number of pages in which memory can grow. */
function exhaust(exports, left) {
  for (let step = 2 ** 15; step > 0; step >>= 1) {
    const rest = 2 ** 16 - exports.memory.buffer.byteLength / 2 ** 16 - left
    if (rest >= step) exports.memory.grow(step)
  }
}

function expect(isRight, words) {
  if (!isRight) console.log(words)
}

/** Whether a call was refused for want of memory. */
function refused(body) {
  try {
    body()
    return false
  } catch (error) {
    expect(error instanceof DecentError && error.code === 'out-of-memory', `not refused: ${error}`)
    return true
  }
}

// Edits of all kinds, until memory is short.
const counts = { done: 0, refused: 0 }
for (const left of [0, 40, 100, 200]) {
  const { ReplicatingText, TextUndo, exports } = await load()
  const text = new ReplicatingText('start ')
  const undo = new TextUndo(text)
  const other = text.copy()
  let copy = text.copy()
  exhaust(exports, left)
  let seed = 7
  const below = (bound) => (seed = (seed * 48271) % 2147483647) % bound
  let shown = text.toString()
  let refusals = 0
  for (let step = 0; step < 1000 && refusals < 50; step++) {
    const place = below(shown.length + 1)
    const string = 'x\u00e9y '.repeat(1 + below(400))
    const end = Math.min(shown.length, place + below(300))
    const replaced = shown.slice(0, place) + string + shown.slice(end)
    const [edit, wanted] = [
      () => [() => text.replace(place, end, string), replaced],
      () => [() => undo.replace(place, end, string), replaced],
      () => [() => text.update(replaced), replaced],
      () => [() => undo.undo(), null],
      () => [() => { other.insert(0, 'other '); text.merge(other) }, null],
      () => [() => { copy = text.copy() }, shown],
      () => [() => text.changesSince(copy.version()), shown],
    ][below(7)]()
    const isRefused = refused(edit)
    counts[isRefused ? 'refused' : 'done'] += 1
    if (isRefused) refusals += 1
    const now = text.toString()
    if (isRefused) expect(now === shown, `${left} pages, step ${step}: refused, and changed`)
    else if (wanted !== null) expect(now === wanted, `${left} pages, step ${step}: not done`)
    shown = now
  }
  const saved = text.save()
  const { ReplicatingText: Elsewhere } = await load()
  expect(Elsewhere.load(saved).toString() === shown, `${left} pages: saved otherwise`)
}
expect(counts.done > 100 && counts.refused > 100, `no test: ${JSON.stringify(counts)}`)

// A string that has no room.
{
  const { ReplicatingText, exports } = await load()
  const text = new ReplicatingText('start')
  exhaust(exports, 100)
  const large = 'x'.repeat(2 ** 22)
  expect(refused(() => text.insert(0, large)), 'a large string has room')
  expect(refused(() => text.update(large)), 'a large string has room')
  text.insert(5, ' end')
  expect(text.toString() === 'start end', 'the text does not go on')
}

// What is freed can be used again.
{
  const { ReplicatingText, exports } = await load()
  const text = new ReplicatingText('start')
  const large = new ReplicatingText('x'.repeat(2 ** 24))
  exhaust(exports, 0)
  while (!refused(() => text.insert(0, 'more '.repeat(1000))));
  large.free()
  expect(!refused(() => text.insert(0, 'more '.repeat(1000))), 'freed memory is not used')
}

// A change that ran out of memory halfway is not shown.
{
  const { ReplicatingText, exports } = await load((exports) => ({ ...exports, reserve: () => 1 }))
  const text = new ReplicatingText('start')
  exhaust(exports, 0)
  while (!refused(() => text.insert(0, 'more '.repeat(100))));
  expect(refused(() => text.toString()), 'half a change is shown')
  expect(refused(() => text.save()), 'half a change is saved')
  expect(refused(() => new ReplicatingText()), 'a torn module goes on')
  text.free()
}

// Bytes in all forms.
{
  const { ReplicatingText, TextUndo } = await load()
  const text = new ReplicatingText('start')
  const bytes = text.save()
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const padded = new Uint8Array([0, ...bytes, 0])
  const view = new DataView(padded.buffer, 1, bytes.length)
  for (const form of [bytes, buffer, view, Buffer.from(bytes)]) {
    expect(ReplicatingText.load(form).toString() === 'start', `a ${form.constructor.name} is not read`)
  }
  const copy = ReplicatingText.load(buffer)
  text.insert(5, ' end')
  copy.mergeDelta(text.deltaSince(copy.version().buffer).buffer)
  expect(copy.toString() === 'start end', 'a delta in an ArrayBuffer is not merged')
  expect(copy.offset(text.anchor(3).buffer) === 3, 'an anchor in an ArrayBuffer is not found')
  TextUndo.load(text, new TextUndo(text).save().buffer)
  for (const other of [undefined, null, 'text', 7, [1, 2], {}]) {
    try {
      ReplicatingText.load(other)
      console.log(`${other} is read`)
    } catch (error) {
      expect(error instanceof TypeError, `${other}: ${error}`)
    }
  }
}
console.log('done')
