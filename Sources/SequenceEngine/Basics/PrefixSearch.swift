// SPDX-License-Identifier: MIT

extension Range<Int> {
  /// The last place that satisfies a predicate which holds for a prefix of the
  /// range, or the one before the range.
  ///
  /// - Complexity: O(log *n*)
  @inline(__always)
  func last(inPrefixWhere belongs: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if belongs(middle) { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}
