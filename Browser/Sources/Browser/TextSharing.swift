// SPDX-License-Identifier: MIT

import ReplicatingText
// The module of `SequenceVersion`, the version of a text.
import SequenceEngine

/// Answers with the bytes of the text and its history.
@_expose(wasm, "text_save")
@_cdecl("text_save")
func textSave(_ address: UnsafeMutableRawPointer) {
  answer.set(handle(address).text.encoded())
}

/// Replaces the text by a saved one.
@_expose(wasm, "text_load")
@_cdecl("text_load")
func textLoad(
  _ address: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  Status.of { () throws(DecodingFailure) in
    handle(address).text = try ReplicatingText(encoded: array(bytes, count))
  }.rawValue
}

/// Answers with the version of the text.
@_expose(wasm, "text_version")
@_cdecl("text_version")
func textVersion(_ address: UnsafeMutableRawPointer) {
  answer.set(handle(address).text.version.encoded())
}

/// Answers with the delta for a copy at a version, or with nothing if the copy lacks no edit.
@_expose(wasm, "text_delta")
@_cdecl("text_delta")
func textDelta(
  _ address: UnsafeMutableRawPointer, _ version: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  var delta: ReplicatingText.Delta?
  let status = Status.of { () throws(DecodingFailure) in
    let version = try ReplicatingText.Version(encoded: array(version, count))
    delta = handle(address).text.delta(since: version)
  }
  guard status == .done else { return status.rawValue }
  guard let delta else { return Status.nothing.rawValue }
  answer.set(delta.encoded())
  return Status.done.rawValue
}

/// Merges a delta.
@_expose(wasm, "text_merge_delta")
@_cdecl("text_merge_delta")
func textMergeDelta(
  _ address: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  var delta: ReplicatingText.Delta?
  let status = Status.of { () throws(DecodingFailure) in
    delta = try ReplicatingText.Delta(encoded: array(bytes, count))
  }
  guard status == .done, let delta else { return status.rawValue }
  return Status.of { () throws(MissingHistory) in
    try handle(address).text.merge(delta: delta)
  }.rawValue
}

/// Merges another text.
@_expose(wasm, "text_merge")
@_cdecl("text_merge")
func textMerge(_ address: UnsafeMutableRawPointer, _ other: UnsafeMutableRawPointer) {
  handle(address).text.merge(handle(other).text)
}
