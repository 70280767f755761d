// SPDX-License-Identifier: MIT

import Difference

extension ReplicatingArray where Element: Hashable {
  /// Makes the array hold `values` by a smallest difference. Elements present
  /// before and after are not touched. So concurrent edits between them, and
  /// anchors at them, are kept.
  ///
  /// ```swift
  /// var mine: ReplicatingArray = ["milk", "bread", "jam"]
  /// var yours = mine
  /// mine.update(to: ["milk", "tea", "bread", "jam"])
  /// yours.update(to: ["milk", "bread"])
  /// mine.merge(yours)
  /// print(mine)  // ["milk", "tea", "bread"]
  /// ```
  ///
  /// Equal elements count as the same. An element that moved past others is
  /// removed and inserted. So is an element that does not equal itself.
  ///
  /// The difference is taken against this value. A list that was on a screen
  /// for a while must take it against the elements shown: update a copy kept
  /// from then, and merge that copy.
  ///
  /// The difference is a good one, not the smallest, beyond ten thousand
  /// elements removed and inserted.
  ///
  /// - Complexity: O(*n* + *d*²) expected and O(*n* · *d*) at worst for *n* elements before and
  ///   after and *d* differences, or ten thousand if there are more; then O(*n* log *n*)
  ///   besides. O(*n*) memory.
  public mutating func update(to values: some Sequence<Element>) {
    let new = Array(values)
    update(from: self.values, to: new, holding: new)
  }
}

extension ReplicatingArray {
  /// Makes the array hold `elements` by a smallest difference.
  ///
  /// - Parameters:
  ///   - old: What identifies the elements that the array holds.
  ///   - new: What identifies the elements that it is to hold.
  mutating func update<Identity: Hashable>(
    from old: [Identity], to new: [Identity], holding elements: [Element]
  ) {
    var numbering = ElementNumbering<Identity>()
    let (oldNumbers, newNumbers) = (numbering.numbers(of: old), numbering.numbers(of: new))
    // From the last to the first, so that earlier positions stay true.
    for replacement in smallestDifference(from: oldNumbers, to: newNumbers).reversed() {
      replaceSubrange(replacement.old, with: elements[replacement.new])
    }
  }
}

/// Gives elements numbers that are equal if the elements are.
private struct ElementNumbering<Element: Hashable> {
  private var known: [Element: Int] = [:]

  mutating func numbers(of elements: [Element]) -> [Int] {
    elements.map { element in
      let number = known[element, default: known.count]
      known[element] = number
      return number
    }
  }
}
