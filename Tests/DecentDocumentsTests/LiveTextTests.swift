// SPDX-License-Identifier: MIT

import Foundation
import Observation
import TestInputs
import Testing

@testable import DecentDocuments

@MainActor @Suite(.ends) struct LiveTextTests {
  private let folder: TemporaryFolder
  private let recipes: DocumentCollection<Recipe>
  private let id: UUID
  private let live: LiveCollection<Recipe>

  init() throws {
    folder = try TemporaryFolder()
    recipes = try folder.library().collection(of: Recipe.self)
    id = try recipes.add(Recipe(title: "Bread", method: "Knead."))
    live = LiveCollection(recipes)
  }

  private func shown() async -> LiveText<Recipe> {
    let text = LiveText(\Recipe.method, of: id, in: recipes)
    await wait { text.isLoaded }
    return text
  }

  private func method() async throws -> String? {
    try await recipes.document(of: id)?.method.string
  }

  /// An edit that is stored before the main actor hears of it.
  private func editUnseen(_ body: (inout Recipe) -> Void) throws { try recipes.edit(id, body) }

  @Test func whatIsTypedIsStored() async throws {
    let text = await shown()
    #expect(text.string == "Knead." && text.failure == nil)
    for letter in " Bake." { text.string.append(letter) }
    #expect(text.string == "Knead. Bake.")
    await wait { live[id]?.method.string == "Knead. Bake." }
    #expect(text.failure == nil)
  }

  @Test func typedTextTellsTheDevice() async throws {
    let text = await shown()
    text.string.append(" Bake.")
    text.undo()
    text.redo()
    await wait { live[id]?.method.string == "Knead. Bake." }
    let runs = try #require(try await recipes.document(of: id)).method.editRuns.dropFirst()
    let devices = try await recipes.library.devicesByMark()
    #expect(!runs.isEmpty)
    #expect(runs.allSatisfy { devices[$0.session.run.device]?.isThisDevice == true })
  }

  @Test func whatOthersWriteIsShown() async throws {
    let text = await shown()
    // Another process.
    let others = try folder.library().collection(of: Recipe.self)
    try await others.edit(id) { $0.method.append(" Bake.") }
    await wait { text.string == "Knead. Bake." }
  }

  @Test func typingDeletesNothingThatIsNotShown() async throws {
    let text = await shown()
    try editUnseen { $0.method.insert("Mix. ", at: 0) }
    text.string = "Knead well."
    try editUnseen { $0.method.append(" Bake.") }
    text.string.append(" Eat.")
    #expect(text.string == "Knead well. Eat.")
    await wait { live[id]?.method.string == text.string && text.string.contains("Mix. ") }
    #expect(text.string.hasPrefix("Mix. Knead well."))
    #expect(text.string.contains(" Eat.") && text.string.contains(" Bake."))
    #expect(try await method() == text.string)
  }

  @Test func twoViewsOfOneTextShowTheSame() async throws {
    let (mine, yours) = (await shown(), await shown())
    mine.string = "Mix. Knead."
    yours.string = "Knead. Bake."
    await wait { mine.string == "Mix. Knead. Bake." && yours.string == mine.string }
    while mine.canUndo { mine.undo() }
    await wait { mine.string == "Knead. Bake." && yours.string == mine.string }
    while mine.canRedo { mine.redo() }
    await wait { yours.string == "Mix. Knead. Bake." }
    #expect(mine.failure == nil && yours.failure == nil)
  }

  @Test func whatIsTypedBeforeTheTextIsReadStays() async throws {
    let text = LiveText(\Recipe.method, of: id, in: recipes)
    text.string = "Eat."
    await wait { text.isLoaded && text.string.count == 10 }
    #expect(text.string.contains("Eat.") && text.string.contains("Knead."))
    await wait { live[id]?.method.string == text.string }
    while text.canUndo { text.undo() }
    await wait { live[id]?.method.string == "Knead." }
  }

  @Test func whatIsTypedIsStoredAfterTheViewIsGone() async throws {
    var text: LiveText<Recipe>? = await shown()
    weak let kept = text
    text?.string = "Bake."
    text = nil
    await wait { live[id]?.method.string == "Bake." }
    while kept != nil { await Task.yield() }
  }

  @Test func failuresAreTold() async throws {
    let nothing = LiveText(\Recipe.method, of: UUID(), in: recipes)
    await wait { nothing.failure is DocumentFailure }
    #expect(!nothing.isLoaded)
    let text = await shown()
    try await recipes.remove(id)
    text.string = "Bake."
    await wait { text.failure as? DocumentFailure == .unknownDocument(id, kind: Recipe.kind) }
    #expect(text.string == "Bake.")
    // It comes back, with all that is shown.
    try await recipes.add(Recipe(title: "Rolls"), id: id)
    text.string.append(" Eat.")
    await wait { text.failure == nil && live[id]?.method.string == "Bake. Eat." }
  }

  /// What was typed into an empty text is not stored yet when the first text of others arrives.
  @Test func whatIsTypedIntoAnEmptyTextStays() async throws {
    let id = try await recipes.add(Recipe(title: "Rolls"))
    let text = LiveText(\Recipe.method, of: id, in: recipes)
    await wait { text.isLoaded }
    try await recipes.remove(id)
    text.string = "Eat."
    await wait { text.failure != nil }
    try await recipes.add(Recipe(title: "Rolls", method: "Bake."), id: id)
    await wait { text.string.contains("Bake.") }
    #expect(text.string.contains("Eat.") && text.canUndo)
    text.undo()
    await wait { text.string == "Bake." && text.failure == nil }
  }

  /// Another text under the id of the document.
  @Test func anotherTextIsShownInstead() async throws {
    let text = await shown()
    try await recipes.remove(id)
    try await recipes.add(Recipe(title: "Rolls", method: "Bake."), id: id)
    await wait { text.string == "Bake." && text.failure == nil }
  }
}
