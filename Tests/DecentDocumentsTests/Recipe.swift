// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import TestInputs

/// A model of an app.
struct Recipe: ReplicatingFields, Equatable, Sendable {
  var title = ReplicatingRegister(default: "")
  var method = ReplicatingText()
  var tags = ReplicatingSet<String>()

  init() {}

  init(title: String) {
    self.title.value = title
  }

  static let frameKind = FrameKind(code: 5000, name: "a recipe")

  var fields: Fields<ReplicatingRegister<String>, ReplicatingText, ReplicatingSet<String>> {
    get { Fields(title, method, tags) }
    set { (title, method, tags) = newValue.values }
  }
}

/// Another model of the same app.
struct Shelf: ReplicatingFields, Equatable, Sendable {
  var place = ReplicatingRegister(default: "")
  var count = ReplicatingCounter()

  init() {}

  init(place: String) {
    self.place.value = place
  }

  static let frameKind = FrameKind(code: 5001, name: "a shelf")

  var fields: Fields<ReplicatingRegister<String>, ReplicatingCounter> {
    get { Fields(place, count) }
    set { (place, count) = newValue.values }
  }
}

/// The titles of recipes, for lists.
struct Titles: DocumentIndex {
  let name = "titles"
  var steps = ["CREATE TABLE titles (id TEXT PRIMARY KEY, title TEXT NOT NULL)"]
  /// A title that no recipe may have.
  var refused: String?

  struct Refusal: Error {}

  func update(_ id: UUID, to recipe: Recipe, in tables: borrowing IndexTables) throws {
    if recipe.title.value == refused { throw Refusal() }
    try tables.run(
      "INSERT OR REPLACE INTO titles (id, title) VALUES (?, ?)", .id(id),
      .text(recipe.title.value))
  }

  func remove(_ id: UUID, from tables: borrowing IndexTables) throws {
    try tables.run("DELETE FROM titles WHERE id = ?", .id(id))
  }
}

extension DocumentLibrary {
  /// What the index says.
  func titles() throws -> [String] {
    try rows("SELECT title FROM titles ORDER BY title") { try $0.text(at: 0) }
  }
}

extension TemporaryFolder {
  /// Opens a library in this folder.
  func library(_ name: String = "recipes") throws -> DocumentLibrary {
    try DocumentLibrary(at: URL(fileURLWithPath: path("\(name).sqlite")))
  }
}
