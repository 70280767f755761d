// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

/// Elements in order, with their history: the state behind an array, and
/// behind the order of an ordered set.
///
/// Only ``copy()`` makes copies. The compiler would copy a copyable type at
/// each reading of a part of it.
@usableFromInline
struct ElementSequence<Element>: ~Copyable {
  @usableFromInline
  var log = SequenceLog()
  /// Every element ever inserted, in the order in which the log learned of them.
  @usableFromInline
  var inserted = InsertedElements<Element>()
  /// The slots of the elements shown, in order.
  @usableFromInline
  var order = SlotRope()

  init() {}

  /// A separate sequence with the same contents.
  ///
  /// - Complexity: O(1): at most a segment of elements is copied.
  borrowing func copy() -> ElementSequence {
    var copy = ElementSequence()
    (copy.log, copy.order) = (log, order)
    copy.inserted = inserted.copy()
    return copy
  }

  // MARK: Reading

  /// How many elements are shown.
  @inlinable
  var count: Int { order.count }

  /// The element at a position.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  subscript(position: Int) -> Element { inserted[order.slot(at: position)] }

  /// The elements shown.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  var elements: [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for slots in order.runs(0..<count) { inserted.copy(slots, to: &elements) }
    return elements
  }

  // MARK: Editing

  /// Prepares for local edits. The first must follow at once.
  mutating func beginEdits(by session: SessionID) {
    log.beginEdits(by: session)
  }

  /// Removes some elements, then inserts others in their place. The edit must not be empty.
  ///
  /// The caller must have called ``beginEdits(by:)``, and made only such edits since.
  ///
  /// - Complexity: O(*m*) where the last edit was, else O(log *n* + *m*).
  @inlinable
  mutating func replace(_ range: Range<Int>, with newElements: some Collection<Element>) {
    let added: Int? = newElements.withContiguousStorageIfAvailable {
      for element in $0 { inserted.append(element) }
      return $0.count
    }
    log.replaceElements(range, withNew: added ?? append(newElements), in: &order)
  }

  /// - Returns: The number of elements appended. The count that a collection claims may be wrong.
  @inlinable
  mutating func append(_ newElements: some Collection<Element>) -> Int {
    let first = inserted.count
    for element in newElements { inserted.append(element) }
    return inserted.count - first
  }

  /// Removes some elements, then inserts others in their place. The edit must not be empty.
  ///
  /// - Complexity: That of the same method without a session.
  mutating func replace(
    _ range: Range<Int>, with newElements: some Collection<Element>, by session: SessionID
  ) {
    beginEdits(by: session)
    replace(range, with: newElements)
  }

  // MARK: Edits of others

  /// Edits on their way to other copies.
  struct Delta {
    let batch: EventBatch
    /// The elements that the batch inserts, in its order.
    let elements: [Element]
  }

  /// The edits that a copy at `version` lacks, or nil if it lacks none.
  func delta(since version: SequenceVersion) -> Delta? {
    log.extract(since: version).map { delta($0) }
  }

  /// The whole history.
  var wholeDelta: Delta { delta(log.wholeExtract) }

  private func delta(_ extract: SequenceLog.Extract) -> Delta {
    var elements: [Element] = []
    for slots in extract.elements { inserted.copy(slots, to: &elements) }
    return Delta(batch: extract.batch, elements: elements)
  }

  /// Takes in the events of a delta that are new.
  ///
  /// - Returns: The changes of the order of slots.
  @discardableResult
  mutating func integrate(_ delta: Delta) throws(MissingHistory) -> [DocumentOperation] {
    let integration = try log.integrate(delta.batch, documentLength: order.count)
    for range in integration.newElements {
      for element in delta.elements[range] { inserted.append(element) }
    }
    for operation in integration.operations {
      switch operation {
      case .insert(let elements, let position): order.insert(elements, at: position)
      case .delete(let range): order.remove(range)
      }
    }
    return integration.operations
  }

  /// Whether the two hold different edits under one identity.
  ///
  /// - Parameter differs: Whether two elements differ.
  borrowing func contradicts(
    _ other: borrowing ElementSequence,
    differs: (Element, Element) -> Bool = { SameEdit.differs($0, $1) }
  ) -> Bool {
    let mine = inserted.copy()
    let theirs = other.inserted.copy()
    let shared = mine.sharedCount(with: theirs)
    return log.contradicts(other.log) { one, two in
      let same = one.lowerBound == two.lowerBound ? max(0, shared - one.lowerBound) : 0
      return zip(one.dropFirst(same), two.dropFirst(same))
        .allSatisfy { !differs(mine[$0], theirs[$1]) }
    }
  }

  /// The join of two sequences that may contradict each other, or of which one
  /// holds sessions that were continued twice: see ``ContradictionJoin``.
  ///
  /// Elements that cannot be encoded cannot be told apart.
  static func joined(
    _ one: borrowing ElementSequence, _ two: borrowing ElementSequence
  ) -> ElementSequence {
    var join = ContradictionJoin()
    join.add(one.log, elements: one.hashes)
    join.add(two.log, elements: two.hashes)
    var result = ElementSequence()
    for piece in join.pieces {
      for slot in piece.elements {
        result.inserted.append(piece.source == 0 ? one.inserted[slot] : two.inserted[slot])
      }
    }
    let (log, draft) = join.played()
    result.log = log
    for slots in draft.elements { result.order.insert(slots, at: result.order.count) }
    return result
  }

  private var hashes: [UInt128] {
    (0..<inserted.count).map { ContentHash(SameEdit.bytes(of: inserted[$0])).rawValue }
  }

  /// Takes in the edits of another copy.
  ///
  /// - Returns: The changes of the order of slots.
  @discardableResult
  mutating func merge(_ other: borrowing ElementSequence) -> [DocumentOperation] {
    guard let delta = other.delta(since: log.version) else { return [] }
    // This log knows all events that the delta builds on: see ReplicatingText.merge.
    return (try? integrate(delta)) ?? []
  }
}

extension ElementSequence: Sendable where Element: Sendable {}
extension ElementSequence.Delta: Equatable where Element: Equatable {}
extension ElementSequence.Delta: Sendable where Element: Sendable {}
