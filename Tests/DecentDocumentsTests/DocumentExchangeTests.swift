// SPDX-License-Identifier: MIT

import Testing

@testable import DecentDocuments

/// An exchange with a replica that is no device.
@Suite struct DocumentExchangeTests {
  /// The other side sent no edits.
  @Test func whatTheClosureEditsIsStored() throws {
    let recipes = try DocumentLibrary.temporary().collection(of: Recipe.self)
    let id = try recipes.add(Recipe(title: "Bread"))
    let answer = try recipes.exchange(id, with: DocumentExchange()) { recipe, _, merge in
      try merge(&recipe)
      if recipe.method.isEmpty { recipe.method.append("Mix.") }
    }
    let stored = try #require(try recipes.document(of: id))
    #expect(stored.method.string == "Mix.")
    #expect(try answer.version == stored.version.encoded())
    let revision = try recipes.library.revision()
    _ = try recipes.exchange(id, with: DocumentExchange())
    #expect(try recipes.library.revision() == revision)
  }
}
