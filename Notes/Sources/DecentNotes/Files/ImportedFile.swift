// SPDX-License-Identifier: MIT

/// A file that is to be imported.
public struct ImportedFile: Sendable {
  /// The content, which ``check()`` accepts.
  public var file: NoteFile
  /// The title of the note if the file states none.
  public var defaultTitle: String
  /// The canonical path of the file.
  public var path: String
  /// The folder of a new note.
  public var folder: NoteFolder
  /// Further tags of a new note.
  public var tags: [String]
  /// The time of a new note if the file states none, in milliseconds since 1970.
  public var modified: UInt64?
  /// Whether a file without an id becomes a new note, even if it became one at an earlier import.
  public var isNew: Bool

  /// Makes the value.
  public init(
    _ file: NoteFile, defaultTitle: String, path: String, folder: NoteFolder = .none,
    tags: [String] = [], modified: UInt64? = nil, isNew: Bool = false
  ) {
    self.file = file
    self.defaultTitle = defaultTitle
    self.path = path
    self.folder = folder
    self.tags = tags
    self.modified = modified
    self.isNew = isNew
  }

  /// Checks the parts against ``NoteLimits``.
  public func check() throws(NoteFault) {
    try draft().check()
  }

  /// The new note that the file becomes.
  func draft() -> NoteDraft {
    NoteDraft(
      title: file.title ?? defaultTitle, text: file.text, tags: (file.tags ?? []) + tags,
      priority: file.priority ?? .normal, folder: folder)
  }
}
