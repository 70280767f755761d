// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import SwiftUI

@main
struct RecipesApp: App {
  @State private var book: RecipeBook?
  @State private var failure: String?

  private static let documents = FileManager.default
    .urls(for: .documentDirectory, in: .userDomainMask)[0]
  private static let file = documents.appendingPathComponent("Recipes.sqlite")
  private static let folder = documents.appendingPathComponent("Shared").path

  var body: some Scene {
    WindowGroup {
      if let book {
        RecipeList(book: book).task { await book.sync(with: Self.folder) }
      } else {
        Text(failure ?? "Opening…").task {
          do { book = try await RecipeBook.opened(at: Self.file) } catch {
            failure = error.localizedDescription
          }
        }
      }
    }
  }
}

struct RecipeList: View {
  @Bindable var book: RecipeBook
  @Environment(\.undoManager) private var undoManager

  var body: some View {
    NavigationStack {
      List {
        ForEach(book.shown, id: \.self) { id in
          NavigationLink(value: id) { RecipeRow(id: id, book: book) }
            .moveDisabled(!book.search.isEmpty)
        }
        .onMove { book.move(fromOffsets: $0, toOffset: $1) }
        .onDelete { book.remove(atOffsets: $0) }
        if let line = book.syncLine { Text(line) }
      }
      .navigationTitle("Recipes")
      .task { book.undoManager = undoManager }
      .navigationDestination(for: UUID.self) { RecipePage(id: $0, book: book) }
      .searchable(text: $book.search)
      .toolbar { Button("Add") { book.add() } }
      .alert("That did not work", isPresented: $book.hasFailed) {
        Button("OK") {}
      } message: {
        Text(book.failure ?? "")
      }
    }
  }
}

/// A row that reads its recipe alone: a change of one recipe shows one row anew.
struct RecipeRow: View {
  let id: UUID
  let book: RecipeBook

  var body: some View {
    if let recipe = book.live[id] {
      HStack {
        Text(recipe.title.value)
        Button(recipe.isFavourite.value ? "★" : "☆") { book.toggleFavourite(id) }
          .buttonStyle(.borderless)
      }
    }
  }
}

struct RecipePage: View {
  let id: UUID
  let book: RecipeBook
  @State private var method: LiveText<Recipe>?
  @State private var isEditing = false

  var body: some View {
    if let recipe = book.live[id] {
      Form {
        Section("Tags") { Text(recipe.tagWords) }
        Section("Method") {
          if let method { MethodView(method: method) }
        }
      }
      .navigationTitle(recipe.title.value)
      .toolbar {
        Button("Edit") { isEditing = true }
        Button("Undo") { book.undo(id) }
      }
      .sheet(isPresented: $isEditing) {
        RecipeForm(draft: RecipeDraft(recipe)) { book.save($0, as: id) }
      }
      .task { if method == nil { method = LiveText(\.method, of: id, in: book.recipes) } }
    } else {
      Text("This recipe is gone.")
    }
  }
}

struct MethodView: View {
  @Bindable var method: LiveText<Recipe>

  var body: some View {
    TextEditor(text: $method.string).disabled(!method.isLoaded)
    Button("Undo typing") { method.undo() }.disabled(!method.canUndo)
    if let failure = method.failure { Text(failure.localizedDescription) }
  }
}

/// A form that keeps what a person types, and edits the recipe when the person saves.
struct RecipeForm: View {
  @State var draft: RecipeDraft
  let save: (RecipeDraft) -> Void
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    Form {
      TextField("Title", text: $draft.title)
      TextField("Tags", text: $draft.tags)
      Button("Save") {
        save(draft)
        dismiss()
      }
    }
  }
}
