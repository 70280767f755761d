// SPDX-License-Identifier: MIT

/// Sets of events as arrays, ascending: few bytes can name many parents.
extension [Int] {
  /// Whether all of some numbers are among these. Both ascend.
  ///
  /// - Complexity: O(1) if they are more than these, else O(*n*) in these.
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

  /// Removes those of some numbers that are among these. Both ascend.
  ///
  /// - Complexity: O(*n* + *m*) in both.
  mutating func removeAll(_ others: [Int]) {
    var place = 0
    removeAll { number in
      while place < others.count, others[place] < number { place += 1 }
      return place < others.count && others[place] == number
    }
  }
}
