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
/// Elements inserted as a run stay a run. Of two runs inserted at one place, the newer run comes
/// first. An inserted element is lost only if a replica that has seen the element removes it.
///
/// Replacing an element removes it and inserts another, so if two copies replace the same element,
/// merging keeps both new elements. Keep elements that have an identity in an ordered dictionary
/// instead.
///
/// Two arrays made from equal literals have separate histories, so merging them keeps the elements
/// of both. To compare the elements alone, compare ``values``.
public struct ReplicatingArray<Element: Sendable & ReplicatedContent>: Sendable {
  @usableFromInline
  var storage: ArrayStorage<Element>

  /// Makes an empty array.
  public init() {
    storage = ArrayStorage()
  }

  init(_ sequence: consuming ElementSequence<Element>) {
    storage = ArrayStorage(sequence, token: SessionToken(), history: HistoryCache())
  }

  // MARK: Reading

  /// The elements as a Swift array.
  ///
  /// - Complexity: O(*n*) for *n* elements.
  @inlinable
  public var values: [Element] { storage.sequence.elements }

  // MARK: Editing

  /// Removes the elements of a range and inserts others in their place. Every local edit calls this
  /// method.
  ///
  /// - Complexity: O(*m* + log *n*) to change *m* of *n* elements; O(*m*) at the place of the last
  ///   edit.
  @inlinable
  public mutating func replaceSubrange<Elements: Collection>(
    _ range: Range<Int>, with newElements: Elements
  ) where Elements.Element == Element {
    if isKnownUniquelyReferenced(&storage) && storage.isReady
      || prepareEdit(range, inserts: !newElements.isEmpty)
    {
      storage.replace(range, with: newElements)
    }
  }

  /// Prepares an edit: gives this array an unshared storage with an open session.
  ///
  /// - Returns: False if the edit is empty. An empty edit opens no session.
  @inline(never)
  @usableFromInline
  mutating func prepareEdit(_ range: Range<Int>, inserts: Bool) -> Bool {
    require(
      range.lowerBound >= 0 && range.upperBound <= count, "\(range) is not within 0..<\(count)")
    if range.isEmpty, !inserts { return false }
    makeStorageUnique()
    storage.makeReady()
    return true
  }

  package mutating func makeStorageUnique() {
    ArrayStorage.makeUnique(&storage)
  }

  mutating func replaceStorage(_ new: ArrayStorage<Element>) {
    storage = new
  }
}

/// `ReplicatingArray` is no `MutableCollection`: if two copies sorted or swapped elements by
/// setting them, the merge would double these elements.
extension ReplicatingArray: RandomAccessCollection {
  @inlinable
  public var startIndex: Int { 0 }
  @inlinable
  public var endIndex: Int { storage.sequence.count }

  /// The element at an index. Setting an element removes the present element and inserts the new
  /// element.
  ///
  /// - Complexity: O(log *n*) for *n* elements.
  @inlinable
  public subscript(index: Int) -> Element {
    get {
      require(
        index >= 0 && index < endIndex, "index \(index) is not within 0..<\(endIndex)")
      return storage.sequence[index]
    }
    set { replaceSubrange(index..<(index + 1), with: CollectionOfOne(newValue)) }
  }

  /// Iterates over the elements in order.
  ///
  /// - Complexity: O(*n*) for *n* elements.
  @inlinable
  public func makeIterator() -> IndexingIterator<[Element]> {
    values.makeIterator()
  }
}

extension ReplicatingArray: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension ReplicatingArray: Equatable, Hashable {
  /// Whether two arrays hold the same elements and have seen the same edits.
  public static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage || left.storage.sequence.log == right.storage.sequence.log
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(version)
  }
}
