// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import Observation

/// The method of a recipe, as a text view shows it while others may edit it, too.
@MainActor @Observable
final class MethodEditor {
  private var editing: TextEditing
  private let id: UUID
  private let book: RecipeBook

  init(of id: UUID, showing method: ReplicatingText, in book: RecipeBook) {
    editing = TextEditing(method)
    (self.id, self.book) = (id, book)
  }

  /// What the text view shows. Setting it is typing.
  var string: String {
    get { editing.string }
    set { edit { editing, text in editing.typed(newValue, in: &text) } }
  }

  /// Shows what others wrote.
  func arrived(_ method: ReplicatingText) { editing.arrived(method) }

  var canUndo: Bool { editing.canUndo }

  /// Takes back what was typed here last. What others wrote stays.
  func undo() { edit { editing, text in try editing.undo(in: &text) } }

  private func edit(_ body: (inout TextEditing, inout ReplicatingText) throws -> Void) {
    var method = editing.shown
    do { try body(&editing, &method) } catch { return book.failure = "\(error)" }
    // Edits merge, in whatever order they are stored.
    book.perform { [book, id, method] in
      try await book.recipes.edit(id) { $0.method.merge(method) }
    }
  }
}
