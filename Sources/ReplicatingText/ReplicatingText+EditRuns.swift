// SPDX-License-Identifier: MIT

import SequenceEngine

extension ReplicatingText {
  /// Consecutive edits of one session without a merge in between.
  public typealias EditRun = SequenceEngine.EditRun

  /// The runs of edits that this text knows, in causal order: a run stands after all runs that it
  /// builds on. A session of ``sessions`` consists of one or more runs. Each run names the edits
  /// that it builds on, and counts its edits in Unicode scalars.
  ///
  /// ```swift
  /// for run in text.editRuns {
  ///   print(run.milliseconds, run.insertedCount, run.deletedCount, try text.string(at: run.version))
  /// }
  /// ```
  ///
  /// - Complexity: O(*r*) expected, for *r* runs in the history.
  public var editRuns: [EditRun] { storage.log.editRuns }
}
