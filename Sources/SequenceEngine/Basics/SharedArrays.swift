// SPDX-License-Identifier: MIT

extension ContiguousArray {
  /// Whether two arrays share their elements in memory. True for an array and its copy until one
  /// changes.
  package func isShared(with other: ContiguousArray) -> Bool {
    withUnsafeBufferPointer { mine in
      other.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
    }
  }
}

extension Array {
  /// The number of segments up to the last segment that two lists share in memory.
  ///
  /// - Complexity: O(*n*) for *n* segments after the last shared segment.
  package func sharedPrefixCount<Part>(with other: Self) -> Int
  where Element == ContiguousArray<Part> {
    let common = 0..<Swift.min(count, other.count)
    return (common.last { self[$0].isShared(with: other[$0]) } ?? -1) + 1
  }
}
