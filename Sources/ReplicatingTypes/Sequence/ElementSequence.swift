// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

/// Elements in order, with their history: the state behind an array, and behind the order of an
/// ordered set or dictionary.
///
/// The type is not copyable: the compiler would copy a copyable value whenever a part of the value
/// is read. Only ``copy()`` makes copies.
@usableFromInline
struct ElementSequence<Element>: ~Copyable {
  @usableFromInline
  var log = SequenceLog()
  /// All inserted elements except dropped elements, in the order in which the log learned of them.
  @usableFromInline
  var inserted = InsertedElements<Element>()
  /// The slots of dropped elements. A slot is the number of an element among all inserted elements.
  var gaps = ElementGaps() {
    didSet { hasGaps = !gaps.isEmpty }
  }
  @usableFromInline
  private(set) var hasGaps = false
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
    if hasGaps { copy.gaps = gaps }
    return copy
  }

  // MARK: Reading

  /// How many elements are shown.
  @inlinable
  var count: Int { order.count }

  /// The element at a position.
  ///
  /// - Complexity: O(log *n*) for *n* elements.
  @inlinable
  subscript(position: Int) -> Element {
    let slot = order.slot(at: position)
    return inserted[hasGaps ? place(of: slot) : slot]
  }

  /// The elements shown.
  ///
  /// - Complexity: O(*n*) for *n* elements.
  @inlinable
  var elements: [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for slots in order.runs(0..<count) { copy(slots, to: &elements) }
    return elements
  }

  /// Appends the elements of some slots to an array. Skips dropped elements.
  ///
  /// - Complexity: O(*m*) for *m* elements.
  @inlinable
  func copy(_ slots: Range<Int>, to elements: inout [Element]) {
    if !hasGaps { return inserted.copy(slots, to: &elements) }
    for places in places(of: slots) { inserted.copy(places, to: &elements) }
  }

  // MARK: Editing

  /// Prepares for local edits. The next call must be the first edit.
  mutating func beginEdits(by session: SessionID) {
    log.beginEdits(by: session)
  }

  /// Removes some elements, then inserts others in their place. The edit must not be empty.
  ///
  /// The previous call must be ``beginEdits(by:)`` or another edit by the same session.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* removed and new elements in a sequence of *n* elements.
  ///   An edit at the place of the last edit takes O(*m*).
  @inlinable
  mutating func replace(_ range: Range<Int>, with newElements: some Collection<Element>) {
    let added: Int? = newElements.withContiguousStorageIfAvailable {
      for element in $0 { inserted.append(element) }
      return $0.count
    }
    log.replaceElements(range, withNew: added ?? append(newElements), in: &order)
  }

  /// - Returns: The number of elements appended. The `count` of a faulty collection may be wrong.
  @inlinable
  mutating func append(_ newElements: some Collection<Element>) -> Int {
    let first = inserted.count
    for element in newElements { inserted.append(element) }
    return inserted.count - first
  }

  /// Removes some elements, then inserts others in their place. The edit must not be empty.
  ///
  /// - Complexity: As for ``replace(_:with:)``.
  mutating func replace(
    _ range: Range<Int>, with newElements: some Collection<Element>, by session: SessionID
  ) {
    beginEdits(by: session)
    replace(range, with: newElements)
  }

  // MARK: Edits of others

  /// Edits that are sent to other copies.
  @usableFromInline
  struct Delta {
    let batch: EventBatch
    /// The elements that the batch inserts, in the order of the batch, without dropped elements.
    let elements: [Element]
  }

  /// The edits that a copy at `version` lacks, or nil if it lacks none.
  func delta(since version: SequenceVersion) -> Delta? {
    log.extract(since: version).map { delta($0) }
  }

  /// A delta with the whole history.
  var wholeDelta: Delta { delta(log.wholeExtract) }

  private func delta(_ extract: SequenceLog.Extract) -> Delta {
    var batch = extract.batch
    if batch.dropped != nil { batch.dropped?.ranges = gaps.picked(extract.elements).ranges }
    var elements: [Element] = []
    for slots in extract.elements { copy(slots, to: &elements) }
    return Delta(batch: batch, elements: elements)
  }

  /// Takes in the new events of a delta.
  ///
  /// - Parameter cache: The cache of the log.
  /// - Returns: The changes that were made to `order`.
  /// - Throws: ``MissingHistory`` if the delta builds on unknown events, or if the elements that
  ///   the delta lacks are not the dropped elements. The sequence is then unchanged.
  @discardableResult
  mutating func integrate(
    _ delta: Delta, cache: borrowing HistoryCache = HistoryCache()
  ) throws(MissingHistory) -> [DocumentOperation] {
    let plan = try log.plan(delta.batch)
    guard delta.drops(more: plan) else {
      let integration = log.integrate(delta.batch, as: plan, documentLength: order.count)
      return take(delta, integration)
    }
    let trial = try trial(of: delta, as: plan, cache: cache)
    log = trial.log
    let operations = take(delta, trial.integration)
    drop(trial.dropped)
    return operations
  }

  private mutating func take(
    _ delta: Delta, _ integration: SequenceLog.Integration
  ) -> [DocumentOperation] {
    append(integration.newElements, of: delta)
    for operation in integration.operations {
      switch operation {
      case .insert(let elements, let position): order.insert(elements, at: position)
      case .delete(let range): order.remove(range)
      }
    }
    return integration.operations
  }

  /// Whether the two sequences hold different edits with the same identity. Compares only the
  /// elements that both sequences keep.
  ///
  /// - Parameter differs: Whether two elements differ.
  borrowing func contradicts(
    _ other: borrowing ElementSequence,
    differs: (Element, Element) -> Bool
  ) -> Bool {
    let mine = inserted.copy()
    let theirs = other.inserted.copy()
    let shared = mine.sharedCount(with: theirs)
    func areSame(_ one: Range<Int>, _ two: Range<Int>) -> Bool {
      let same = one.lowerBound == two.lowerBound ? max(0, shared - one.lowerBound) : 0
      return zip(one.dropFirst(same), two.dropFirst(same))
        .allSatisfy { !differs(mine[$0], theirs[$1]) }
    }
    let isWhole = !hasGaps && !other.hasGaps
    let (gaps, otherGaps) = (gaps, other.gaps)
    return log.contradicts(other.log) { one, two in
      if isWhole { return areSame(one, two) }
      return gaps.keptParts(of: one, two, besides: otherGaps).allSatisfy { areSame($0, $1) }
    }
  }

  /// Takes in the edits of another copy.
  ///
  /// - Returns: The changes that were made to `order`.
  @discardableResult
  mutating func merge(
    _ other: borrowing ElementSequence, cache: borrowing HistoryCache = HistoryCache()
  ) -> [DocumentOperation] {
    guard let delta = other.delta(since: log.version) else { return [] }
    // This log knows all events that the delta builds on: see ReplicatingText.merge.
    return (try? integrate(delta, cache: cache)) ?? []
  }
}

extension ElementSequence: Sendable where Element: Sendable {}
extension ElementSequence.Delta: Equatable where Element: Equatable {}
extension ElementSequence.Delta: Sendable where Element: Sendable {}
