// SPDX-License-Identifier: MIT

import ReplicatingTypes
import TestInputs
import Testing

/// An array is edited in the words of Swift's arrays, and each of them edits it.
@Suite(.ends) struct ArrayCollectionTests {
  typealias Edit = @Sendable (inout ReplicatingArray<Int>) -> Void

  /// Each edit, and what it does to `[3, 1, 2]`.
  private static let edits: [(edit: Edit, elements: [Int])] = [
    ({ $0.removeAll() }, []),
    ({ $0.removeAll { $0 > 1 } }, [1]),
    ({ $0.removeAll { $0 > 5 } }, [3, 1, 2]),
    ({ $0 += [4, 5] }, [3, 1, 2, 4, 5]),
    ({ $0.append(contentsOf: [4]) }, [3, 1, 2, 4]),
    ({ $0.insert(contentsOf: [4, 5], at: 1) }, [3, 4, 5, 1, 2]),
    ({ $0.removeFirst() }, [1, 2]),
    ({ $0.removeFirst(2) }, [2]),
    ({ $0.removeLast() }, [3, 1]),
    ({ $0.removeLast(2) }, [3]),
    ({ _ = $0.popLast() }, [3, 1]),
    ({ $0.removeSubrange(1...) }, [3]),
    ({ $0.replaceSubrange(0..<2, with: [7]) }, [7, 2]),
    ({ $0[1] = 8 }, [3, 8, 2]),
  ]

  @Test(arguments: edits.indices) func anEditKeepsTheHistory(_ number: Int) {
    let (edit, elements) = Self.edits[number]
    let before: ReplicatingArray = [3, 1, 2]
    var array = before
    edit(&array)
    #expect(array == elements)
    #expect(array.merged(with: before) == array)
    // Another copy's edit stays.
    var other = before
    other.append(9)
    #expect(other.merged(with: array).filter { $0 < 9 } as [Int] == elements)
  }

  /// Much of what the protocol adds makes another array, so generic code must not get this one.
  @Test func anArrayIsNoRangeReplaceableCollection() {
    #expect(!((ReplicatingArray<Int>.self as Any) is any RangeReplaceableCollection.Type))
    let shown: [Int] = ReplicatingArray([3, 1, 2]).filter { $0 > 1 }
    #expect(shown == [3, 2])
  }
}
