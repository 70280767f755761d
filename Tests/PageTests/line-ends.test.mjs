// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeInNote, changeShown, offsetInNote, offsetShown, shown } from '../../Page/view/line-ends.mjs'
import { Random } from './random.mjs'

const textOf = (random, units, most) =>
  Array.from({ length: random.below(most + 1) }, () => units[random.below(units.length)]).join('')
const apply = (text, { start, end, text: inserted }) => text.slice(0, start) + inserted + text.slice(end)

function* cases(seed) {
  const random = new Random(seed)
  for (let turn = 0; turn < 20_000; turn++) {
    const text = textOf(random, ['a', '\r', '\n', '\r\n'], 8)
    yield { random, text }
  }
}

function someChange(random, text, units) {
  const start = random.below(text.length + 1)
  return { start, end: start + random.below(text.length - start + 1), text: textOf(random, units, 3) }
}

test('offsets go to the note and back, past no line end', () => {
  for (const { text } of cases(1)) {
    for (let at = 0; at <= shown(text).length; at++) {
      const offset = offsetInNote(text, at)
      assert.equal(offsetShown(text, offset), at, JSON.stringify([text, at]))
      assert.equal(shown(text.slice(0, offset)), shown(text).slice(0, at), JSON.stringify([text, at]))
    }
  }
})

test('what is typed changes the note as it changes what is shown', () => {
  for (const { random, text } of cases(2)) {
    const change = someChange(random, shown(text), ['b', '\n'])
    const told = changeInNote(text, change)
    assert.equal(shown(apply(text, told)), apply(shown(text), change), JSON.stringify([text, change]))
    assert.ok(told.text === change.text || told.text === '\r' + change.text)
  }
})

test('what arrives changes what is shown as it changes the note', () => {
  for (const { random, text } of cases(3)) {
    const change = someChange(random, text, ['b', '\r', '\n', '\r\n'])
    const seen = changeShown(text, change)
    assert.ok(seen.end >= seen.start, JSON.stringify([text, change, seen]))
    assert.equal(apply(shown(text), seen), shown(apply(text, change)), JSON.stringify([text, change, seen]))
  }
})

test('a note without them is left as it is', () => {
  const change = { start: 1, end: 2, text: 'x', from: 'tab' }
  assert.equal(changeInNote('a\nb', change), change)
  assert.equal(changeShown('a\nb', change), change)
})
