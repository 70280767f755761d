// SPDX-License-Identifier: MIT

import DecentSync
import Foundation

extension DocumentLibrary {
  /// Makes an empty library for previews and tests, which is gone with the last object that uses it.
  ///
  /// ```swift
  /// let library = try DocumentLibrary.temporary()
  /// let recipes = try library.collection(of: Recipe.self)
  /// try recipes.add(Recipe(title: "Bread"))
  /// ```
  ///
  /// It does all that other libraries do: collections, indexes, steps to undo, sync with any store, such as a
  /// ``MemoryStore``. Its file lies in a folder of its own among the temporary files of the system, since SQLite
  /// shares a database in memory between connections with weaker locks. Nothing waits for the disk. A killed
  /// program leaves the folder to the system.
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

/// A folder that is removed with the last object that keeps it. It need not exist.
final class PassingFolder: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("library-\(UUID().uuidString)")

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}

extension Database {
  /// Keeps the folder of the file until this connection is closed. Nobody reads the file after a power
  /// cut, so nothing waits for the disk.
  func keep(_ folder: PassingFolder) throws(DatabaseFailure) {
    self.folder = folder
    try execute(script: "PRAGMA synchronous = OFF")
  }
}
