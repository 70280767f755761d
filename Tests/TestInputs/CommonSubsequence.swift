// SPDX-License-Identifier: MIT

/// The textbook table, which differences are compared with.
package enum CommonSubsequence {
  /// The length of the longest common subsequence.
  package static func length(_ old: [Int], _ new: [Int]) -> Int {
    var lengths = [Int](repeating: 0, count: new.count + 1)
    for element in old {
      var diagonal = 0
      for (index, other) in new.enumerated() {
        let above = lengths[index + 1]
        lengths[index + 1] = element == other ? diagonal + 1 : max(above, lengths[index])
        diagonal = above
      }
    }
    return lengths[new.count]
  }

  /// The fewest elements to remove and insert.
  package static func edits(_ old: [Int], _ new: [Int]) -> Int {
    old.count + new.count - 2 * length(old, new)
  }
}
