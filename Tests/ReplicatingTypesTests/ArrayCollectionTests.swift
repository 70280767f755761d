// SPDX-License-Identifier: MIT

import ReplicatingTypes
import TestInputs
import Testing

/// What Swift gives every collection whose ranges can be replaced edits an array, and makes no other.
@Suite(.ends) struct ArrayCollectionTests {
  typealias Edit = @Sendable (inout ReplicatingArray<Int>) -> Void

  /// Each edit, and what it does to `[3, 1, 2]`.
  private static let edits: [(edit: Edit, elements: [Int])] = [
    ({ $0.removeAll() }, []),
    ({ $0.removeAll(keepingCapacity: true) }, []),
    ({ $0.removeAll { $0 > 1 } }, [1]),
    ({ $0.removeAll { $0 > 5 } }, [3, 1, 2]),
    ({ $0 = $0.filter { $0 > 1 } }, [3, 2]),
    ({ $0 = $0 + [4] }, [3, 1, 2, 4]),
    ({ $0 = [4, 5] + $0 }, [4, 5, 3, 1, 2]),
    ({ $0 = $0 + $0 }, [3, 1, 2, 3, 1, 2]),
    ({ $0 += [4, 5] }, [3, 1, 2, 4, 5]),
    ({ $0.append(contentsOf: [4]) }, [3, 1, 2, 4]),
    ({ $0.insert(contentsOf: [4, 5], at: 1) }, [3, 4, 5, 1, 2]),
    ({ $0.removeFirst() }, [1, 2]),
    ({ $0.removeFirst(2) }, [2]),
    ({ $0.removeLast() }, [3, 1]),
    ({ $0.removeLast(2) }, [3]),
    ({ _ = $0.popLast() }, [3, 1]),
    ({ $0.removeSubrange(1...) }, [3]),
    ({ $0.removeSubranges(RangeSet([0..<1, 2..<3])) }, [1]),
    ({ $0.replaceSubrange(0..<2, with: [7]) }, [7, 2]),
    ({ $0.reserveCapacity(10) }, [3, 1, 2]),
    ({ $0 = $0.applying([1, 2, 6].difference(from: [3, 1, 2])) ?? $0 }, [1, 2, 6]),
    ({ $0.replace([1], with: [7, 8]) }, [3, 7, 8, 2]),
    ({ $0.replace([1], with: [7], maxReplacements: 1) }, [3, 7, 2]),
    ({ $0.replace([1], with: [7], subrange: 0..<1) }, [3, 1, 2]),
    ({ $0 = $0.replacing([1, 2], with: []) }, [3]),
    ({ $0 = $0.replacing([3], with: [4], subrange: 0..<1, maxReplacements: 5) }, [4, 1, 2]),
    ({ $0.trimPrefix([3]) }, [1, 2]),
    ({ $0.trimPrefix { $0 > 2 } }, [1, 2]),
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

  @Test func aDifferenceOfAnotherArrayIsRefused() {
    let array: ReplicatingArray = [1]
    #expect(array.applying([7, 8, 9].difference(from: [7, 8])) == nil)
    #expect(array.applying([7].difference(from: [7, 8, 9])) == nil)
  }
}
