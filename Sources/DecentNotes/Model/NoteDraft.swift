// SPDX-License-Identifier: MIT

/// What a new note is made of.
public struct NoteDraft: Sendable {
  /// What it is called.
  public var title: String
  /// What it says.
  public var text: String
  /// What it is filed under.
  public var tags: [String]
  /// How much it matters.
  public var priority: Priority

  /// Makes a draft.
  public init(
    title: String, text: String = "", tags: [String] = [], priority: Priority = .normal
  ) {
    self.title = title
    self.text = text
    self.tags = tags
    self.priority = priority
  }

  /// Checks the parts against ``NoteLimits``.
  public func check() throws(LibraryFailure) {
    try NoteLimits.check(title: title)
    try NoteLimits.check(text: text)
    for tag in tags { try NoteLimits.check(tag: tag) }
  }

  /// The note itself.
  func note(created: UInt64) -> Note {
    var note = Note()
    note.title.value = title
    note.text.append(text)
    for tag in tags { note.tags.insert(tag) }
    if priority != note.priority.value { note.priority.value = priority }
    note.created.value = created
    return note
  }
}
