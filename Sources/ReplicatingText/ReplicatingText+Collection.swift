// SPDX-License-Identifier: MIT

import BinaryCoding
import SequenceEngine

extension ReplicatingText {
  /// A position in the current state of a text, valid in all views of the text. Each edit and each
  /// merge of the text makes all indices invalid. An ``Anchor`` stays with its character.
  public struct Index: Hashable, Comparable, Sendable {
    var place: TextPlace
    /// The number of edits that the text knew when the index was made.
    let edits: Int

    public static func < (left: Self, right: Self) -> Bool {
      left.place.scalar == right.place.scalar
        ? !left.place.isWithin && right.place.isWithin : left.place.scalar < right.place.scalar
    }
  }
}

/// A view is a collection of its units.
///
/// ```swift
/// var text: ReplicatingText = "Buy milk"
/// if let space = text.characters.firstIndex(of: " ") {
///   text.characters.replaceSubrange(..<space, with: "Sell")
/// }
/// ```
///
/// In a text of *n* scalars, iterating over a view first makes a string of the whole text, in
/// O(*n*). Moving an index costs O(log *n*), and in the view of `Character`s also time in
/// proportion to the distance. An index within a unit counts as the unit's start.
///
/// - Precondition: An index belongs to the current state of this text.
extension ReplicatingText.View: BidirectionalCollection {
  public typealias Index = ReplicatingText.Index

  public func makeIterator() -> Unit.Elements.Iterator {
    Unit.elements(of: text.string).makeIterator()
  }

  public var startIndex: Index { index(TextPlace(scalar: 0)) }

  public var endIndex: Index { index(TextPlace(scalar: text.scalarCount)) }

  public subscript(position: Index) -> Unit.Element {
    guard let unit = Unit.element(at: place(position), in: text) else {
      stop("this index is the end of the text")
    }
    return unit
  }

  public func index(after index: Index) -> Index { self.index(index, offsetBy: 1) }

  public func index(before index: Index) -> Index { self.index(index, offsetBy: -1) }

  public func index(_ index: Index, offsetBy distance: Int) -> Index {
    guard let place = Unit.place(place(index), movedBy: distance, in: text) else {
      stop("no index \(distance) from this one is within the text")
    }
    return self.index(place)
  }

  public func index(_ index: Index, offsetBy distance: Int, limitedBy limit: Index) -> Index? {
    let result = Unit.place(place(index), movedBy: distance, in: text).map { self.index($0) }
    let isAhead = distance >= 0 ? index <= limit : limit <= index
    guard isAhead else { return result }
    return result.flatMap { (distance >= 0 ? $0 <= limit : limit <= $0) ? $0 : nil }
  }

  public func distance(from start: Index, to end: Index) -> Int {
    Unit.distance(from: place(start), to: place(end), in: text)
  }

  private func index(_ place: TextPlace) -> Index {
    Index(place: place, edits: text.storage.state.eventCount)
  }

  private func place(_ index: Index) -> TextPlace {
    let edits = text.storage.state.eventCount
    require(index.edits == edits, "this index is of the text as it stood before another edit")
    require(index.place.scalar <= text.scalarCount, "this index is of another text")
    return index.place
  }

  /// The scalars of all units that a range touches. An empty range within a unit becomes the empty
  /// range at the unit's start.
  private func scalars(_ range: Range<Index>) -> Range<Int> {
    let (start, end) = (place(range.lowerBound), place(range.upperBound))
    let lower = Unit.start(ofUnitAt: start.scalar, in: text)
    if start == end { return lower..<lower }
    let upper = Unit.start(ofUnitAt: end.scalar, in: text)
    if upper == end.scalar, !end.isWithin { return lower..<upper }
    let next = Unit.place(TextPlace(scalar: upper), movedBy: 1, in: text)
    // The first UTF-16 unit of a scalar may end within the scalar.
    return lower..<(next.map { $0.isWithin ? $0.scalar + 1 : $0.scalar } ?? upper)
  }

  // MARK: Editing

  /// Types text.
  ///
  /// - Complexity: O(*m* + log *n*) for *m* bytes in a text of *n* bytes.
  public mutating func insert(_ string: String, at index: Index) {
    replaceSubrange(index..<index, with: string)
  }

  /// Deletes text. A range that cuts a unit deletes the whole unit.
  ///
  /// - Complexity: O(*m* + log *n*) for *m* bytes in a text of *n* bytes.
  public mutating func removeSubrange(_ range: some RangeExpression<Index>) {
    replaceSubrange(range, with: "")
  }

  /// Deletes a unit, and returns the unit. Deleting a UTF-16 unit deletes the unit's whole scalar.
  ///
  /// - Complexity: O(log *n*) for *n* bytes of text.
  @discardableResult
  public mutating func remove(at index: Index) -> Unit.Element {
    let unit = self[index]
    removeSubrange(index...index)
    return unit
  }

  /// Deletes text and types other text in its place. A range that cuts a unit replaces the whole
  /// unit.
  ///
  /// - Complexity: O(*m* + log *n*) for *m* deleted and typed bytes in a text of *n* bytes.
  public mutating func replaceSubrange(_ range: some RangeExpression<Index>, with string: String) {
    text.replace(scalars: scalars(range.relative(to: self)), with: string)
  }
}
