// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import SequenceEngine

/// An array whose copies can be changed apart.
///
/// ```swift
/// var mine: ReplicatingArray = [1, 2, 3]
/// var yours = mine
/// mine.append(4)
/// yours.insert(0, at: 0)
/// mine.merge(yours)
/// print(mine.values)  // [0, 1, 2, 3, 4]
/// ```
///
/// Elements inserted as a run stay a run, and of two runs inserted at one
/// place the newer one comes first. Nothing inserted is lost unless somebody
/// who saw it removed it.
///
/// Replacing an element removes it and inserts another, so two copies that
/// replace the same one keep both new elements. Where elements have an
/// identity, keep them in an ordered dictionary instead.
///
/// Two arrays made from equal literals are two histories: merging them gives
/// both contents. Compare ``values`` to compare what is shown.
public struct ReplicatingArray<Element> {
  private(set) var storage: ArrayStorage<Element>

  /// Makes an empty array.
  public init() {
    storage = ArrayStorage()
  }

  init(_ sequence: ElementSequence<Element>) {
    storage = ArrayStorage(sequence, token: SessionToken(), history: HistoryCache())
  }

  // MARK: Reading

  /// The elements as a Swift array.
  ///
  /// - Complexity: O(*n*)
  public var values: [Element] { storage.sequence.elements }

  // MARK: Editing

  /// Removes the elements of a range and inserts others in their place: every
  /// local edit comes through here.
  ///
  /// - Complexity: O(log *n* + *m*)
  public mutating func replaceSubrange<Elements: Collection>(
    _ range: Range<Int>, with newElements: Elements
  ) where Elements.Element == Element {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "\(range) is not within 0..<\(count)")
    guard !range.isEmpty || !newElements.isEmpty else { return }
    makeStorageUnique()
    storage.replace(range, with: newElements)
  }

  mutating func makeStorageUnique() {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copyTakingSession() }
  }

  mutating func replaceStorage(_ new: ArrayStorage<Element>) {
    storage = new
  }
}

extension ReplicatingArray: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { storage.sequence.count }

  /// An element.
  ///
  /// - Complexity: O(log *n*)
  public subscript(index: Int) -> Element {
    get {
      precondition(indices.contains(index), "index \(index) is not within 0..<\(count)")
      return storage.sequence[index]
    }
    set { replaceSubrange(index..<(index + 1), with: CollectionOfOne(newValue)) }
  }

  /// Gives the elements in order.
  ///
  /// - Complexity: O(*n*) for all.
  public func makeIterator() -> IndexingIterator<[Element]> {
    values.makeIterator()
  }
}

extension ReplicatingArray: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension ReplicatingArray: Sendable where Element: Sendable {}

extension ReplicatingArray: Equatable, Hashable {
  /// Whether both are in the same state: hold the same elements and have seen
  /// the same edits.
  public static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage || left.storage.sequence.log == right.storage.sequence.log
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(version)
  }
}

extension ReplicatingArray: CustomStringConvertible, CustomReflectable {
  public var description: String { values.description }

  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: values, displayStyle: .collection)
  }
}
