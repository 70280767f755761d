// SPDX-License-Identifier: MIT

extension Range<Int> {
  /// The last place that satisfies a predicate, or the place before the range if none does. The
  /// predicate holds for a prefix of the range.
  ///
  /// - Complexity: O(log *n*) for a range of *n* places.
  @inline(__always)
  func last(inPrefixWhere belongs: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if belongs(middle) { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  /// The result of ``last(inPrefixWhere:)``, found faster if it is near `place`.
  ///
  /// - Complexity: O(log *d*) for a distance of *d* between the result and `place`.
  @inline(__always)
  func last(inPrefixWhere belongs: (Int) -> Bool, near place: Int) -> Int {
    var (low, high) = (lowerBound, upperBound)
    var step = 1
    var probe = Swift.min(Swift.max(place, low), high - 1)
    if low < high, belongs(probe) {
      repeat {
        low = probe + 1
        probe += step
        step *= 2
      } while probe < high && belongs(probe)
      high = Swift.min(probe, high)
    } else {
      while probe >= low && !belongs(probe) {
        high = probe
        probe -= step
        step *= 2
      }
      low = Swift.max(probe + 1, low)
    }
    return (low..<high).last(inPrefixWhere: belongs)
  }
}
