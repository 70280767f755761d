// SPDX-License-Identifier: MIT

import Browser
import NotesCore
import ReplicatingTypes

/// The purges of a note: the document that is named `gone/`, followed by the note's id.
typealias PurgeHandle = DocumentHandle<DocumentRemoval>

/// The handle at an address. The host passes only addresses that it was given and has not freed.
private func purge(_ address: UnsafeMutableRawPointer) -> PurgeHandle {
  Unmanaged<PurgeHandle>.fromOpaque(address).takeUnretainedValue()
}

@_expose(wasm, "purge_make")
@_cdecl("purge_make")
func purgeMake() -> UnsafeMutableRawPointer { PurgeHandle(DocumentRemoval()).retained }

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

/// Purges a note. An edit that the note at `noteAddress` lacks brings the note back.
@_expose(wasm, "purge_purge")
@_cdecl("purge_purge")
func purgePurge(_ address: UnsafeMutableRawPointer, _ noteAddress: UnsafeMutableRawPointer) {
  // Encoding cannot fail: only types from outside of Decent refuse to be encoded.
  note(noteAddress).change { try? purge(address).document.purge($0) }
}

/// 1 if the purges have seen all edits of the note, or else 0.
@_expose(wasm, "purge_drops")
@_cdecl("purge_drops")
func purgeDrops(
  _ address: UnsafeMutableRawPointer, _ noteAddress: UnsafeMutableRawPointer
) -> Int32 {
  var isDropped = false
  note(noteAddress).change { isDropped = purge(address).document.covers($0) }
  return isDropped ? 1 : 0
}
