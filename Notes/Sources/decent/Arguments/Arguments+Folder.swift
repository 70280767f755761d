// SPDX-License-Identifier: MIT

import DecentNotes

extension Arguments {
  /// The value of ``OptionRule/folder``; nil if the option was not given.
  func folder() throws -> NoteFolder? {
    guard let word = value(of: .folder) else { return nil }
    guard !word.isEmpty else {
      throw UsageFailure("'--in' needs a folder, and what was given is empty; '/' is none")
    }
    return try NoteLimits.folder(word)
  }
}
