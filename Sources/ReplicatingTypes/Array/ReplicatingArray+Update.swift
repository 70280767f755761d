// SPDX-License-Identifier: MIT

import Difference

extension ReplicatingArray where Element: Hashable {
  /// Changes the array to hold `values`, with as few removals and insertions as possible. All other
  /// elements stay, so concurrent edits between these elements, and anchors at them, are kept.
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
  /// Equal elements count as the same. Elements with the same bytes, such as two `Double.nan`, also
  /// count as the same. An element that moved past other elements is removed and inserted.
  ///
  /// The new elements are compared with the present elements of this array. A list that was on
  /// screen for a while must compare them with the elements that the list showed. To do so, keep a
  /// copy of the array shown, update the copy, and merge the copy.
  ///
  /// If more than ten thousand elements are removed and inserted, fewer might have been enough.
  ///
  /// - Complexity: O(*n* + *d*²) expected and O(*n* · *d*) at worst for *n* elements before and
  ///   after, and *d* differences. Beyond ten thousand differences, *d* is ten thousand, and
  ///   O(*n* log *n*) is added. O(*n*) memory.
  public mutating func update(to values: some Sequence<Element>) {
    let (old, new) = (self.values, Array(values))
    update(from: old, to: new, identities: (old, new))
  }
}

extension ReplicatingArray {
  /// Changes the array to hold other elements, with as few removals and insertions as possible.
  ///
  /// - Parameters:
  ///   - old: The elements that the array holds before.
  ///   - new: The elements that the array holds afterwards.
  ///   - identities: Values that identify the elements of `old` and `new`.
  mutating func update<Identity: Hashable>(
    from old: [Element], to new: [Element], identities: (old: [Identity], new: [Identity])
  ) {
    var numbering = ElementNumbering<Identity>()
    var numbers = (numbering.numbers(of: identities.old), numbering.numbers(of: identities.new))
    let inBoth = Set(numbers.0).intersection(numbers.1)
    var known: [[UInt8]: Int] = [:]
    numberByBytes(old, &numbers.0, but: inBoth, &known)
    numberByBytes(new, &numbers.1, but: inBoth, &known)
    // Going from the last to the first keeps earlier positions valid.
    for replacement in smallestDifference(from: numbers.0, to: numbers.1).reversed() {
      replaceSubrange(replacement.old, with: new[replacement.new])
    }
  }

  /// Gives equal numbers to elements with the same bytes, such as `Double.nan`. Skips elements with
  /// a number in `isNumbered`, because these elements equal an element of the other list.
  private func numberByBytes(
    _ elements: [Element], _ numbers: inout [Int], but isNumbered: Set<Int>,
    _ known: inout [[UInt8]: Int]
  ) {
    for (place, element) in elements.enumerated() where !isNumbered.contains(numbers[place]) {
      guard let bytes = SameEdit.wholeBytes(of: element) else { continue }
      numbers[place] = known[bytes, default: numbers[place]]
      known[bytes] = numbers[place]
    }
  }
}

/// Numbers elements. Equal elements get equal numbers.
private struct ElementNumbering<Element: Hashable> {
  private var known: [Element: Int] = [:]
  private var count = 0

  mutating func numbers(of elements: [Element]) -> [Int] {
    elements.map { element in
      // An element that does not equal itself would never be found.
      let number = element == element ? known[element, default: count] : count
      if number == count {
        count += 1
        if element == element { known[element] = number }
      }
      return number
    }
  }
}
