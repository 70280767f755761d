// SPDX-License-Identifier: MIT

@testable import DecentNotes

/// Imports of files that lie in no folder.
extension Library {
  func take(
    in files: [(file: NoteFile, defaultTitle: String, path: String)]
  ) throws -> [ImportOutcome] {
    try take(in: files.map { ImportedFile($0.file, defaultTitle: $0.defaultTitle, path: $0.path) })
  }

  func take(
    _ next: () throws -> (file: NoteFile, defaultTitle: String, path: String)?
  ) throws -> [ImportOutcome] {
    try take(from: {
      try next().map { ImportedFile($0.file, defaultTitle: $0.defaultTitle, path: $0.path) }
    })
  }
}
