// SPDX-License-Identifier: MIT

import Browser
import NotesCore
import ReplicatingTypes

/// Answers with the key by which lists sort a note that is put between two others; with nothing if
/// the arguments are none.
///
/// - Parameter utf8: The digits of the note's id, and the keys of the note before it and of the note after
///   it, with spaces between. A key is empty for the first or the last note.
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

/// Moves the note to the place of a key; does nothing for another text.
@_expose(wasm, "note_set_order")
@_cdecl("note_set_order")
func noteSetOrder(
  _ address: UnsafeMutableRawPointer, _ utf8: UnsafePointer<UInt8>?, _ count: Int32
) {
  guard let key = FractionalIndex.Key(string(utf8, count)) else { return }
  note(address).document.move(to: key.index)
}
