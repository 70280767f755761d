// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation

struct Recipe: ReplicatingModel, OrderedDocument {
  var title = ReplicatingRegister(default: "")
  var isFavourite = ReplicatingRegister(default: false)
  var tags = ReplicatingSet<String>()
  var method = ReplicatingText()
  var place = ReplicatingRegister(default: FractionalIndex.unset)
  var newerFields = NewerFields()

  static let kind = "com.example.recipe"
  static let fields = FieldList(
    ("title", \Recipe.title), ("isFavourite", \.isFavourite), ("tags", \.tags),
    ("method", \.method), ("place", \.place))

  /// The tags in one line.
  var tagWords: String { tags.sorted().joined(separator: " ") }
}

/// The contents of a form: what a person types, and the recipe as it was before.
struct RecipeDraft {
  let recipe: Recipe
  var title: String
  var tags: String

  init(_ recipe: Recipe) {
    self.recipe = recipe
    title = recipe.title.value
    tags = recipe.tagWords
  }

  /// The recipe with the changes of the person. Each call edits a copy anew.
  var result: Recipe {
    var result = recipe
    if title != recipe.title.value { result.title.value = title }
    result.tags.update(to: Set(tags.split(separator: " ").map(String.init)))
    return result
  }
}

/// A table of the recipes, in which a search looks.
struct RecipeWords: DocumentIndex {
  let name = "recipe_words"
  let steps = ["CREATE TABLE recipe_words (id TEXT PRIMARY KEY, words TEXT NOT NULL, place BLOB)"]

  /// The ids of the recipes that hold some letters, in the order that people chose.
  static let query =
    "SELECT id FROM recipe_words WHERE instr(lower(words), lower(?)) > 0 ORDER BY place"

  func update(_ id: UUID, to recipe: Recipe, in tables: borrowing IndexTables) throws {
    let words = "\(recipe.title.value) \(recipe.tagWords) \(recipe.method)"
    try tables.run(
      "INSERT OR REPLACE INTO recipe_words VALUES (?, ?, ?)", .id(id), .text(words),
      .place(of: recipe, id))
  }

  func remove(_ id: UUID, from tables: borrowing IndexTables) throws {
    try tables.run("DELETE FROM recipe_words WHERE id = ?", .id(id))
  }
}
