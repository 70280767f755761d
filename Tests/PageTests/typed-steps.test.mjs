// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeptSteps } from '../../Page/core/typed-steps.mjs'
import { TestBrowser } from './pages.mjs'

async function begin() {
  const browser = new TestBrowser()
  const page = await browser.open()
  const note = await page.open(page.create({ title: 'Typed' }))
  return { browser, page, note }
}

function type(note, letters) {
  for (const letter of letters) note.replace(note.length, note.length, letter)
}

/** The texts that undoing leads through. */
function undone(note) {
  const texts = []
  while (note.canUndo) {
    note.undo()
    texts.push(note.text)
  }
  return texts
}

test('A step of undo ends with a word or a line', async () => {
  const { browser, note } = await begin()
  type(note, 'In the  morning\nwe\n\nsat')
  assert.deepEqual(undone(note), [
    'In the  morning\nwe\n\n', 'In the  morning\nwe\n', 'In the  morning\n', 'In the  ', 'In ', '',
  ])
  browser.close()
})

test('A step of undo has at most 20 letters', async () => {
  const { browser, note } = await begin()
  type(note, 'x'.repeat(45))
  assert.deepEqual(undone(note).map(({ length }) => length), [40, 20, 0])
  note.replace(0, 0, 'y'.repeat(45))
  for (let left = 45; left > 0; left--) note.replace(left - 1, left, '')
  assert.deepEqual(undone(note).map(({ length }) => length), [5, 25, 45, 0])
  browser.close()
})

test('Typing at another place begins a step', async () => {
  const { browser, note } = await begin()
  type(note, 'end')
  for (const [at, letter] of [[0, 'a'], [1, 'b']]) note.replace(at, at, letter)
  assert.deepEqual(undone(note), ['end', ''])
  browser.close()
})

test('An edit at several places is one step', async () => {
  const { browser, note } = await begin()
  note.replace(0, 0, 'alpha beta gamma delta')
  note.update('alpha gamma delta beta')
  assert.deepEqual(undone(note), ['alpha beta gamma delta', ''])
  browser.close()
})

test('Steps of undo outlive the showing of another note', async () => {
  const { browser, page, note } = await begin()
  const { id } = note
  type(note, 'one two')
  note.close()
  const other = await page.open(page.create({ title: 'Other' }))
  other.close()
  const again = await page.open(id)
  type(again, ' three')
  assert.deepEqual(undone(again).at(-1), '')
  assert.ok(again.canRedo)
  again.close()
  const last = await page.open(id)
  while (last.canRedo) last.redo()
  assert.equal(last.text, 'one two three')
  browser.close()
})

test('The steps of the notes that were open last are kept', () => {
  const kept = new KeptSteps()
  const steps = (name) => ({ canUndo: true, save: () => name })
  for (let number = 0; number <= KeptSteps.most; number++) kept.keep(number, steps(`steps ${number}`))
  assert.deepEqual([0, 1, KeptSteps.most].map((id) => kept.of(id)), [null, 'steps 1', `steps ${KeptSteps.most}`])
})
