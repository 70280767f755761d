// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingText

/// The undo steps of a text. The host holds the handle by address.
final class UndoHandle {
  /// The text. The handle keeps the text alive.
  let text: TextHandle
  @exclusivity(unchecked) var steps: TextUndo

  init(_ text: TextHandle, _ steps: TextUndo) {
    self.text = text
    self.steps = steps
  }
}

/// The handle at an address. The host passes only addresses that it was given and has not freed.
private func undo(_ address: UnsafeMutableRawPointer) -> UndoHandle {
  Unmanaged<UndoHandle>.fromOpaque(address).takeUnretainedValue()
}

/// Makes a handle with no steps, for the text at an address.
///
/// - Parameters:
///   - limit: The most steps that are kept.
///   - milliseconds: The time within which an edit may join the step before it.
@_expose(wasm, "undo_make")
@_cdecl("undo_make")
func undoMake(
  _ text: UnsafeMutableRawPointer, _ limit: Int32, _ milliseconds: Int32
) -> UnsafeMutableRawPointer {
  let steps = TextUndo(limit: Int(limit), joiningWithin: UInt64(milliseconds))
  return Unmanaged.passRetained(UndoHandle(handle(text), steps)).toOpaque()
}

@_expose(wasm, "undo_free")
@_cdecl("undo_free")
func undoFree(_ address: UnsafeMutableRawPointer) {
  Unmanaged<UndoHandle>.fromOpaque(address).release()
}

/// Like ``textReplace(_:_:_:_:_:)``, as an edit that can be undone.
@_expose(wasm, "undo_replace")
@_cdecl("undo_replace")
func undoReplace(
  _ address: UnsafeMutableRawPointer, _ start: Int32, _ end: Int32,
  _ utf8: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  let undo = undo(address)
  guard let range = range(start, end, within: undo.text.text) else {
    return Status.outOfRange.rawValue
  }
  undo.steps.edit(&undo.text.text) { $0.utf16.replaceSubrange(range, with: string(utf8, count)) }
  return Status.done.rawValue
}

/// Like ``textUpdate(_:_:_:)``, as an edit that can be undone.
@_expose(wasm, "undo_update")
@_cdecl("undo_update")
func undoUpdate(
  _ address: UnsafeMutableRawPointer, _ utf8: UnsafePointer<UInt8>?, _ count: Int32
) {
  let undo = undo(address)
  undo.steps.edit(&undo.text.text) { $0.update(to: string(utf8, count)) }
}

/// Undoes a step, or redoes a step if `isRedo` is not 0. Answers with the changes.
@_expose(wasm, "undo_reverse")
@_cdecl("undo_reverse")
func undoReverse(_ address: UnsafeMutableRawPointer, _ isRedo: Int32) -> Int32 {
  let undo = undo(address)
  return Status.of { () throws(MissingHistory) in
    if isRedo != 0 {
      answer.set(try undo.steps.redo(&undo.text.text.utf16))
    } else {
      answer.set(try undo.steps.undo(&undo.text.text.utf16))
    }
  }.rawValue
}

/// Bit 0 is set if there is a step to undo. Bit 1 is set if there is a step to redo.
@_expose(wasm, "undo_state")
@_cdecl("undo_state")
func undoState(_ address: UnsafeMutableRawPointer) -> Int32 {
  let steps = undo(address).steps
  return (steps.canUndo ? 1 : 0) + (steps.canRedo ? 2 : 0)
}

@_expose(wasm, "undo_close")
@_cdecl("undo_close")
func undoClose(_ address: UnsafeMutableRawPointer) { undo(address).steps.closeStep() }

@_expose(wasm, "undo_clear")
@_cdecl("undo_clear")
func undoClear(_ address: UnsafeMutableRawPointer) { undo(address).steps.removeAll() }

/// Answers with the bytes of the steps.
@_expose(wasm, "undo_save")
@_cdecl("undo_save")
func undoSave(_ address: UnsafeMutableRawPointer) { answer.set(undo(address).steps.encoded()) }

/// Replaces the steps by saved ones.
@_expose(wasm, "undo_load")
@_cdecl("undo_load")
func undoLoad(
  _ address: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  Status.of { () throws(DecodingFailure) in
    undo(address).steps = try TextUndo(encoded: array(bytes, count))
  }.rawValue
}
