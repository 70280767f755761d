// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import TestInputs

/// A model of an app.
struct Recipe: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var method = ReplicatingText()
  var tags = ReplicatingSet<String>()

  init() {}

  init(title: String, method: String = "") {
    self.title.value = title
    self.method.append(method)
  }

  static let kind = "com.example.recipe"

  static let fields = FieldList(("title", \Recipe.title), ("method", \.method), ("tags", \.tags))
}

/// Another model of the same app.
struct Shelf: ReplicatingModel {
  var place = ReplicatingRegister(default: "")
  var count = ReplicatingCounter()

  init() {}

  init(place: String) {
    self.place.value = place
  }

  static let kind = "com.example.shelf"

  static let fields = FieldList(("place", \Shelf.place), ("count", \.count))
}

/// A model with texts in a dictionary.
struct Album: ReplicatingModel {
  var pages = ReplicatingDictionary<String, ReplicatingText>()

  init() {}

  static let kind = "com.example.album"

  static let fields = FieldList(("pages", \Album.pages))
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

/// The methods of recipes.
struct Methods: DocumentIndex {
  var name = "methods"
  var steps = ["CREATE TABLE methods (id TEXT PRIMARY KEY, method TEXT NOT NULL)"]

  func update(_ id: UUID, to recipe: Recipe, in tables: borrowing IndexTables) throws {
    try tables.run(
      "INSERT OR REPLACE INTO methods (id, method) VALUES (?, ?)", .id(id),
      .text(recipe.method.string))
  }

  func remove(_ id: UUID, from tables: borrowing IndexTables) throws {
    try tables.run("DELETE FROM methods WHERE id = ?", .id(id))
  }
}

extension DocumentLibrary {
  func methods() throws -> [String] {
    try rows("SELECT method FROM methods ORDER BY method") { try $0.text(at: 0) }
  }

  /// The titles in the index.
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
