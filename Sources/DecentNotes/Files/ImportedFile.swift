// SPDX-License-Identifier: MIT

/// A file that is to be imported.
public struct ImportedFile: Sendable {
  /// The content, which ``check()`` accepts.
  public var file: NoteFile
  /// The title of the note if the file states none.
  public var defaultTitle: String
  /// The one path of the file.
  public var path: String
  /// The folder of a new note.
  public var folder: NoteFolder

  /// Makes the value.
  public init(
    _ file: NoteFile, defaultTitle: String, path: String, folder: NoteFolder = .none
  ) {
    self.file = file
    self.defaultTitle = defaultTitle
    self.path = path
    self.folder = folder
  }

  /// Checks the parts against ``NoteLimits``.
  public func check() throws(LibraryFailure) {
    try NoteDraft(title: file.title ?? defaultTitle, text: file.text, tags: file.tags ?? []).check()
  }

  /// The new note that the file becomes.
  func draft() -> NoteDraft {
    NoteDraft(
      title: file.title ?? defaultTitle, text: file.text, tags: file.tags ?? [],
      priority: file.priority ?? .normal, folder: folder)
  }
}
