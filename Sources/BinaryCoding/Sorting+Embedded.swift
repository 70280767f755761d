// SPDX-License-Identifier: MIT

#if hasFeature(Embedded)

  // In Embedded Swift these methods replace the standard library's sorting. The library's sorting
  // takes two kilobytes of code for each element type and order. These methods share the code of
  // ``sortedPlaces(_:by:)``.

  extension Sequence {
    /// The elements, sorted. Equal elements keep their order.
    @inlinable public func sorted(by precedes: (Element, Element) -> Bool) -> [Element] {
      let items = Array(self)
      let order = sortedPlaces(items.count) { precedes(items[$0], items[$1]) }
      return order.map { items[$0] }
    }
  }

  extension Sequence where Element: Comparable {
    /// The elements, ascending.
    @inlinable public func sorted() -> [Element] { sorted { $0 < $1 } }
  }

  extension MutableCollection where Self: RandomAccessCollection {
    /// Sorts the elements. Equal elements keep their order.
    @inlinable public mutating func sort(by precedes: (Element, Element) -> Bool) {
      var index = startIndex
      for element in sorted(by: precedes) {
        self[index] = element
        formIndex(after: &index)
      }
    }
  }

  extension MutableCollection where Self: RandomAccessCollection, Element: Comparable {
    /// Sorts the elements, ascending.
    @inlinable public mutating func sort() { sort { $0 < $1 } }
  }

  /// The numbers below `count`, sorted by `precedes`. Numbers of equal rank ascend.
  ///
  /// A merge sort: merges sorted stretches of 1, 2, 4 and more numbers.
  ///
  /// - Complexity: O(*n* log *n*) for *n* numbers.
  @inline(never)
  public func sortedPlaces(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int] {
    var sorted = Array(0..<count)
    var width = 1
    while width < count {
      var merged: [Int] = []
      merged.reserveCapacity(count)
      var start = 0
      while start < count {
        let middle = min(start + width, count)
        let end = min(middle + width, count)
        var (left, right) = (start, middle)
        while left < middle || right < end {
          let takesRight =
            right < end && (left == middle || precedes(sorted[right], sorted[left]))
          merged.append(sorted[takesRight ? right : left])
          if takesRight { right += 1 } else { left += 1 }
        }
        start = end
      }
      sorted = merged
      width *= 2
    }
    return sorted
  }

#endif
