// SPDX-License-Identifier: MIT

extension ElementGaps {
  /// Recomputes all counts and compares them, if invariant checks are on.
  func checkInvariants() {
    #if DECENT_INVARIANTS
      var end = -1
      var dropped = 0
      for (range, before) in zip(ranges, droppedBefore) {
        precondition(!range.isEmpty && range.lowerBound > end, "gaps that touch: \(ranges)")
        precondition(before == dropped, "\(before) are dropped before \(range)")
        end = range.upperBound
        dropped += range.count
      }
      precondition(ranges.count == droppedBefore.count && dropped == count, "gaps miscounted")
    #endif
  }
}
