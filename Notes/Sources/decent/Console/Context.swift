// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation

/// The context of a command: its console and its library.
struct Context: Sendable {
  /// The surroundings apart from the library.
  let console: Console
  /// Finds the library's folder. Commands that need no library do not call the function.
  let findFolder: @Sendable () throws -> String

  /// The display of a command's progress, or a silent one with `--quiet`.
  func progress(_ arguments: Arguments) -> ProgressDisplay {
    arguments.has(.quiet) ? .silent : console.progress
  }

  /// The library, which must exist.
  func library() throws -> Library {
    try Library(opening: try findFolder())
  }

  /// The library, made if it does not exist.
  func libraryOrNew() throws -> Library {
    try Library(openingOrCreating: try findFolder())
  }

  /// Calls a function with the library. If no library exists, calls the function with an empty
  /// library, which is removed afterwards.
  func withLibraryOrEmpty<Result>(_ body: (Library) throws -> Result) throws -> Result {
    do {
      return try body(try library())
    } catch LibraryFailure.noLibrary {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("decent-\(UUID().uuidString)").path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      return try body(try Library(openingOrCreating: folder))
    }
  }

  /// Prints the id and title of a changed note, and the outcome.
  ///
  /// - Throws: ``CommandFailure/storedUnreported(reason:)`` if the line cannot be printed.
  func report(_ id: NoteID, in library: Library, _ outcome: String = "") throws {
    try report {
      let line = try line(of: id, in: library)
      return outcome.isEmpty ? line : "\(line)  \(outcome)"
    }
  }

  /// The id and title of a note.
  func line(of id: NoteID, in library: Library) throws -> String {
    let title = try library.summary(id).title
    return "\(try library.abbreviation().short(id))  \(title.escapingControls)"
  }

  /// Prints a line about a change that was stored.
  ///
  /// - Throws: ``CommandFailure/storedUnreported(reason:)`` if the line cannot be printed.
  func report(_ line: () throws -> String) throws {
    StandardStream.outliveReaders()
    do {
      try console.print(try line())
    } catch {
      throw CommandFailure.storedUnreported(reason: "\(error)")
    }
  }
}
