// SPDX-License-Identifier: MIT

extension ContiguousArray {
  /// Whether two arrays share their elements in memory. True if neither was changed since one was
  /// copied from the other.
  package func isShared(with other: ContiguousArray) -> Bool {
    withUnsafeBufferPointer { mine in
      other.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
    }
  }
}

extension Array {
  /// The number of leading segments that two lists share in memory.
  ///
  /// - Complexity: O(*n*) in the segments after the shared ones.
  package func sharedPrefixCount<Part>(with other: Self) -> Int
  where Element == ContiguousArray<Part> {
    let common = 0..<Swift.min(count, other.count)
    return (common.last { self[$0].isShared(with: other[$0]) } ?? -1) + 1
  }
}
