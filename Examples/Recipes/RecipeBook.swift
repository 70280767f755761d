// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import Observation
import SwiftUI

/// The state and the actions behind the views of the app. It never waits for the disk on the main actor.
@MainActor @Observable
final class RecipeBook {
  /// All recipes, in the order that people chose.
  let live: LiveCollection<Recipe>
  /// The recipes that the search finds.
  let found: LiveRows<UUID>
  /// The letters that a person searches for; empty for no search.
  var search = "" { didSet { ask() } }
  /// The last failure, for a person; nil if nothing did, or the person saw it.
  var failure: String?
  /// The outcome of the last sync, for a person; nil before the first.
  private(set) var syncLine: String?

  /// The undo of the window: of ⌘Z, and of shaking a phone.
  @ObservationIgnored weak var undoManager: UndoManager?

  let recipes: DocumentCollection<Recipe>
  /// The same recipes, whose changes can be undone.
  private let undoable: DocumentCollection<Recipe>

  /// Opens a library away from the main actor.
  static func opened(at file: URL) async throws -> RecipeBook {
    let recipes = try await Task.detached {
      try DocumentLibrary(at: file).collection(of: Recipe.self, indexedBy: RecipeWords())
    }.value
    return RecipeBook(recipes)
  }

  /// A book of some recipes for previews, which is gone with it.
  static func preview(_ titles: String...) throws -> RecipeBook {
    let library = try DocumentLibrary.temporary()
    let recipes = try library.collection(of: Recipe.self, indexedBy: RecipeWords())
    for title in titles { try recipes.add { $0.title.value = title } }
    return RecipeBook(recipes)
  }

  private init(_ recipes: DocumentCollection<Recipe>) {
    self.recipes = recipes
    undoable = recipes.recordingSteps()
    live = LiveCollection(undoable)
    found = LiveRows(recipes.library) { try $0.id(at: 0) }
  }

  // MARK: The list

  /// The ids of the recipes in the list.
  var shown: [UUID] { search.isEmpty ? live.ids : found.rows }

  private func ask() {
    if !search.isEmpty { found.ask(RecipeWords.query, .text(search)) }
  }

  @discardableResult
  func add() -> Task<Void, Never> {
    perform { [recipes] in try await recipes.add { $0.title.value = "New recipe" } }
  }

  /// Moves rows of the whole list. Rows that a search shows cannot be moved.
  @discardableResult
  func move(fromOffsets source: IndexSet, toOffset destination: Int) -> Task<Void, Never> {
    // A sync may have shortened the list since the view drew it.
    let places = source.filter(live.ids.indices.contains)
      .map { (id: live.ids[$0], place: live[live.ids[$0]]?.place.value) }
    let move = live.move(fromOffsets: source, toOffset: destination)
    return perform { [undoable] in
      try await move.value
      // A recipe that stood there already has no new step.
      var moved: [UUID] = []
      for (id, place) in places
      where try await undoable.document(of: id)?.place.value != place {
        moved.append(id)
      }
      self.registerUndoOfSteps(of: moved)
    }
  }

  @discardableResult
  func remove(atOffsets offsets: IndexSet) -> Task<Void, Never> {
    let ids = offsets.map { shown[$0] }
    return perform { [recipes] in
      let library = recipes.library
      let removed = try await library.transaction {
        try ids.map { (id: $0, recipe: try recipes.remove($0)) }
      }
      self.registerUndo {
        try await library.transaction {
          for (id, recipe) in removed { try recipes.restore(recipe, id: id) }
        }
      } redo: {
        try await library.transaction { for id in ids { try recipes.remove(id) } }
      }
    }
  }

  // MARK: One recipe

  /// Marks a favourite, or takes the mark off.
  @discardableResult
  func toggleFavourite(_ id: UUID) -> Task<Void, Never> {
    perform { [recipes] in try await recipes.edit(id) { $0.isFavourite.value.toggle() } }
  }

  /// Stores what a person changed in a form. Others' changes of the same time stay.
  @discardableResult
  func save(_ draft: RecipeDraft, as id: UUID) -> Task<Void, Never> {
    perform { [undoable] in
      if draft.result == draft.recipe { return }
      try await undoable.edit(id) { $0.merge(draft.result) }
      self.registerUndoOfSteps(of: [id])
    }
  }

  /// Takes back the last step of a recipe here: what a form saved, or a drag moved.
  @discardableResult
  func undo(_ id: UUID) -> Task<Void, Never> {
    perform { [undoable] in
      if try await undoable.canUndo(id) { try await undoable.undo(id) }
    }
  }

  /// Tells the window how to take back the last step of each of some recipes.
  private func registerUndoOfSteps(of ids: [UUID]) {
    if ids.isEmpty { return }
    // A removed recipe has no steps any more, also when it is back.
    registerUndo { [undoable] in
      for id in ids where try await undoable.canUndo(id) { try await undoable.undo(id) }
    } redo: { [undoable] in
      for id in ids where try await undoable.canRedo(id) { try await undoable.redo(id) }
    }
  }

  /// Tells the window how to take back what was done.
  private func registerUndo(
    _ undo: @escaping @MainActor () async throws -> Void,
    redo: @escaping @MainActor () async throws -> Void
  ) {
    undoManager?.registerUndo(withTarget: self) { book in
      MainActor.assumeIsolated {
        // An action that is registered while the manager undoes can be redone, and the other way round.
        book.registerUndo(redo, redo: undo)
        book.perform(undo)
      }
    }
  }

  // MARK: Sync

  /// Syncs with a folder that devices share, until the task is cancelled.
  func sync(with folder: String) async {
    do {
      let sync = try await Task.detached { [library = recipes.library] in
        try RemoteSync(library, with: FolderStore(path: folder), as: RemoteName("folder"))
      }.value
      for try await report in sync.watch() { show(report) }
    } catch { failure = error.localizedDescription }
  }

  private func show(_ report: SyncReport) {
    let problem = report.stopped?.localizedDescription ?? report.problems.first.map { "\($0.name)" }
    syncLine = problem.map { "Not all is synced: \($0)" } ?? "Synced"
  }

  // MARK: Failures

  var hasFailed: Bool {
    get { failure != nil }
    set { if !newValue { failure = nil } }
  }

  /// Does something, and keeps for the views what failed.
  @discardableResult
  func perform(_ body: @escaping @MainActor () async throws -> Void) -> Task<Void, Never> {
    Task { do { try await body() } catch { failure = error.localizedDescription } }
  }
}
