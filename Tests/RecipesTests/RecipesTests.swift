// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import SwiftUI
import TestInputs
import Testing

@testable import recipes

/// What the views of the example call, on two devices that share a folder.
@MainActor @Suite(.ends) struct RecipesTests {
  private let folder: TemporaryFolder
  private let shared: String

  init() throws {
    folder = try TemporaryFolder()
    shared = folder.path("shared")
    try FileManager.default.createDirectory(
      atPath: shared, withIntermediateDirectories: false)
  }

  private func book(on device: String) async throws -> RecipeBook {
    try await RecipeBook.opened(at: URL(fileURLWithPath: folder.path("\(device).sqlite")))
  }

  /// A book with recipes of some titles, all of them shown.
  private func book(on device: String, _ titles: String...) async throws -> RecipeBook {
    let book = try await book(on: device)
    for title in titles { try await book.recipes.add { $0.title.value = title } }
    await wait { book.shown.count == titles.count }
    return book
  }

  private func titles(_ book: RecipeBook) -> [String] {
    book.shown.map { book.live[$0]?.title.value ?? "" }
  }

  private func editor(of id: UUID, in book: RecipeBook) async -> LiveText<Recipe> {
    let method = LiveText(\Recipe.method, of: id, in: book.recipes)
    await wait { method.isLoaded }
    return method
  }

  @Test func whatIsAddedStandsInTheList() async throws {
    let book = try await book(on: "phone")
    await book.add().value
    await wait { titles(book) == ["New recipe"] }
    #expect(!book.hasFailed)
  }

  @Test func aPreviewShowsItsRecipes() async throws {
    let book = try RecipeBook.preview("Bread", "Jam")
    await wait { titles(book) == ["Bread", "Jam"] }
  }

  @Test func rowsAreMovedAndRemoved() async throws {
    let book = try await book(on: "phone", "Bread", "Jam", "Soup")
    book.move(fromOffsets: [2], toOffset: 0)
    await wait { titles(book) == ["Soup", "Bread", "Jam"] }
    await book.remove(atOffsets: [0, 2]).value
    await wait { titles(book) == ["Bread"] }
  }

  @Test func aTickIsShownOnceItIsStored() async throws {
    let book = try await book(on: "phone", "Bread")
    let id = book.shown[0]
    for isFavourite in [true, false] {
      await book.toggleFavourite(id).value
      await wait { book.live[id]?.isFavourite.value == isFavourite }
    }
    #expect(!book.hasFailed)
  }

  @Test func aSearchFollowsTheLettersAndTheRecipes() async throws {
    let book = try await book(on: "phone", "Bread", "Rye bread", "Jam")
    book.search = "BRE"
    await wait { titles(book) == ["Bread", "Rye bread"] }
    let jam = try #require(try await book.recipes.ids().last)
    try await book.recipes.edit(jam) { $0.tags.insert("breakfast") }
    await wait { titles(book) == ["Bread", "Rye bread", "Jam"] }
    book.search = "rye"
    await wait { titles(book) == ["Rye bread"] }
    await book.remove(atOffsets: [0]).value
    book.search = ""
    await wait { titles(book) == ["Bread", "Jam"] }
  }

  @Test func aFormKeepsWhatOthersChangedMeanwhile() async throws {
    let book = try await book(on: "phone", "Bread")
    let id = book.shown[0]
    await wait { book.live[id] != nil }
    var draft = RecipeDraft(try #require(book.live[id]))
    draft.title = "Rye bread"
    for letter in "slow cheap" { draft.tags.append(letter) }
    try await book.recipes.edit(id) {
      $0.method = "Bake."
      $0.tags.insert("good")
    }
    await book.save(draft, as: id).value
    await wait { titles(book) == ["Rye bread"] }
    #expect(book.live[id]?.tagWords == "cheap good slow")
    #expect(book.live[id]?.method.string == "Bake.")
    let devices = try await book.recipes.library.devicesByMark()
    let device = book.live[id]?.title.version.run.device
    #expect(try devices[#require(device)]?.isThisDevice == true)
    await book.undo(id).value
    await wait { titles(book) == ["Bread"] }
    #expect(book.live[id]?.tagWords == "good")
    // Nothing is left to be undone.
    await book.undo(id).value
    #expect(!book.hasFailed)
  }

  @Test func theWindowUndoesWhatWasSavedAndRemoved() async throws {
    let book = try await book(on: "phone", "Bread", "Jam")
    let undoManager = UndoManager()
    book.undoManager = undoManager
    let bread = try #require(try await book.recipes.document(of: book.shown[0]))
    var draft = RecipeDraft(bread)
    draft.title = "Rye bread"
    await book.save(draft, as: book.shown[0]).value
    await wait { titles(book) == ["Rye bread", "Jam"] }
    undoManager.undo()
    await wait { titles(book) == ["Bread", "Jam"] }
    #expect(!undoManager.canUndo && undoManager.canRedo)
    undoManager.redo()
    await wait { titles(book) == ["Rye bread", "Jam"] }
    await book.remove(atOffsets: [0]).value
    await wait { titles(book) == ["Jam"] }
    undoManager.undo()
    await wait { titles(book) == ["Rye bread", "Jam"] }
    undoManager.redo()
    await wait { titles(book) == ["Jam"] }
    undoManager.undo()
    await wait { titles(book) == ["Rye bread", "Jam"] }
    #expect(!book.hasFailed)
  }

  @Test func theWindowUndoesDrags() async throws {
    let book = try await book(on: "phone", "Bread", "Jam", "Soup")
    let undoManager = UndoManager()
    book.undoManager = undoManager
    var draft = RecipeDraft(try #require(try await book.recipes.document(of: book.shown[2])))
    draft.title = "Stew"
    await book.save(draft, as: book.shown[2]).value
    await wait { titles(book) == ["Bread", "Jam", "Stew"] }
    undoManager.undo()
    await wait { titles(book) == ["Bread", "Jam", "Soup"] }
    undoManager.redo()
    await wait { titles(book) == ["Bread", "Jam", "Stew"] }
    // Bread stays where it is.
    await book.move(fromOffsets: [0, 2], toOffset: 0).value
    await wait { titles(book) == ["Bread", "Stew", "Jam"] }
    undoManager.undo()
    await wait { titles(book) == ["Bread", "Jam", "Stew"] }
    undoManager.redo()
    await wait { titles(book) == ["Bread", "Stew", "Jam"] }
    undoManager.undo()
    await wait { titles(book) == ["Bread", "Jam", "Stew"] }
    undoManager.undo()
    await wait { titles(book) == ["Bread", "Jam", "Soup"] }
    #expect(!book.hasFailed)
  }

  @Test func twoPeopleWriteOneMethod() async throws {
    let book = try await book(on: "phone", "Bread")
    let id = book.shown[0]
    let (mine, yours) = (await editor(of: id, in: book), await editor(of: id, in: book))
    mine.string = "Bake."
    yours.string = "Knead. "
    await wait { mine.string.count == 12 && mine.string == yours.string }
    mine.string += " Eat."
    await wait { book.live[id]?.method.string == mine.string && mine.string == yours.string }
    // One step, or two if the machine was slow between the edits.
    while mine.canUndo { mine.undo() }
    await wait { book.live[id]?.method.string == "Knead. " }
  }

  @Test func devicesThatShareAFolderShowOneList() async throws {
    let phone = try await book(on: "phone", "Bread")
    let laptop = try await book(on: "laptop")
    let syncs = [phone, laptop].map { book in Task { await book.sync(with: shared) } }
    await wait { titles(laptop) == ["Bread"] && phone.syncLine == "Synced" }
    await laptop.add().value
    await wait { titles(phone) == ["Bread", "New recipe"] }
    syncs.forEach { $0.cancel() }
    for sync in syncs { await sync.value }
    #expect(!phone.hasFailed && !laptop.hasFailed)
  }

  @Test func whatFailsIsTold() async throws {
    let book = try await book(on: "phone", "Bread")
    let id = book.shown[0]
    try await book.recipes.remove(id)
    var draft = RecipeDraft(Recipe())
    draft.title = "Rye bread"
    await book.save(draft, as: id).value
    let unknown = DocumentFailure.unknownDocument(id, kind: Recipe.kind)
    #expect(book.failure == unknown.localizedDescription)
    book.hasFailed = false
    #expect(book.failure == nil)
    // The folder is on a stick that is not plugged in.
    let sync = Task { await book.sync(with: folder.path("stick")) }
    await wait { book.syncLine?.hasPrefix("Not all is synced: ") == true }
    sync.cancel()
    await sync.value
  }
}
