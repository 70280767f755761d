// SPDX-License-Identifier: MIT

import Browser
import NotesCore
import ReplicatingTypes

/// Answers with the summary, as strings: title, priority, times of creation and last edit (in
/// milliseconds since 1970), "1" if the note lies in the trash, "1" if the note is pinned, sort
/// key, folder, beginning of the text, size of the text (in bytes of UTF-8), and the tags.
///
/// - Parameter utf8: The digits of the note's id. Without an id the sort key is empty.
@_expose(wasm, "note_summary")
@_cdecl("note_summary")
func noteSummary(
  _ address: UnsafeMutableRawPointer, _ utf8: UnsafePointer<UInt8>?, _ count: Int32
) {
  let id = NoteID(string(utf8, count))
  note(address).change { note in
    let summary = NoteSummary(of: note, id: id ?? NoteID(rawValue: 0))
    answer.set(
      [
        summary.title, summary.priority.rawValue, String(summary.created), String(summary.edited),
        summary.isTrashed ? "1" : "0", summary.isPinned ? "1" : "0",
        id == nil ? "" : summary.orderKey.description, summary.folder.text,
        note.snippet, String(note.size),
      ] + summary.tags)
  }
}

@_expose(wasm, "note_set_title")
@_cdecl("note_set_title")
func noteSetTitle(
  _ address: UnsafeMutableRawPointer, _ utf8: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  let title = string(utf8, count)
  return Status.of { () throws(NoteFault) in
    try NoteLimits.check(title: title)
    note(address).document.title.value = title
  }.rawValue
}

@_expose(wasm, "note_add_tag")
@_cdecl("note_add_tag")
func noteAddTag(
  _ address: UnsafeMutableRawPointer, _ utf8: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  let tag = string(utf8, count)
  return Status.of { () throws(NoteFault) in
    try NoteLimits.check(tag: tag)
    note(address).document.tags.insert(tag)
  }.rawValue
}

@_expose(wasm, "note_remove_tag")
@_cdecl("note_remove_tag")
func noteRemoveTag(
  _ address: UnsafeMutableRawPointer, _ utf8: UnsafePointer<UInt8>?, _ count: Int32
) {
  note(address).document.tags.remove(string(utf8, count))
}

@_expose(wasm, "note_set_priority")
@_cdecl("note_set_priority")
func noteSetPriority(
  _ address: UnsafeMutableRawPointer, _ utf8: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  let name = string(utf8, count)
  guard let priority = Priority(rawValue: name) else {
    answer.set("'\(name)' is no priority; there is: low, normal, high")
    return Status.unsuitable.rawValue
  }
  note(address).document.priority.value = priority
  return Status.done.rawValue
}

/// Sets the time of creation, in milliseconds since 1970.
@_expose(wasm, "note_set_created")
@_cdecl("note_set_created")
func noteSetCreated(_ address: UnsafeMutableRawPointer, _ milliseconds: Double) {
  note(address).document.created.value = UInt64(exactly: milliseconds.rounded(.down)) ?? 0
}

@_expose(wasm, "note_set_trashed")
@_cdecl("note_set_trashed")
func noteSetTrashed(_ address: UnsafeMutableRawPointer, _ isTrashed: Int32) {
  note(address).document.isTrashed.value = isTrashed != 0
}

@_expose(wasm, "note_set_pinned")
@_cdecl("note_set_pinned")
func noteSetPinned(_ address: UnsafeMutableRawPointer, _ isPinned: Int32) {
  note(address).document.isPinned.value = isPinned != 0
}

@_expose(wasm, "note_set_folder")
@_cdecl("note_set_folder")
func noteSetFolder(
  _ address: UnsafeMutableRawPointer, _ utf8: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  let folder = string(utf8, count)
  return Status.of { () throws(NoteFault) in
    note(address).document.folder.value = try NoteLimits.folder(folder).text
  }.rawValue
}

extension Status {
  /// Runs `body`. If `body` throws an error, answers with the error's description.
  fileprivate static func of(checking body: () throws(NoteFault) -> Void) -> Status {
    do throws(NoteFault) {
      try body()
      return .done
    } catch {
      answer.set(error.description)
      return .unsuitable
    }
  }
}
