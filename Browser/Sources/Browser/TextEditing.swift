// SPDX-License-Identifier: MIT

import ReplicatingText

/// The number of UTF-16 units in the text.
@_expose(wasm, "text_count")
@_cdecl("text_count")
func textCount(_ address: UnsafeMutableRawPointer) -> Int32 {
  Int32(handle(address).text.utf16.count)
}

/// Answers with the text in a range of UTF-16 units, in UTF-8. A range that cuts a
/// scalar covers the whole scalar.
@_expose(wasm, "text_read")
@_cdecl("text_read")
func textRead(_ address: UnsafeMutableRawPointer, _ start: Int32, _ end: Int32) -> Int32 {
  let text = handle(address).text
  guard let range = range(start, end, within: text) else { return Status.outOfRange.rawValue }
  answer.set(text.utf16[range])
  return Status.done.rawValue
}

/// Replaces the text in a range of UTF-16 units. A range that cuts a scalar covers the whole
/// scalar.
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

/// Changes the text into a given text with few edits, as `update(to:)` does.
@_expose(wasm, "text_update")
@_cdecl("text_update")
func textUpdate(
  _ address: UnsafeMutableRawPointer, _ utf8: UnsafePointer<UInt8>?, _ count: Int32
) {
  handle(address).text.update(to: string(utf8, count))
}

/// Makes the next edit open a session, whose edits may have a later time than the edits before.
@_expose(wasm, "text_leave_session")
@_cdecl("text_leave_session")
func textLeaveSession(_ address: UnsafeMutableRawPointer) { handle(address).text.leaveSession() }

/// A range of UTF-16 units within a text. If the range is out of bounds, answers with the fault and
/// returns nil.
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
