// SPDX-License-Identifier: MIT

import BinaryCoding
import Browser
import NotesCore
import ReplicatingTypes

typealias IndexHandle = DocumentHandle<NotebookIndex>

/// The handle at an address. The host passes only addresses that it was given and has not freed.
func index(_ address: UnsafeMutableRawPointer) -> IndexHandle {
  Unmanaged<IndexHandle>.fromOpaque(address).takeUnretainedValue()
}

@_expose(wasm, "index_make")
@_cdecl("index_make")
func indexMake() -> UnsafeMutableRawPointer { IndexHandle(NotebookIndex()).retained }

@_expose(wasm, "index_copy")
@_cdecl("index_copy")
func indexCopy(_ address: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
  IndexHandle(index(address).document).retained
}

@_expose(wasm, "index_free")
@_cdecl("index_free")
func indexFree(_ address: UnsafeMutableRawPointer) {
  Unmanaged<IndexHandle>.fromOpaque(address).release()
}

// MARK: Sharing

@_expose(wasm, "index_save")
@_cdecl("index_save")
func indexSave(_ address: UnsafeMutableRawPointer) -> Int32 { index(address).save() }

@_expose(wasm, "index_load")
@_cdecl("index_load")
func indexLoad(
  _ address: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  index(address).load(array(bytes, count))
}

@_expose(wasm, "index_version")
@_cdecl("index_version")
func indexVersion(_ address: UnsafeMutableRawPointer) -> Int32 { index(address).version() }

@_expose(wasm, "index_delta")
@_cdecl("index_delta")
func indexDelta(
  _ address: UnsafeMutableRawPointer, _ version: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  index(address).delta(since: array(version, count))
}

@_expose(wasm, "index_merge_delta")
@_cdecl("index_merge_delta")
func indexMergeDelta(
  _ address: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  index(address).mergeDelta(array(bytes, count))
}

@_expose(wasm, "index_merge")
@_cdecl("index_merge")
func indexMerge(_ address: UnsafeMutableRawPointer, _ other: UnsafeMutableRawPointer) {
  index(address).merge(index(other))
}

// MARK: Order

/// Sorts notes as lists show them. Answers with their ids, as strings.
///
/// - Parameter bytes: Of each note its id in digits, and its creation in 8 bytes, little-endian.
@_expose(wasm, "index_sort")
@_cdecl("index_sort")
func indexSort(
  _ address: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  Status.of { () throws(DecodingFailure) in
    var reader = ByteReader(array(bytes, count))
    var notes: [NotebookIndex.Listed] = []
    while !reader.isAtEnd { notes.append(try readNote(from: &reader)) }
    answer.set(index(address).document.sorted(notes).map { $0.description })
  }.rawValue
}

/// Moves a note between two others, or before or after all.
///
/// - Parameters:
///   - bytes: The note, and its neighbours, in the form of ``indexSort(_:_:_:)``.
///   - neighbours: Which follow: 1 for the note before it, 2 for the note after it.
@_expose(wasm, "index_move")
@_cdecl("index_move")
func indexMove(
  _ address: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>?, _ count: Int32,
  _ neighbours: Int32, _ now: Double
) -> Int32 {
  Status.of { () throws(DecodingFailure) in
    var reader = ByteReader(array(bytes, count))
    let id = try readNote(from: &reader).id
    let before = neighbours & 1 != 0 ? try readNote(from: &reader) : nil
    let after = neighbours & 2 != 0 ? try readNote(from: &reader) : nil
    try reader.expectEnd()
    index(address).document.move(
      id, between: before, and: after, now: UInt64(exactly: now.rounded(.down)) ?? 0)
  }.rawValue
}

private func readNote(
  from reader: inout ByteReader
) throws(DecodingFailure) -> NotebookIndex.Listed {
  let digits = try reader.read(count: NoteID.digitCount)
  guard let id = NoteID(String(decoding: digits, as: UTF8.self)) else {
    throw reader.corrupt("no id of a note")
  }
  return (id, try reader.readFixed())
}
