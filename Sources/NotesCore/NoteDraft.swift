// SPDX-License-Identifier: MIT

import ReplicatingText
import ReplicatingTypes

/// The parts of a new note.
public struct NoteDraft: Sendable {
  /// The title.
  public var title: String
  /// The text.
  public var text: String
  /// The tags.
  public var tags: [String]
  /// The priority.
  public var priority: Priority
  /// The folder.
  public var folder: NoteFolder

  /// Makes a draft.
  public init(
    title: String, text: String = "", tags: [String] = [], priority: Priority = .normal,
    folder: NoteFolder = .none
  ) {
    self.title = title
    self.text = text
    self.tags = tags
    self.priority = priority
    self.folder = folder
  }

  /// Checks the parts against ``NoteLimits``.
  public func check() throws(NoteFault) {
    try NoteLimits.check(title: title)
    try NoteLimits.check(text: text)
    for tag in tags { try NoteLimits.check(tag: tag) }
  }

  /// Makes the new note. `created` is the time, in milliseconds since 1970.
  public func note(created: UInt64) -> Note {
    var note = Note()
    note.title.value = title
    note.text.append(text)
    for tag in tags { note.tags.insert(tag) }
    if priority != note.priority.value { note.priority.value = priority }
    if folder != .none { note.folder.value = folder.text }
    note.created.value = created
    return note
  }
}
