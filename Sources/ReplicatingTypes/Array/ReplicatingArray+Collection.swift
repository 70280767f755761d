// SPDX-License-Identifier: MIT

// The forms that Swift gives every such collection make another array, with a history of its own. A merge with a copy
// of the former one would bring back what was removed, or double what was kept.
extension ReplicatingArray {
  /// Removes all elements.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func removeAll(keepingCapacity: Bool = false) {
    replaceSubrange(0..<endIndex, with: EmptyCollection())
  }

  /// Removes the elements for which a condition holds.
  ///
  /// - Complexity: O(*n* + *r* log *n*) for *r* runs of removed elements.
  @inlinable
  public mutating func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
    let removed = try values.map(isRemoved)
    var end = removed.endIndex
    // Going from the last to the first keeps earlier indices valid.
    while let last = removed[..<end].lastIndex(of: true) {
      let start = removed[..<last].lastIndex(of: false).map { $0 + 1 } ?? 0
      removeSubrange(start...last)
      end = start
    }
  }

  /// A copy without the elements for which the condition does not hold. Merging the copy removes them.
  ///
  /// - Complexity: O(*n* + *r* log *n*) for *r* runs of removed elements.
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var copy = self
    try copy.removeAll { try !isIncluded($0) }
    return copy
  }

  /// A copy with elements inserted at the start.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* elements.
  @inlinable
  public static func + (elements: some Sequence<Element>, array: Self) -> Self {
    var copy = array
    copy.insert(contentsOf: Array(elements), at: 0)
    return copy
  }

  /// A copy of the first array with the elements of the second at its end.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* elements of the second array.
  @inlinable
  public static func + (array: Self, other: Self) -> Self {
    var copy = array
    copy.append(contentsOf: other)
    return copy
  }

  #if !hasFeature(Embedded)
    /// Removes the elements in some ranges.
    ///
    /// - Complexity: O(*m* log *n*) for *m* removed elements.
    public mutating func removeSubranges(_ subranges: RangeSet<Int>) {
      for range in subranges.ranges.reversed() { removeSubrange(range) }
    }

    /// A copy with a difference of two arrays made in it, or nil if an offset is beyond the elements.
    ///
    /// - Complexity: O(*m* log *n*) for *m* removals and insertions.
    public func applying(_ difference: CollectionDifference<Element>) -> Self? {
      var copy = self
      // The removals come first, from the last to the first.
      for change in difference {
        switch change {
        case .remove(let offset, _, _):
          guard offset < copy.endIndex else { return nil }
          copy.remove(at: offset)
        case .insert(let offset, let element, _):
          guard offset <= copy.endIndex else { return nil }
          copy.insert(element, at: offset)
        }
      }
      return copy
    }
  #endif
}

#if !hasFeature(Embedded)
  extension ReplicatingArray where Element: Equatable {
    /// Replaces each run of elements that equals another collection.
    ///
    /// - Parameter maxReplacements: The number of runs, from the first, that are replaced at most.
    public mutating func replace(
      _ old: some Collection<Element>, with new: some Collection<Element>,
      maxReplacements: Int = .max
    ) {
      replace(old, with: new, subrange: 0..<count, maxReplacements: maxReplacements)
    }

    /// Replaces each run of elements in a range that equals another collection.
    ///
    /// - Parameter maxReplacements: The number of runs, from the first, that are replaced at most.
    public mutating func replace(
      _ old: some Collection<Element>, with new: some Collection<Element>, subrange: Range<Int>,
      maxReplacements: Int = .max
    ) {
      let found = values[subrange].ranges(of: old).prefix(maxReplacements)
      for range in found.reversed() { replaceSubrange(range, with: new) }
    }

    /// A copy after ``replace(_:with:maxReplacements:)``.
    public func replacing(
      _ old: some Collection<Element>, with new: some Collection<Element>,
      maxReplacements: Int = .max
    ) -> Self {
      replacing(old, with: new, subrange: 0..<count, maxReplacements: maxReplacements)
    }

    /// A copy after ``replace(_:with:subrange:maxReplacements:)``.
    public func replacing(
      _ old: some Collection<Element>, with new: some Collection<Element>, subrange: Range<Int>,
      maxReplacements: Int = .max
    ) -> Self {
      var copy = self
      copy.replace(old, with: new, subrange: subrange, maxReplacements: maxReplacements)
      return copy
    }
  }
#endif
