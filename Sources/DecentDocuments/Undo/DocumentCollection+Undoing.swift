// SPDX-License-Identifier: MIT

import BinaryCoding
import DecentSync
import Foundation
import ReplicatingTypes

/// The outcome of undoing or redoing a step.
public struct UndoneStep: Hashable, Sendable {
  /// The keys of the fields that changed, in the order of their bytes.
  public let changed: [String]
  /// The keys of the fields that the step changed and that were not changed back, because others
  /// changed the fields since or because the changes cannot be undone. If only dropped contents of
  /// a field did not come back, the key is in ``changed``, too.
  public let kept: [String]
}

/// Undoing of whole documents.
///
/// A collection that records steps makes one step of each call of ``edit(_:_:)``,
/// ``merge(_:into:)``, ``move(_:before:)`` or ``DocumentDraft/commit()``. The step holds all
/// changes that the call made to the document. The library's file keeps the steps as long as the
/// document, and they are never synced. So undoing takes back the last step of this device. Edits of
/// others stay, and so do edits of this device that no step recorded:
///
/// - A register, or a key of a dictionary, gets its former value back if it still has the value
///   that the step set.
/// - Elements that the step inserted into a set are removed. Elements that it removed come back.
/// - A counter counts back what the step counted, unless another counter replaced it in a
///   dictionary.
/// - Text, or elements of an array, that the step inserted are removed. If the step deleted text or
///   elements, they come back. Text and elements that others inserted in between stay.
/// - An element or key that the step moved goes back, unless it was moved since. Moves that were
///   undone do not count.
/// - A key that the step added to a dictionary stays if another device edited its value since, or
///   if the value shows more than the step left in it. Elements of add-only sets and values of the
///   app's types do not count.
/// - Elements inserted into an add-only set stay, and so do constants and fields of the app's
///   types. Deleted text that was dropped does not come back. The keys of these fields are in
///   ``UndoneStep/kept``.
///
/// Edits of a copy that is merged count as made on this device if they were made in
/// `DocumentLibrary.environment()`.
///
/// Undoing is itself an edit, which is synced and merged like any other edit.
extension DocumentCollection where Content: ReplicatingModel {
  /// The same documents. Edits made through the returned collection are recorded as steps that can
  /// be undone.
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

  /// Takes back the last step of a document. Steps that are undone already do not count. If edits
  /// of others left nothing to undo in the step, it counts as undone, too. The next call then
  /// undoes the step before. A damaged step is skipped, and its edits stay.
  ///
  /// - Throws: ``DocumentFailure/nothingToUndo(_:kind:)`` and
  ///   ``DocumentFailure/unknownDocument(_:kind:)``. Nothing is changed then.
  /// - Complexity: O(*s* + *h*) for *s* steps of the document and histories of size *h* of the
  ///   texts and arrays that the step changed.
  @discardableResult
  public func undo(_ id: UUID) throws -> UndoneStep { try reverse(.undo, id) }

  /// Redoes what the last `undo(_:)` took back, unless the document was edited here since.
  ///
  /// - Throws: ``DocumentFailure/nothingToRedo(_:kind:)``, and the other errors of `undo(_:)`.
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
  /// - Returns: The reversal; nil if nothing was changed, or if `reversing` is nil.
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
