// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsOf, joinedFields } from '../../Page/core/byte-fields.mjs'

const all = async (bytes, size) => {
  const pieces = []
  for (let start = 0; start < bytes.length; start += size) pieces.push(bytes.slice(start, start + size))
  const fields = []
  for await (const field of fieldsOf(ReadableStream.from(pieces))) fields.push(field)
  return fields
}
const fields = [0, 1, 5, 0, 300, 7000, 2].map((count) => new Uint8Array(count).fill(count))

test('Fields come whole, whatever pieces they come in', async () => {
  const bytes = joinedFields(fields)
  for (const size of [1, 2, 3, 4, 5, 7, 299, 4096, bytes.length]) {
    assert.deepEqual(await all(bytes, size), fields, `pieces of ${size}`)
  }
  assert.deepEqual(await all(new Uint8Array(), 1), [])
})

test('A stream that ends within a field is told', async () => {
  const bytes = joinedFields([new Uint8Array(10)])
  for (const count of [1, 3, 4, 13]) {
    await assert.rejects(all(bytes.slice(0, count), 2), { name: 'TypeError' }, `${count} bytes`)
  }
})

test('A long field in many pieces is copied a few times', async () => {
  // With each piece joined to all before it, these would be 32 GB.
  const bytes = joinedFields([new Uint8Array(64 << 20)])
  assert.equal((await all(bytes, 65_536))[0].length, 64 << 20)
})
