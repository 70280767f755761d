// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

extension DeltaReplicable where Self: Framed {
  /// This value without what it keeps of deleted contents; nil if that would free too little.
  ///
  /// - Parameters:
  ///   - percent: Of the saved bytes, at least 1, so that what was forgotten is not forgotten
  ///     again.
  ///   - versions: As bytes, of the copies that must know of the deletions.
  /// - Complexity: O(*n*) in the value.
  package func forgettingDeleted(
    ifFreeing percent: Int, heldAt versions: [[UInt8]]
  ) throws -> Self? where Version: Framed {
    var result = self
    result.forgetDeleted(heldAt: try versions.map { try Version(encoded: $0) })
    let (before, after) = (try encoded().count, try result.encoded().count)
    return (before - after) * 100 >= before * max(1, percent) ? result : nil
  }
}
