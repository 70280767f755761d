// SPDX-License-Identifier: MIT

import Foundation
import Observation
import TestInputs
import Testing

@testable import DecentDocuments

@MainActor @Suite(.ends) struct LiveRowsTests {
  private let folder: TemporaryFolder
  private let library: DocumentLibrary
  private let recipes: DocumentCollection<Recipe>

  init() throws {
    folder = try TemporaryFolder()
    library = try folder.library()
    recipes = try library.collection(indexedBy: Titles())
  }

  @Test func theRowsFollowTheLibraryAndTheQuery() async throws {
    try await recipes.add(Recipe(title: "Bread"))
    let live = LiveRows(library) { try $0.text(at: 0) }
    #expect(live.rows.isEmpty && !live.isLoaded)
    live.ask("SELECT title FROM titles ORDER BY title")
    await wait { live.isLoaded }
    #expect(live.rows == ["Bread"])
    let jam = try await recipes.add(Recipe(title: "Jam"))
    await wait { live.rows == ["Bread", "Jam"] }
    // Another process.
    try await folder.library().collection(of: Recipe.self, indexedBy: Titles()).remove(jam)
    await wait { live.rows == ["Bread"] }
    live.ask("SELECT title FROM titles WHERE title = ?", .text("Jam"))
    #expect(live.rows == ["Bread"] && !live.isLoaded)
    await wait { live.isLoaded }
    #expect(live.rows.isEmpty && live.failure == nil)
  }

  /// Words typed faster than the library answers.
  @Test func theLastQueryIsShown() async throws {
    let live = LiveRows(library) { try $0.integer(at: 0) }
    for number in 1...50 { live.ask("SELECT ?", .integer(number)) }
    await wait { live.isLoaded }
    #expect(live.rows == [50])
  }

  @Test func aQueryThatFailsTellsWhyUntilAnotherIsAsked() async throws {
    let live = LiveRows(library) { try $0.integer(at: 0) }
    live.ask("SELECT 1")
    await wait { live.isLoaded }
    live.ask("SELECT nothing FROM nowhere")
    await wait { live.failure != nil }
    #expect(live.failure is DocumentFailure && live.rows == [1] && !live.isLoaded)
    live.ask("SELECT 2")
    await wait { live.isLoaded }
    #expect(live.failure == nil && live.rows == [2])
  }

  @Test func rowsThatNobodyKeepsEnd() async throws {
    var live: LiveRows? = LiveRows(library) { try $0.integer(at: 0) }
    weak let kept = live
    live?.ask("SELECT 1")
    await wait { live?.isLoaded == true }
    live = nil
    while kept != nil { await Task.yield() }
  }
}
