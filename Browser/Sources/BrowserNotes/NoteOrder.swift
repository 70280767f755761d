// SPDX-License-Identifier: MIT

import Browser
import NotesCore
import ReplicatingTypes

/// Answers with the sort key of a note that is put between two others. Answers with nothing if
/// the arguments cannot be read.
///
/// - Parameters:
///   - utf8: The digits of the note's id, the sort key of the note before, and the sort key of the
///     note after, with spaces between. The key of an absent note is empty.
///   - now: The time, in milliseconds since 1970.
@_expose(wasm, "note_order_between")
@_cdecl("note_order_between")
func noteOrderBetween(_ utf8: UnsafePointer<UInt8>?, _ count: Int32, _ now: Double) -> Int32 {
  let parts = string(utf8, count).split(separator: " ", omittingEmptySubsequences: false)
  guard parts.count == 3, let id = NoteID(parts[0]),
    let before = FractionalIndex.Key(String(parts[1])),
    let after = FractionalIndex.Key(String(parts[2]))
  else { return Status.nothing.rawValue }
  let index = FractionalIndex(
    between: before.bytes.isEmpty ? nil : before, and: after.bytes.isEmpty ? nil : after,
    now: UInt64(exactly: now.rounded(.down)) ?? 0)
  answer.set(FractionalIndex.Key(index, of: id.rawValue).description)
  return Status.done.rawValue
}

/// Moves the note to the place of a sort key. Does nothing if the argument is no key.
@_expose(wasm, "note_set_order")
@_cdecl("note_set_order")
func noteSetOrder(
  _ address: UnsafeMutableRawPointer, _ utf8: UnsafePointer<UInt8>?, _ count: Int32
) {
  guard let key = FractionalIndex.Key(string(utf8, count)) else { return }
  note(address).document.move(to: key.index)
}
