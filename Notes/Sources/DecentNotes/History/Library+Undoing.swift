// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import ReplicatingTypes

/// The outcome of undoing or redoing a step.
public struct StepOutcome: Hashable, Sendable {
  /// The parts of the note that changed.
  public let changed: [NotePart]
  /// The parts that stay, because they were changed after the step. The text also stays if the step
  /// deleted text that was dropped for good.
  public let kept: [NotePart]
}

/// Undo of changes of a note. The changes that one call makes in this library are one step, as in
/// `DocumentCollection`.
extension Library {
  /// Undoes the last change of a note that was made in this library and is not undone yet. The
  /// change may be of the text, title, tags, priority, folder, pin or place in the order, or a move
  /// into or out of the trash. Changes that other devices made stay.
  ///
  /// - Throws: ``LibraryFailure/unknownNote(_:)``, ``LibraryFailure/nothingToUndo(title:)``;
  ///   nothing is changed then.
  public func undo(_ id: NoteID) throws -> StepOutcome { try reverse(id) { try $0.undo($1) } }

  /// Redoes the change that was undone last, unless the note was changed here after that undo.
  ///
  /// - Throws: ``LibraryFailure/unknownNote(_:)``, ``LibraryFailure/nothingToRedo(title:)``;
  ///   nothing is changed then.
  public func redo(_ id: NoteID) throws -> StepOutcome { try reverse(id) { try $0.redo($1) } }

  private func reverse(
    _ id: NoteID, _ reverse: (DocumentCollection<Note>, UUID) throws -> UndoneStep
  ) throws -> StepOutcome {
    try changing {
      guard try collection.exists(id.uuid) else { throw try absence(of: id) }
      let title = try notes.summary(id)?.title ?? ""
      do {
        let step = try naming(.note(id)) { try reverse(collection, id.uuid) }
        return StepOutcome(
          changed: NotePart.parts(of: step.changed), kept: NotePart.parts(of: step.kept))
      } catch DocumentFailure.nothingToUndo {
        throw LibraryFailure.nothingToUndo(title: title)
      } catch DocumentFailure.nothingToRedo {
        throw LibraryFailure.nothingToRedo(title: title)
      }
    }
  }
}
