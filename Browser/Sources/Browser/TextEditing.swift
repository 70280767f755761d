// SPDX-License-Identifier: MIT

import ReplicatingText

/// How many UTF-16 units the text has.
@_expose(wasm, "text_count")
@_cdecl("text_count")
func textCount(_ address: UnsafeMutableRawPointer) -> Int32 {
  Int32(handle(address).text.utf16.count)
}

/// Answers with the text in a range of UTF-16 units, in UTF-8. A range that cuts a
/// scalar takes all of it.
@_expose(wasm, "text_read")
@_cdecl("text_read")
func textRead(_ address: UnsafeMutableRawPointer, _ start: Int32, _ end: Int32) -> Int32 {
  let text = handle(address).text
  guard let range = range(start, end, within: text) else { return Status.outOfRange.rawValue }
  answer.set(text.utf16[range])
  return Status.done.rawValue
}

/// Deletes a range of UTF-16 units and types text in its place. A range that cuts a
/// scalar takes all of it.
@_expose(wasm, "text_replace")
@_cdecl("text_replace")
func textReplace(
  _ address: UnsafeMutableRawPointer, _ start: Int32, _ end: Int32,
  _ utf8: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  let handle = handle(address)
  guard let range = range(start, end, within: handle.text) else {
    return Status.outOfRange.rawValue
  }
  handle.text.utf16.replaceSubrange(range, with: string(utf8, count))
  return Status.done.rawValue
}

/// Makes the text equal to another by a small difference of whole words.
@_expose(wasm, "text_update")
@_cdecl("text_update")
func textUpdate(
  _ address: UnsafeMutableRawPointer, _ utf8: UnsafePointer<UInt8>?, _ count: Int32
) {
  handle(address).text.update(to: string(utf8, count))
}

/// Makes the next edit open a session, with a time of its own.
@_expose(wasm, "text_leave_session")
@_cdecl("text_leave_session")
func textLeaveSession(_ address: UnsafeMutableRawPointer) { handle(address).text.leaveSession() }

/// A range of UTF-16 units within a text. Answers with the fault, and returns nil, if it is out
/// of bounds.
func range(
  _ start: Int32, _ end: Int32, within text: ReplicatingText
) -> Range<Int>? {
  let count = text.utf16.count
  guard start >= 0, start <= end, end <= count else {
    answer.set("\(start) to \(end) is not within 0 to \(count)")
    return nil
  }
  return Int(start)..<Int(end)
}
