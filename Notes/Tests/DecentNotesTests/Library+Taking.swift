// SPDX-License-Identifier: MIT

@testable import DecentNotes

extension Library {
  /// Imports files: all of them or none.
  func take(in files: [ImportedFile]) throws -> [ImportOutcome] {
    var rest = files[...]
    return try take(from: { rest.popFirst() })
  }
}

/// Imports of files that are nowhere: none is known from an earlier import.
extension Library {
  func take(
    in files: [(file: NoteFile, defaultTitle: String, path: String)]
  ) throws -> [ImportOutcome] {
    try take(in: files.map(Self.imported))
  }

  func take(
    _ next: () throws -> (file: NoteFile, defaultTitle: String, path: String)?
  ) throws -> [ImportOutcome] {
    try take(from: { try next().map(Self.imported) })
  }

  private static func imported(
    _ file: (file: NoteFile, defaultTitle: String, path: String)
  ) -> ImportedFile {
    ImportedFile(file.file, defaultTitle: file.defaultTitle, path: file.path, isNew: true)
  }
}
