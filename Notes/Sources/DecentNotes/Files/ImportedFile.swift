// SPDX-License-Identifier: MIT

/// A file that is to be imported.
public struct ImportedFile: Sendable {
  /// The content of the file.
  public var file: NoteFile
  /// The title of the note if the file states none.
  public var defaultTitle: String
  /// The canonical path of the file.
  public var path: String
  /// The folder of a new note. By default, the folder that the file states, if any.
  public var folder: NoteFolder
  /// Further tags of a new note.
  public var tags: [String]
  /// The time of a new note if the file states none, in milliseconds since 1970. If this is nil
  /// too, the new note comes before all others.
  public var modified: UInt64?
  /// Whether a file without an id becomes a new note, even if the file was imported before.
  public var isNew: Bool

  /// Makes the value.
  public init(
    _ file: NoteFile, defaultTitle: String, path: String, folder: NoteFolder? = nil,
    tags: [String] = [], modified: UInt64? = nil, isNew: Bool = false
  ) {
    self.file = file
    self.defaultTitle = defaultTitle
    self.path = path
    self.folder = folder ?? file.folder ?? .none
    self.tags = tags
    self.modified = modified
    self.isNew = isNew
  }

  /// Checks the new note that the file may become against ``NoteLimits``.
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
