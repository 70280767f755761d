// SPDX-License-Identifier: MIT

import SequenceEngine

extension ReplicatingText {
  /// Edits that a session made one after the other, without taking in anybody else's
  /// in between.
  package typealias EditRun = SequenceEngine.EditRun

  /// The runs of edits that this text knows, none before one that it builds on: finer than
  /// ``sessions``, and what each builds on. They count Unicode scalars.
  ///
  /// - Complexity: O(*r*) expected, in the runs of the history.
  package var editRuns: [EditRun] { storage.log.editRuns }
}
