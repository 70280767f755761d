// SPDX-License-Identifier: MIT

/// The outcome of undoing or redoing a step.
public struct StepOutcome: Hashable, Sendable {
  /// The parts of the note that changed.
  public let changed: [NotePart]
  /// The parts that stay, since they were changed after the step.
  public let kept: [NotePart]
}

/// Undoing what one call changed of a note in this library (``NoteStep``).
///
/// Steps are this library's own and are never synced. So `undo` takes back what the user of this library
/// did last, and no device undoes the work of another. An undone step is marked as undone, and can be
/// redone until the next edit drops it. A step whose parts others changed since changes nothing. It counts
/// as undone all the same, so that the next undo goes on to the step before it.
///
/// `TextUndo` is of no use here: it takes the edits of one author within one text and the memory of a
/// running program, and knows no other parts.
extension Library {
  /// Undoes the last change of a note that was made in this library and not undone yet: of its text,
  /// title, tags, priority, folder, pin or place in the order, or its way into the trash or out of it.
  /// Changes that others made stay.
  ///
  /// - Throws: ``LibraryFailure/unknownNote(_:)``, ``LibraryFailure/nothingToUndo(title:)``, and the
  ///   reason why the former text cannot be told any more; nothing is changed then.
  public func undo(_ id: NoteID) throws -> StepOutcome {
    try changing {
      guard let (number, step) = try steps.last(of: known(id)) else {
        throw LibraryFailure.nothingToUndo(title: try notes.summary(id)?.title ?? "")
      }
      try steps.set(isUndone: true, number)
      return try apply(step.inverted, to: id)
    }
  }

  /// Redoes the change that was undone last, unless the note was changed here since.
  ///
  /// - Throws: As ``undo(_:)``, with ``LibraryFailure/nothingToRedo(title:)``.
  public func redo(_ id: NoteID) throws -> StepOutcome {
    try changing {
      guard let (number, step) = try steps.undone(of: known(id)) else {
        throw LibraryFailure.nothingToRedo(title: try notes.summary(id)?.title ?? "")
      }
      try steps.set(isUndone: false, number)
      return try apply(step, to: id)
    }
  }

  private var steps: StepTable { StepTable(library: documents) }

  private func known(_ id: NoteID) throws -> NoteID {
    guard try collection.exists(id.uuid) else { throw try absence(of: id) }
    return id
  }

  private func apply(_ step: NoteStep, to id: NoteID) throws -> StepOutcome {
    let changed = try naming(.note(id)) { try collection.edit(id.uuid) { try step.apply(to: &$0) } }
    return StepOutcome(
      changed: step.parts.filter(changed.contains),
      kept: step.parts.filter { !changed.contains($0) })
  }

  /// Records a change that was made here. The caller has begun a transaction.
  func record(_ step: NoteStep, of id: NoteID) throws {
    if try !step.isEmpty && collection.exists(id.uuid) { try steps.add(step, of: id) }
  }
}
