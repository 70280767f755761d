// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingText
import SequenceEngine

/// Answers with the bytes of an anchor.
///
/// - Parameters:
///   - offset: The position of the anchor, in UTF-16 units.
///   - isAfter: 1 for an anchor that stays with the character before `offset`, or 0 for an anchor
///     that stays with the character after `offset`.
@_expose(wasm, "text_anchor")
@_cdecl("text_anchor")
func textAnchor(_ address: UnsafeMutableRawPointer, _ offset: Int32, _ isAfter: Int32) -> Int32 {
  let text = handle(address).text
  guard let range = range(offset, offset, within: text) else { return Status.outOfRange.rawValue }
  answer.set(text.utf16.anchor(at: range.lowerBound, isAfter != 0 ? .after : .before).encoded())
  return Status.done.rawValue
}

/// Answers with the position of an anchor: 4 bytes, in UTF-16 units. Answers with nothing if the
/// text does not know the anchor's character.
@_expose(wasm, "text_offset")
@_cdecl("text_offset")
func textOffset(
  _ address: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  var offset: Int?
  let status = Status.of { () throws(DecodingFailure) in
    let anchor = try ReplicatingText.Anchor(encoded: array(bytes, count))
    offset = handle(address).text.utf16.offset(of: anchor)
  }
  guard status == .done else { return status.rawValue }
  guard let offset else { return Status.nothing.rawValue }
  var writer = ByteWriter()
  writer.writeFixed(UInt32(offset))
  answer.set(writer.bytes)
  return Status.done.rawValue
}

/// Answers with the changes since a version.
@_expose(wasm, "text_changes")
@_cdecl("text_changes")
func textChanges(
  _ address: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  var version: ReplicatingText.Version?
  let status = Status.of { () throws(DecodingFailure) in
    version = try ReplicatingText.Version(encoded: array(bytes, count))
  }
  guard status == .done, let version else { return status.rawValue }
  return Status.of { () throws(MissingHistory) in
    answer.set(try handle(address).text.utf16.changes(since: version))
  }.rawValue
}

extension Answer {
  /// Answers with changes. A change is four numbers of 4 bytes, and then the new text in UTF-8. The
  /// numbers are the start and end of the old text and the start of the new text, in UTF-16 units,
  /// and the byte count of the new text.
  mutating func set(_ changes: [ReplicatingText.Change]) {
    var writer = ByteWriter()
    for change in changes {
      let utf8 = Array(change.string.utf8)
      for number in [
        change.old.lowerBound, change.old.upperBound, change.new.lowerBound, utf8.count,
      ] {
        writer.writeFixed(UInt32(number))
      }
      writer.write(contentsOf: utf8)
    }
    set(writer.bytes)
  }
}
