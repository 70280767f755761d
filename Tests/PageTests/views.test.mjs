// SPDX-License-Identifier: MIT

// The sums of the views without a document: changes of a text, differences, lines, words.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeBetween, commonEnds, moved, placeAfter } from '../../Page/view/change.mjs'
import { difference } from '../../Page/view/difference.mjs'
import { isRightToLeft } from '../../Page/view/direction.mjs'
import { positionsOf } from '../../Page/view/moments.mjs'
import { effectWords } from '../../Page/view/undone.mjs'
import { countWords } from '../../Page/view/word-count.mjs'
import { called, count, folderWords, holdWords, size, statusWords } from '../../Page/view/words.mjs'
import { continueList, indent, link, linkedTitle, moveLines, toggleAround, toggleBox } from '../../Page/view/writing.mjs'
import { Random } from './random.mjs'

const letters = ['a', 'b', ' ', '\n', 'é', '日', '👍', '👎']

const randomText = (random, most) =>
  Array.from({ length: random.below(most + 1) }, () => letters[random.below(letters.length)]).join('')

const apply = (text, change) => change
  ? text.slice(0, change.start) + change.text + text.slice(change.end) : text

/** Whether a position tears a surrogate pair. */
const tears = (text, at) => /[\ud800-\udbff]/.test(text[at - 1] ?? '') && /[\udc00-\udfff]/.test(text[at] ?? '')

test('a change found from the caret makes one text of the other', () => {
  const random = new Random(1)
  for (let turn = 0; turn < 5000; turn++) {
    const old = randomText(random, 12)
    const start = random.below(old.length + 1)
    const end = start + random.below(old.length - start + 1)
    const typed = randomText(random, 4)
    const text = old.slice(0, start) + typed + old.slice(end)
    const change = changeBetween(old, text, start, start + typed.length)
    assert.equal(apply(old, change), text)
    if (change) assert.ok(change.end - change.start <= end - start + 2, JSON.stringify([old, text, change]))
    // A caret that tells nothing, as after a spelling was mended.
    assert.equal(apply(old, changeBetween(old, text, random.below(13), random.below(text.length + 1))), text)
  }
})

test('repeated letters are deleted and typed where the caret is', () => {
  assert.deepEqual(changeBetween('aaaa', 'aaa', 2, 1), { start: 1, end: 2, text: '' })
  assert.deepEqual(changeBetween('aaaa', 'aaa', 2, 2), { start: 2, end: 3, text: '' })
  assert.deepEqual(changeBetween('aaaa', 'aaaaa', 2, 3), { start: 2, end: 2, text: 'a' })
  assert.equal(changeBetween('aaaa', 'aaaa', 2, 2), null)
})

test('common ends never tear a pair', () => {
  const random = new Random(2)
  for (let turn = 0; turn < 5000; turn++) {
    const [old, text] = [randomText(random, 6), randomText(random, 6)]
    const change = commonEnds(old, text)
    assert.equal(apply(old, change), text)
    if (change) assert.ok(!tears(old, change.start) && !tears(old, change.end), JSON.stringify([old, text, change]))
  }
})

test('positions move with their characters', () => {
  const change = { start: 2, end: 4, text: 'xyz' }
  assert.deepEqual([0, 2, 3, 4, 6].map((offset) => moved(offset, change)), [0, 2, 2, 5, 7])
  const insertion = { start: 2, end: 2, text: 'xy' }
  assert.equal(moved(2, insertion), 2)
  assert.equal(moved(2, insertion, true), 4)
})

test('what was inserted is found behind what was deleted and inserted after it', () => {
  const early = [{ start: 35, end: 35, text: '**bold**' }, { start: 0, end: 26, text: '' }]
  assert.deepEqual([0, 1].map((index) => placeAfter(early, index)), [{ start: 9, end: 17 }, { start: 0, end: 0 }])
  const random = new Random(4)
  for (let turn = 0; turn < 5000; turn++) {
    // The letters of each change are those of no other.
    let text = '.'.repeat(random.below(12))
    const changes = [...'abcde'].map((letter) => {
      const start = random.below(text.length + 1)
      const end = start + random.below(Math.min(3, text.length - start + 1))
      const change = { start, end, text: letter.repeat(random.below(4)) }
      text = apply(text, change)
      return change
    })
    changes.forEach((change, index) => {
      const { start, end } = placeAfter(changes, index)
      const letter = 'abcde'[index]
      assert.ok(start <= end && end <= text.length && !(text.slice(0, start) + text.slice(end)).includes(letter),
        JSON.stringify([changes, index, text]))
    })
  }
})

test('a difference has both texts in it', () => {
  const random = new Random(3)
  for (let turn = 0; turn < 5000; turn++) {
    const [old, text] = [randomText(random, 14), randomText(random, 14)]
    const parts = difference(old, text)
    const of = (other) => parts.filter(([kind]) => kind !== other).map(([, part]) => part).join('')
    assert.deepEqual([of('+'), of('-')], [old, text])
  }
  assert.deepEqual(difference('buy 3 packets', 'buy 2 packets'), [['=', 'buy '], ['-', '3'], ['+', '2'], ['=', ' packets']])
  const [long, other] = [0, 1].map((parity) => Array.from({ length: 5000 }, (_, place) => `w${place * 2 + parity}`).join('\n'))
  assert.equal(difference(long, other).filter(([kind]) => kind !== '-').map(([, part]) => part).join(''), other)
})

/** A binding without a textarea. `|` is the caret, two are a selection. */
function binding(marked) {
  const start = marked.indexOf('|')
  const text = marked.replaceAll('|', '')
  const end = marked.lastIndexOf('|') - (marked.lastIndexOf('|') > start ? 1 : 0)
  return {
    text, area: { selectionStart: start, selectionEnd: end },
    replace(from, to, inserted, selectFrom = from + inserted.length, selectTo = selectFrom) {
      this.text = this.text.slice(0, from) + inserted + this.text.slice(to)
      this.area = { selectionStart: selectFrom, selectionEnd: selectTo }
    },
    get marked() {
      const { selectionStart, selectionEnd } = this.area
      const tail = selectionEnd > selectionStart ? '|' : ''
      return this.text.slice(0, selectionStart) + '|' + this.text.slice(selectionStart, selectionEnd) + tail
        + this.text.slice(selectionEnd)
    },
  }
}

test('writing commands', () => {
  const cases = [
    [(it) => toggleAround(it, '**'), 'a |b| c', 'a **|b|** c'],
    [(it) => toggleAround(it, '**'), 'a **|b|** c', 'a |b| c'],
    [(it) => toggleAround(it, '*'), 'a *|b|* c', 'a |b| c'],
    [(it) => toggleAround(it, '*'), 'a **|b|** c', 'a ***|b|*** c'],
    [(it) => toggleAround(it, '*'), 'a ***|b|*** c', 'a **|b|** c'],
    [toggleBox, '- [ ] pe|as', '- [x] pe|as'],
    [toggleBox, '- [x] pe|as', '- [ ] pe|as'],
    [toggleBox, '  - pe|as', '  - [ ] pe|as'],
    [toggleBox, '|peas', '- [ ] |peas'],
    [(it) => moveLines(it, -1), 'one\nt|wo\nthree', 't|wo\none\nthree'],
    [(it) => moveLines(it, 1), 'o|ne\ntwo', 'two\no|ne'],
    [(it) => moveLines(it, -1), 'o|ne\ntwo', 'o|ne\ntwo'],
    [(it) => moveLines(it, 1), 'one\nt|wo', 'one\nt|wo'],
    [(it) => moveLines(it, 1), '|one\ntwo\n|three', 'three\n|one\ntwo|'],
    [(it) => indent(it, 1), '|one\ntwo|', '  |one\n  two|'],
    [(it) => indent(it, -1), '  |one\n two|', '|one\ntwo|'],
    [(it) => indent(it, -1), '|one', '|one'],
    [continueList, '- [x] peas|', '- [x] peas\n- [ ] |'],
    [continueList, ' 9. peas|', ' 9. peas\n 10. |'],
    [continueList, 'one\n- |', 'one\n|'],
    [continueList, '- |item', '- \n- |item'],
    [continueList, '- |\nitem', '|\nitem'],
    [continueList, 'plain|', 'plain|'],
  ]
  for (const [command, before, after] of cases) {
    const it = binding(before)
    command(it)
    assert.equal(it.marked, after, before)
  }
})

test('words are counted in every text', () => {
  assert.equal(countWords('A man’s e-mail, twice: 2 × 3.5'), 6)
  assert.equal(countWords('日本語'), countWords('日本語 日本語') / 2)
  assert.equal(countWords('one two '.repeat(20_000)), 40_000)
  assert.ok(countWords('x'.repeat(9_000_000)) > 0)
})

test('the first letter of a text tells where its lines begin', () => {
  const hebrew = '\u05e9\u05dc\u05d5\u05dd'
  for (const text of [hebrew, `1. ${hebrew} word`, `- [ ] ${hebrew}`]) assert.ok(isRightToLeft(text), text)
  for (const text of ['', '1.', 'word', `word ${hebrew}`, '日本']) assert.ok(!isRightToLeft(text), text)
})

test('words about what is saved', () => {
  const said = (status, isLong) => {
    const { first, second } = statusWords({ saved: 'saved', server: 'online', waiting: 0, remotes: [], devices: [], ...status }, isLong)
    return `${first}: ${second}`
  }
  assert.equal(said({ server: 'none', waiting: 3, problem: { title: 'This page is not connected to decent.' } }), 'Saved on this device: This page is not connected to decent')
  assert.equal(said({ saved: 'failed' }), 'Not saved: Read what to do')
  assert.equal(said({ server: 'offline' }), 'Saved on this device: decent is not running')
  assert.equal(said({ server: 'offline', waiting: 1, isNetworkOff: true }), 'Saved on this device: decent is not running; changes wait')
  assert.equal(said({ server: 'offline', waiting: 1, isNetworkOff: true, isSilent: true }), 'Saved on this device: Offline; changes wait')
  assert.equal(said({ server: 'connecting', waiting: 1 }), 'Saved on this device: Connecting…')
  assert.equal(said({ waiting: 3 }), 'Saved on this device: 3 notes wait to be sent')
  assert.equal(said({ waiting: 3, remotes: [{ name: 'shared' }] }, false), 'Saved on this device: All sent')
  assert.equal(said({ fetching: { done: 4120, all: 10000 } }), 'Saved on this device: Fetching… 4,120 of 10,000 notes')
  assert.equal(said({ remotes: [{ name: 'shared' }], devices: [{ isThisDevice: true }, {}, { isRetired: true }, {}] }), 'Saved on this device: 2 devices have it all')
  assert.equal(said({ remotes: [{ name: 'shared', waiting: 2 }] }), 'Saved on this device: Changes wait for shared')
  assert.deepEqual([0, 1].map((holdsBack) => holdWords({ holdsBack })), ['has all it was sent', 'may lack changes'])
  assert.equal(count(1, 'note'), '1 note')
  assert.equal(folderWords('Home/Garden'), 'Home / Garden')
  assert.equal(size(1_940_000), '1.9 MB')
})

test('words about what was undone', () => {
  const noteOf = (id) => ({ a: { title: 'Milk' }, b: { title: '' } })[id]
  const said = (...changes) => effectWords(changes.map(([id, ...part]) => ({ id, parts: [part] })), noteOf)
  assert.equal(said(['a', 'isTrashed', true, false]), '“Milk” is back.')
  assert.equal(said(['b', 'isPinned', false, true]), 'The note is pinned.')
  assert.equal(said(['gone', 'tag:x', true, false]), 'The note no longer has the tag x.')
  assert.equal(said(['a', 'folder', 'C', 'A/B'], ['b', 'folder', 'C', 'A/B']), '2 notes are in A / B.')
  assert.equal(said(['a', 'priority', 3, 1], ['b', 'priority', 3, 1]), '2 notes have low priority.')
  assert.equal(said(['a', 'folder', 'C', 'A'], ['b', 'folder', 'C', '']), '2 notes are as they were.')
  assert.equal(said(['a', 'order', '40', '41']), '“Milk” is moved.')
  assert.equal(called({ title: '🌍'.repeat(41) }), `“${'🌍'.repeat(40)}…”`)
  assert.equal(called({ title: 'x'.repeat(40) }), `“${'x'.repeat(40)}”`)
})

test('A caret within a link names its note', () => {
  const cases = [
    ['see [[One| note]] and [[Two]]', 'One note'], ['see [[One]] and [|[Two]]', 'Two'],
    ['see [[One]]| and [[Two]]', null], ['see |[[One]]', null], ['[[a\nb|]]', null], ['a\n[[ b ]|]', 'b'], ['[[]|]', null],
    ['|', null],
  ]
  for (const [text, title] of cases) assert.equal(linkedTitle(binding(text)), title, text)
  const it = binding('see |this| too')
  link(it, 'That note', 4, 8)
  assert.equal(it.text, 'see [[That note]] too')
})

test('Moments stand in their order, those of one time apart', () => {
  assert.deepEqual(positionsOf([7]), [1])
  assert.deepEqual(positionsOf([0, 50_000, 200_000]), [0, 0.25, 1])
  // Two of a run before the next, which began within its minute; the clock of the last is behind.
  assert.deepEqual(positionsOf([0, 0, 20_000, 10_000]), [0, 0.2, 0.4, 1])
  const random = new Random(7)
  for (let round = 0; round < 100; round++) {
    const times = Array.from({ length: 1 + random.below(20) }, () => random.below(5) * 30_000)
    const places = positionsOf(times)
    assert.equal(places.length, times.length)
    assert.ok(places.every((place, at) => at === 0 || place > places[at - 1]), times.join())
  }
})
