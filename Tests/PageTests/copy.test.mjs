// SPDX-License-Identifier: MIT
//
// The file that "Save a copy" makes. The program takes its parts in, if DECENT names it.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { copyOf } from '../../Page/view/copy.mjs'

const notes = [
  {
    id: '0'.repeat(31) + '1', title: 'A "plan": \\ #1', tags: ['two words', '#home', 'b'], priority: 3, folder: 'Home/Trips',
    created: 1769860800123, edited: 1769860900000, isPinned: true, isTrashed: false, text: 'one\n\n---\n# two\r\n',
  },
  {
    id: 'f'.repeat(32), title: '🎉', tags: [], priority: 2, folder: '', created: 1769860800000, edited: 1769860800000,
    isPinned: false, isTrashed: true, text: '',
  },
]

test('A copy has all that a note has', () => {
  const [head, first, second] = copyOf(notes).split(/^(?=# .*\(.*changed)/m)
  assert.match(head, /decent import/)
  assert.equal(first, `# A "plan": \\ #1 (pinned, changed 2026-01-31T12:01:40.000Z)

---
title: "A \\"plan\\": \\\\ #1"
tags: ["#home", "b", "two words"]
priority: high
folder: "Home/Trips"
created: 2026-01-31T12:00:00.123Z
id: ${notes[0].id}
---
${notes[0].text}

`)
  assert.match(second, /^# 🎉 \(in the trash, changed 2026-01-31T12:00:00\.000Z\)\n\n---\ntitle: "🎉"\ntags: \[\]\npriority: normal\ncreated/)
})

test('A time that no calendar has is left out', () => {
  const copy = copyOf([{ ...notes[1], created: 2 ** 60, edited: 2 ** 60 }])
  assert.match(copy, /^# 🎉 \(in the trash\)$/m)
  assert.doesNotMatch(copy, /^created/m)
})

test('The program takes in what a copy has, and writes it so', { skip: !process.env.DECENT && 'no program' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'decent-copy-'))
  const run = (...words) => execFileSync(process.env.DECENT, ['--library', join(folder, 'library'), ...words], { encoding: 'utf8' })
  try {
    // The line end behind a part is not of it.
    const files = notes.map((note) => copyOf([note])).map((copy) => copy.slice(copy.indexOf('\n---\n') + 1, -1))
    for (const [index, file] of files.entries()) {
      writeFileSync(join(folder, `${index}.md`), file)
      run('import', join(folder, `${index}.md`))
    }
    run('export', join(folder, 'out'))
    const written = readdirSync(join(folder, 'out'), { recursive: true }).filter((name) => name.endsWith('.md'))
      .map((name) => readFileSync(join(folder, 'out', name), 'utf8').replace(/^exported: .*\n/m, ''))
    assert.deepEqual(written.sort(), files.sort())
  } finally {
    rmSync(folder, { recursive: true })
  }
})
