// SPDX-License-Identifier: MIT

import Difference

extension [Replacement] {
  /// How many elements are removed and inserted.
  var edits: Int { reduce(0) { $0 + $1.old.count + $1.new.count } }

  /// The fault of the replacements as a difference; nil if there is none.
  func fault(from old: [Int], to new: [Int]) -> String? {
    var oldEnd = 0
    var newEnd = 0
    for (index, replacement) in enumerated() {
      let kept = replacement.old.lowerBound - oldEnd
      if replacement.old.isEmpty && replacement.new.isEmpty { return "\(replacement) is empty" }
      if index > 0 && kept <= 0 { return "\(replacement) is not apart from the one before" }
      if kept < 0 || replacement.new.lowerBound - newEnd != kept {
        return "\(replacement) does not follow \(oldEnd) and \(newEnd)"
      }
      oldEnd = replacement.old.upperBound
      newEnd = replacement.new.upperBound
    }
    if oldEnd > old.count || newEnd > new.count { return "\(self) goes beyond the end" }
    return applied(to: old, from: new) == new ? nil : "\(self) does not give the new sequence"
  }

  /// The old sequence with every replacement made; they ascend and do not overlap.
  ///
  /// - Complexity: O(*n*): some tests replace hundreds of thousands of stretches.
  func applied(to old: [Int], from new: [Int]) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(new.count)
    var next = 0
    for replacement in self {
      result += old[next..<replacement.old.lowerBound]
      result += new[replacement.new]
      next = replacement.old.upperBound
    }
    return result + old[next...]
  }
}
