// SPDX-License-Identifier: MIT

import SequenceEngine

extension ReplicatingText {
  /// Consecutive edits of a session without a merge in between.
  package typealias EditRun = SequenceEngine.EditRun

  /// The runs of edits that this text knows, in causal order. They are finer than ``sessions`` and
  /// name the edits that each run builds on. They count Unicode scalars.
  ///
  /// - Complexity: O(*r*) expected, in the runs of the history.
  package var editRuns: [EditRun] { storage.log.editRuns }
}
