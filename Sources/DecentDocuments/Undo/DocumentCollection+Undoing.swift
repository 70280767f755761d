// SPDX-License-Identifier: MIT

import BinaryCoding
import DecentSync
import Foundation
import ReplicatingTypes

/// The outcome of undoing or redoing a step.
public struct UndoneStep: Hashable, Sendable {
  /// The keys of the fields that changed, in the order of their bytes.
  public let changed: [String]
  /// The keys of the fields that the step changed and that were not changed back: others changed
  /// the field since, or its change cannot be undone. If only dropped contents of a field did not
  /// come back, its key is in ``changed``, too.
  public let kept: [String]
}

/// Undoing of whole documents.
///
/// Each call of ``edit(_:_:)``, ``merge(_:into:)``, ``move(_:before:)`` or ``DocumentDraft/commit()`` through a
/// collection that records steps is one step: all changes that the call made to the document, in any field. Steps are
/// this device's own. They are in the library's file, are never synced, and are removed with their document. So undoing
/// takes back the last step of this device, and no edits of others:
///
/// - A register, or a key of a dictionary, gets its former value back if it still has the value that the
///   step set.
/// - Elements of a set that the step inserted are removed, and elements that it removed come back.
/// - A counter counts back, unless another counter took its place in a dictionary.
/// - Text and elements of an array that the step inserted are removed, and what it deleted comes
///   back. Text and elements that others inserted among these stay.
/// - A moved element or key goes back to its former place, unless another device moved it since.
/// - A key that the step added to a dictionary stays if another device edited its value since.
/// - Elements inserted into an add-only set stay, and so do constants and fields of a type of your own. Deleted text
///   that was dropped does not come back. ``UndoneStep/kept`` has the keys of such fields.
///
/// Edits of a merged copy count as made on this device if they were made in
/// ``DocumentLibrary/environment()``.
///
/// Undoing is itself an edit, which is synced and merged as all others are.
extension DocumentCollection where Content: ReplicatingModel {
  /// The same documents, with the edits made through this value recorded as steps to be undone.
  ///
  /// ```swift
  /// let recipes = try library.collection(of: Recipe.self).recordingSteps()
  /// try recipes.edit(id) { $0.title.value = "Rye bread" }
  /// try recipes.undo(id)  // the title is as before
  /// try recipes.redo(id)  // "Rye bread" again
  /// ```
  ///
  /// - Parameter count: The most steps of each document, at least one. Older steps are forgotten,
  ///   and so are all but the last 10,000 steps of all documents together.
  /// - Complexity: O(1). Recording an edit costs time in proportion to what the edit changes.
  public func recordingSteps(atMost count: Int = 100) -> DocumentCollection {
    require(count > 0, "cannot keep \(count) steps")
    return DocumentCollection(library, mostSteps: count)
  }

  /// Whether there is a step to undo. Edits of others may have left nothing to undo in it.
  public func canUndo(_ id: UUID) throws -> Bool { try hasStep(.undo, of: id) }

  /// Whether there is a step to redo. Edits of others may have left nothing to redo in it.
  public func canRedo(_ id: UUID) throws -> Bool { try hasStep(.redo, of: id) }

  /// Takes back the last step of a document that was not undone yet. If edits of others left
  /// nothing of the step to undo, it counts as undone nevertheless, so that the next call goes on
  /// to the step before it. A damaged step is skipped, and its edits stay.
  ///
  /// - Throws: ``DocumentFailure/nothingToUndo(_:kind:)`` and
  ///   ``DocumentFailure/unknownDocument(_:kind:)``. Nothing is changed then.
  /// - Complexity: O(*s*) in the document's steps, and in the history of a text or an array that the step
  ///   changed.
  @discardableResult
  public func undo(_ id: UUID) throws -> UndoneStep { try reverse(.undo, id) }

  /// Redoes what the last `undo(_:)` took back, unless the document was edited here since.
  ///
  /// - Throws: As `undo(_:)`, with ``DocumentFailure/nothingToRedo(_:kind:)``.
  @discardableResult
  public func redo(_ id: UUID) throws -> UndoneStep { try reverse(.redo, id) }

  private func hasStep(_ direction: StepTable.Direction, of id: UUID) throws -> Bool {
    try library.read { database in
      guard let key = try library.table(in: database).key(of: document(id)) else { return false }
      return try StepTable(database: database).next(direction, of: key) != nil
    }
  }

  private func reverse(_ direction: StepTable.Direction, _ id: UUID) throws -> UndoneStep {
    try library.write { database in
      guard let key = try library.table(in: database).key(of: document(id)) else {
        throw DocumentFailure.unknownDocument(id, kind: Self.name)
      }
      let steps = StepTable(database: database)
      guard let (number, step) = try steps.next(direction, of: key) else {
        throw direction == .undo
          ? DocumentFailure.nothingToUndo(id, kind: Self.name)
          : DocumentFailure.nothingToRedo(id, kind: Self.name)
      }
      let putBack = try steps.putBack(in: key)
      var new = PutBack()
      var lacking: Set<String> = []
      let reversing = Reversing<Content>()
      let inverse = try recordingChange(of: id, in: database, with: reversing) { content in
        for field in step.reversal.fields {
          var undoing = Undoing(after: putBack)
          reversing.revert(&content, .fields([field]), &undoing)
          new = new + undoing.new
          if undoing.lacksContents { lacking.insert(field.key) }
        }
      }
      let changed = inverse?.fields ?? []
      let keys = Set(changed.map(\.key))
      // Fields that were not changed back are reported again when the step is redone, or undone
      // again.
      let kept = step.reversal.fields.map(\.key).filter { !keys.contains($0) }
      let turned = StoredStep(
        reversal: .fields(changed + kept.map { FieldReversal($0, .nothing) }),
        putBack: step.putBack + new)
      try steps.turn(number, direction, into: turned)
      return UndoneStep(
        changed: changed.map(\.key),
        kept: step.reversal.fields.map(\.key).filter { !keys.contains($0) || lacking.contains($0) })
    }
  }
}

extension DocumentCollection {
  /// Changes a document, and returns the reversal of the change.
  ///
  /// - Returns: Nil if nothing was changed, or without `reversing`.
  func recordingChange(
    of id: UUID, in database: Database, with reversing: Reversing<Content>?,
    _ body: (inout Content) throws -> Void
  ) throws -> Reversal? {
    var mark: FieldPart?
    let content = try change(id, in: database) { content in
      mark = reversing?.mark(content)
      try body(&content)
    }
    guard let content, let mark else { return nil }
    return reversing?.reversal(content, mark)
  }

  /// The recording of edits; nil if this collection does not record steps.
  var reversing: Reversing<Content>? { mostSteps == nil ? nil : Reversing() }

  /// Records a step of a document, if this collection records steps.
  func record(_ step: Reversal?, of id: UUID, in database: Database) throws {
    guard let mostSteps, let step, let key = try library.table(in: database).key(of: document(id))
    else { return }
    try StepTable(database: database).add(step, of: key, atMost: mostSteps)
  }
}

extension Reversal {
  fileprivate var fields: [FieldReversal] {
    if case .fields(let fields) = self { fields } else { [] }
  }
}
