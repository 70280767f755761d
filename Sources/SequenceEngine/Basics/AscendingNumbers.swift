// SPDX-License-Identifier: MIT

/// Operations on sets of events in ascending arrays. They must take no more than linear time: a few
/// forged bytes can name many parents.
extension [Int] {
  /// Whether this array contains all numbers of another array. Both arrays ascend.
  ///
  /// - Complexity: O(1) if `others` has more numbers than this array. If not, O(*n*) for *n*
  ///   numbers of this array.
  func holdAll(_ others: [Int]) -> Bool {
    if others.count > count { return false }
    var place = 0
    for other in others {
      while place < count, self[place] < other { place += 1 }
      if place == count || self[place] != other { return false }
      place += 1
    }
    return true
  }

  /// Removes the numbers that are also in `others`. Both arrays ascend.
  ///
  /// - Complexity: O(*n* + *m*) for arrays of *n* and *m* numbers.
  mutating func removeAll(_ others: [Int]) {
    var place = 0
    removeAll { number in
      while place < others.count, others[place] < number { place += 1 }
      return place < others.count && others[place] == number
    }
  }
}
