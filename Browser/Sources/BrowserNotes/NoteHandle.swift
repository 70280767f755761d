// SPDX-License-Identifier: MIT

import Browser
import NotesCore
import ReplicatingText
import ReplicatingTypes

/// A note. The host holds the handle by address.
///
/// The text has a handle of its own, so that the functions of texts edit the text in place. While a
/// call uses the whole note, ``change(_:)`` puts the text into the note.
final class NoteHandle: DocumentHandle<Note> {
  let text = TextHandle(ReplicatingText())

  override init(_ note: Note) {
    super.init(note)
    swap(&document.text, &text.text)
  }

  override func change(_ body: (inout Note) -> Void) {
    swap(&document.text, &text.text)
    body(&document)
    swap(&document.text, &text.text)
  }
}

/// The handle at an address. The host passes only addresses that it was given and has not freed.
func note(_ address: UnsafeMutableRawPointer) -> NoteHandle {
  Unmanaged<NoteHandle>.fromOpaque(address).takeUnretainedValue()
}

@_expose(wasm, "note_make")
@_cdecl("note_make")
func noteMake() -> UnsafeMutableRawPointer { NoteHandle(Note()).retained }

@_expose(wasm, "note_copy")
@_cdecl("note_copy")
func noteCopy(_ address: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
  let copy = NoteHandle(Note())
  note(address).change { document in
    let document = document
    copy.change { $0 = document }
  }
  return copy.retained
}

@_expose(wasm, "note_free")
@_cdecl("note_free")
func noteFree(_ address: UnsafeMutableRawPointer) {
  Unmanaged<NoteHandle>.fromOpaque(address).release()
}

/// The handle of the text. The note's handle keeps the text's handle alive.
@_expose(wasm, "note_text")
@_cdecl("note_text")
func noteText(_ address: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
  Unmanaged.passUnretained(note(address).text).toOpaque()
}

// MARK: Sharing

@_expose(wasm, "note_save")
@_cdecl("note_save")
func noteSave(_ address: UnsafeMutableRawPointer) -> Int32 { note(address).save() }

@_expose(wasm, "note_load")
@_cdecl("note_load")
func noteLoad(
  _ address: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  note(address).load(array(bytes, count))
}

@_expose(wasm, "note_version")
@_cdecl("note_version")
func noteVersion(_ address: UnsafeMutableRawPointer) -> Int32 { note(address).version() }

@_expose(wasm, "note_delta")
@_cdecl("note_delta")
func noteDelta(
  _ address: UnsafeMutableRawPointer, _ version: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  note(address).delta(since: array(version, count))
}

@_expose(wasm, "note_merge_delta")
@_cdecl("note_merge_delta")
func noteMergeDelta(
  _ address: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  note(address).mergeDelta(array(bytes, count))
}

@_expose(wasm, "note_merge")
@_cdecl("note_merge")
func noteMerge(_ address: UnsafeMutableRawPointer, _ other: UnsafeMutableRawPointer) {
  note(address).merge(note(other))
}
