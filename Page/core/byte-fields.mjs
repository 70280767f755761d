// SPDX-License-Identifier: MIT

/** Fields of bytes in one body: of each the count of its bytes, in 4 bytes, and the bytes. */
export function joinedFields(fields) {
  const all = new Uint8Array(fields.reduce((count, field) => count + 4 + field.length, 0))
  const view = new DataView(all.buffer)
  let place = 0
  for (const field of fields) {
    view.setUint32(place, field.length, true)
    all.set(field, place + 4)
    place += 4 + field.length
  }
  return all
}

/** The fields of bytes that may end within one, and the rest from there. */
export function splitFields(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const fields = []
  let place = 0
  while (place + 4 <= bytes.length) {
    const end = place + 4 + view.getUint32(place, true)
    if (end > bytes.length) break
    fields.push(bytes.slice(place + 4, end))
    place = end
  }
  return { fields, rest: bytes.subarray(place) }
}

/** Joins the pieces of a stream as they come, in fields. */
export async function* fieldsOf(stream) {
  const reader = stream.getReader()
  let pieces = []
  let count = 0
  // The pieces are joined when they hold a whole field, or first tell its count: each byte is copied twice.
  let needed = 4
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      pieces.push(value)
      count += value.length
      if (count < needed) continue
      const { fields, rest } = splitFields(joined(pieces, count))
      pieces = [rest]
      count = rest.length
      needed = 4 + (count < 4 ? 0 : new DataView(rest.buffer, rest.byteOffset).getUint32(0, true))
      yield* fields
    }
  } finally {
    reader.cancel().catch(() => {})
  }
  if (count > 0) throw new TypeError('the answer ended too early')
}

function joined(pieces, count) {
  const all = new Uint8Array(count)
  let place = 0
  for (const piece of pieces) {
    all.set(piece, place)
    place += piece.length
  }
  return all
}
