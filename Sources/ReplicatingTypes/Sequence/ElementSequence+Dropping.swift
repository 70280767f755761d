// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

/// Drops removed elements. Their slots stay, and the log records which slots were dropped
/// (`SequenceLog+Dropped.swift`).
extension ElementSequence {
  /// Drops the elements that were already removed at a version.
  ///
  /// - Parameters:
  ///   - tips: The version's tips, by their places in the log.
  ///   - cache: The cache of the log.
  /// - Complexity: O(*n*)
  mutating func dropDeleted(upTo tips: [Int], cache: borrowing HistoryCache) {
    drop(log.drop(upTo: tips, cache: cache))
  }

  /// Drops everything that another log dropped. This log knows all events of the other.
  mutating func drop(as other: SequenceLog, cache: borrowing HistoryCache) {
    if let tips = try? log.places(of: other.dropped) { dropDeleted(upTo: tips, cache: cache) }
  }

  /// - Parameter slots: The slots to drop. Some may be dropped already.
  mutating func drop(_ slots: [Range<Int>]) {
    let all = gaps.union(slots)
    if all == gaps { return }
    var rest = InsertedElements<Element>()
    var kept = ElementGaps()
    swap(&kept, &gaps)
    var next = 0
    all.forEachPart(of: 0..<(inserted.count + kept.count)) { part, isDropped in
      defer { next += part.count }
      if isDropped { return }
      kept.forEachPart(of: next..<(next + part.count)) { places, _ in
        for place in places { rest.append(inserted[place]) }
      }
    }
    inserted = rest
    gaps = all
  }

  /// The place of a kept slot among all kept slots.
  @usableFromInline
  func place(of slot: Int) -> Int { places(of: slot..<(slot + 1)).first?.lowerBound ?? slot }

  /// The places of the kept slots of a range, among all kept slots.
  @usableFromInline
  func places(of slots: Range<Int>) -> [Range<Int>] {
    var places: [Range<Int>] = []
    gaps.forEachPart(of: slots) { part, isDropped in if !isDropped { places.append(part) } }
    return places
  }

  /// Throws if any of the elements was dropped.
  func refuseGaps(in elements: [Range<Int>]) throws(MissingHistory) {
    guard !hasGaps || gaps.count(in: elements) == 0 else { throw MissingHistory(.dropped) }
  }

  // MARK: Deltas

  /// Adds new elements of a delta.
  mutating func append(_ elements: [Range<Int>], of delta: Delta) {
    let dropped = delta.gaps
    guard !dropped.isEmpty else {
      for range in elements { for element in delta.elements[range] { inserted.append(element) } }
      return
    }
    var all = gaps
    var slot = inserted.count + gaps.count
    for range in elements {
      dropped.forEachPart(of: range) { part, isDropped in
        if isDropped {
          all = all.union([slot..<(slot + part.count)])
        } else {
          for element in delta.elements[part] { inserted.append(element) }
        }
        slot += part.count
      }
    }
    gaps = all
  }

  /// The log and the contents after a delta that drops elements.
  struct Trial {
    var log: SequenceLog
    /// The integration of the delta. Its operations insert no dropped elements.
    var integration: SequenceLog.Integration
    /// The slots that are dropped.
    var dropped: [Range<Int>]
  }

  /// Takes a delta that drops elements into a copy of the log.
  ///
  /// - Parameter cache: A cache that knows no event that the log lacks. Afterwards the cache also
  ///   knows the delta.
  /// - Throws: ``MissingHistory`` if the elements that the delta leaves out are not the elements
  ///   that it claims to drop. Only forged deltas do so.
  func trial(
    of delta: Delta, as plan: BatchPlan, cache: borrowing HistoryCache
  ) throws(MissingHistory) -> Trial {
    var log = log
    let first = log.elementCount
    var integration = log.integrate(delta.batch, as: plan, documentLength: order.count)
    integration.operations = integration.operations.settled(documentLength: order.count)
    let tips = try log.places(of: delta.batch.dropped?.upTo ?? [])
    let dropped = log.drop(upTo: tips, cache: cache)
    let expected = ElementGaps(dropped).ranges(within: first..<log.elementCount)
    guard expected == delta.gaps.picked(integration.newElements, first: first).ranges else {
      throw MissingHistory()
    }
    return Trial(log: log, integration: integration, dropped: dropped)
  }
}

extension ElementSequence.Delta {
  /// The elements of the batch that are not among ``elements``.
  var gaps: ElementGaps { ElementGaps(batch.dropped?.ranges ?? []) }

  /// Whether taking in this delta drops elements, or the delta lacks dropped elements.
  ///
  /// - Parameter plan: The new part of the delta.
  func drops(more plan: BatchPlan) -> Bool {
    guard let dropped = batch.dropped else { return false }
    return plan.dropsMore || !dropped.ranges.isEmpty
  }
}
