// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

extension DeltaReplicable where Self: Framed {
  /// This value without what it keeps of deleted contents; nil if that would free too little.
  ///
  /// - Parameter percent: Of the saved bytes, at least 1, so that what was forgotten is not forgotten
  ///   again.
  /// - Complexity: O(*n*) in the value.
  package func forgettingDeleted(ifFreeing percent: Int) throws -> Self? {
    var result = self
    result.forgetDeleted()
    let (before, after) = (try encoded().count, try result.encoded().count)
    return (before - after) * 100 >= before * max(1, percent) ? result : nil
  }
}
