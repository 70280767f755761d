// SPDX-License-Identifier: MIT

import DecentSync
import Foundation

extension DocumentLibrary {
  /// Makes an empty library for previews and tests. The file is removed with the last object that
  /// uses the library.
  ///
  /// ```swift
  /// let library = try DocumentLibrary.temporary()
  /// let recipes = try library.collection(of: Recipe.self)
  /// try recipes.add(Recipe(title: "Bread"))
  /// ```
  ///
  /// A temporary library does all that other libraries do: collections, indexes, steps to undo,
  /// sync with any store, such as a ``DecentSync/MemoryStore``. The library's file is in a folder
  /// of its own among the temporary files of the system, because SQLite locks a database in memory
  /// too weakly. Calls do not wait for the disk. If the program is killed, the folder stays until
  /// the system removes it.
  ///
  /// - Throws: A ``DatabaseFailure``.
  public static func temporary() throws -> DocumentLibrary {
    let folder = PassingFolder()
    let path = folder.url.appendingPathComponent("library.sqlite").path
    try Database.createFirst(at: path, format: .documents)
    let database = try Database.open(at: path, format: .documents)
    try database.keep(folder)
    return DocumentLibrary(database, at: path, in: folder)
  }
}

/// A folder that is removed with the last reference to this object. The folder need not exist.
final class PassingFolder: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("library-\(UUID().uuidString)")

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}

extension Database {
  /// Keeps the folder of the file until this connection is closed. The file is not read after a
  /// power failure, so commits do not wait for the disk.
  func keep(_ folder: PassingFolder) throws(DatabaseFailure) {
    self.folder = folder
    try execute(script: "PRAGMA synchronous = OFF")
  }
}
