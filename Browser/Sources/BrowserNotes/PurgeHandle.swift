// SPDX-License-Identifier: MIT

import Browser
import NotesCore
import ReplicatingTypes

/// The reaches of a purged note that are too large for the index.
typealias PurgeHandle = DocumentHandle<NoteReaches>

/// The handle at an address. The host passes only addresses that it was given and has not freed.
private func purge(_ address: UnsafeMutableRawPointer) -> PurgeHandle {
  Unmanaged<PurgeHandle>.fromOpaque(address).takeUnretainedValue()
}

@_expose(wasm, "purge_make")
@_cdecl("purge_make")
func purgeMake() -> UnsafeMutableRawPointer { PurgeHandle(NoteReaches()).retained }

@_expose(wasm, "purge_copy")
@_cdecl("purge_copy")
func purgeCopy(_ address: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
  PurgeHandle(purge(address).document).retained
}

@_expose(wasm, "purge_free")
@_cdecl("purge_free")
func purgeFree(_ address: UnsafeMutableRawPointer) {
  Unmanaged<PurgeHandle>.fromOpaque(address).release()
}

// MARK: Sharing

@_expose(wasm, "purge_save")
@_cdecl("purge_save")
func purgeSave(_ address: UnsafeMutableRawPointer) -> Int32 { purge(address).save() }

@_expose(wasm, "purge_load")
@_cdecl("purge_load")
func purgeLoad(
  _ address: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  purge(address).load(array(bytes, count))
}

@_expose(wasm, "purge_version")
@_cdecl("purge_version")
func purgeVersion(_ address: UnsafeMutableRawPointer) -> Int32 { purge(address).version() }

@_expose(wasm, "purge_delta")
@_cdecl("purge_delta")
func purgeDelta(
  _ address: UnsafeMutableRawPointer, _ version: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  purge(address).delta(since: array(version, count))
}

@_expose(wasm, "purge_merge_delta")
@_cdecl("purge_merge_delta")
func purgeMergeDelta(
  _ address: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  purge(address).mergeDelta(array(bytes, count))
}

@_expose(wasm, "purge_merge")
@_cdecl("purge_merge")
func purgeMerge(_ address: UnsafeMutableRawPointer, _ other: UnsafeMutableRawPointer) {
  purge(address).merge(purge(other))
}

// MARK: Purges

/// Purges a note: in the index if that has room, else in the document of its reaches.
///
/// - Parameters:
///   - reaches: The document.
///   - id: The id of the note, in digits.
/// - Returns: 0 for no id, 1 if the index holds the purge, 2 if the document does.
@_expose(wasm, "index_purge")
@_cdecl("index_purge")
func indexPurge(
  _ address: UnsafeMutableRawPointer, _ noteAddress: UnsafeMutableRawPointer,
  _ reaches: UnsafeMutableRawPointer, _ id: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  guard let id = NoteID(string(id, count)) else { return 0 }
  var reach: NoteReach?
  note(noteAddress).change { reach = index(address).document.purge($0, id) }
  guard let reach else { return 1 }
  purge(reaches).document.insert(reach)
  return 2
}

/// Whether a note was purged, and holds no edit that the purge had not seen.
///
/// - Parameters:
///   - reaches: The document of its reaches, or an empty one.
///   - id: The id of the note, in digits.
@_expose(wasm, "index_drops")
@_cdecl("index_drops")
func indexDrops(
  _ address: UnsafeMutableRawPointer, _ noteAddress: UnsafeMutableRawPointer,
  _ reaches: UnsafeMutableRawPointer, _ id: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  guard let id = NoteID(string(id, count)) else { return 0 }
  var isDropped = false
  note(noteAddress).change {
    isDropped = index(address).document.drops($0, id, besides: purge(reaches).document)
  }
  return isDropped ? 1 : 0
}
