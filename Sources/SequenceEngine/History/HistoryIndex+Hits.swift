// SPDX-License-Identifier: MIT

import BinaryCoding

extension HistoryIndex {
  /// The elements that some events deleted, as ascending ranges that do not touch. Elements are
  /// numbered in the order in which the log learned of them.
  ///
  /// - Complexity: O(*d* log *n*) if the events belong to *d* of the log's *n* entries.
  func elements(hitBy events: [Range<Int>], of log: SequenceLog) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for range in events {
      tracker.forEachHit(of: range, in: log) { elements in
        log.forEachRange(ofElements: elements) { found.append($0) }
      }
    }
    return found.joined
  }
}

extension [Range<Int>] {
  /// The union of these ranges, as ascending ranges that do not touch.
  var joined: [Range<Int>] {
    var result: [Range<Int>] = []
    for range in self.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  /// The gaps between ascending ranges, from 0 up to a count.
  func gaps(upTo count: Int) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var next = 0
    for range in self {
      if next < range.lowerBound { result.append(next..<range.lowerBound) }
      next = range.upperBound
    }
    if next < count { result.append(next..<count) }
    return result
  }
}
