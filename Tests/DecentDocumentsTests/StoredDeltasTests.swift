// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import ReplicatingTypes
import TestInputs
import Testing

@testable import DecentDocuments

/// The number of deltas stored beside the base of a document.
@Suite struct StoredDeltasTests {
  private let folder: TemporaryFolder
  private let library: DocumentLibrary
  private let id: UUID

  /// A document with a base of more than 64 KiB.
  init() throws {
    folder = try TemporaryFolder()
    library = try folder.library()
    id = try Self.add(digits: 100_000, to: library)
  }

  /// Adds a document whose base has two bytes for each digit.
  private static func add(digits: Int, to library: DocumentLibrary) throws -> UUID {
    var recipe = Recipe(title: "Bread")
    var random = TestRun.generator(seed: 1)
    recipe.method.append((0..<digits).map { _ in "\(random.below(10))" }.joined())
    return try library.collection(of: Recipe.self).add(recipe)
  }

  /// Changes the document by a letter a number of times.
  ///
  /// - Returns: The greatest number of deltas, and the number of times that the base was written.
  private func changes(
    _ count: Int, by author: Author, of other: UUID? = nil
  ) throws -> (deltas: Int, bases: Int) {
    let document = DocumentPlace(code: Recipe.frameKind.code, id: other ?? id).document
    return try library.write { database in
      let table = library.table(in: database)
      var (most, bases) = (0, 0)
      for _ in 0..<count {
        let rows = try table.prepareChange(of: document, by: author) { (recipe: inout Recipe) in
          recipe.method.append("x")
        }
        let change = try #require(rows).document
        if case .base = change.rows { bases += 1 }
        let key = try table.write(change)
        most = max(most, try table.storedBytes(of: key).count - 1)
      }
      return (most, bases)
    }
  }

  /// After the greatest key SQLite takes one by chance: a delta stood before those that it builds on.
  @Test func aDamagedKeyOfADeltaBarsNoEdit() throws {
    let recipes = try library.collection(of: Recipe.self)
    try recipes.edit(id) { $0.method.append("a") }
    try library.write { database in
      try database.run("UPDATE deltas SET key = ?", .integer(.max))
    }
    for letter in ["b", "c", "d"] { try recipes.edit(id) { $0.method.append(letter) } }
    let again = try folder.library()
    #expect(try again.check() == [])
    #expect(
      try again.collection(of: Recipe.self).document(of: id)?.method.string.hasSuffix("abcd")
        == true)
  }

  /// A sync used to read up to 100 changes of others beside a large base, and replayed each.
  @Test func changesOfOthersAreFoldedIntoALargeBase() throws {
    let (deltas, bases) = try changes(60, by: .others)
    #expect(deltas == 16)
    #expect(bases == 3)
    let method = try library.collection(of: Recipe.self).document(of: id)?.method
    #expect(method?.string.hasSuffix(String(repeating: "x", count: 60)) == true)
  }

  /// Writing a large base took more time than reading some more deltas each time.
  @Test func aLargerBaseIsWrittenAnewLessOften() throws {
    let large = try Self.add(digits: 600_000, to: library)
    let (deltas, bases) = try changes(80, by: .others, of: large)
    #expect(deltas == 36)
    #expect(bases == 2)
  }

  @Test func ownChangesAreStoredBesideALargeBase() throws {
    let (deltas, bases) = try changes(60, by: .here)
    #expect(deltas == 60)
    #expect(bases == 0)
  }
}
