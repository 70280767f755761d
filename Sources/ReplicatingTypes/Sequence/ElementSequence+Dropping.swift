// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

/// Drops removed elements. Their slots stay. The log stores the version up to which removed
/// elements are dropped (`SequenceLog+Dropped.swift`).
extension ElementSequence {
  /// Drops the elements that were already removed at a version.
  ///
  /// - Parameters:
  ///   - tips: The places of the version's tips in the log.
  ///   - cache: The cache of the log.
  /// - Complexity: O(*n*) for *n* events of the log.
  mutating func dropDeleted(upTo tips: [Int], cache: borrowing HistoryCache) {
    drop(log.drop(upTo: tips, cache: cache))
  }

  /// Drops all elements that another log dropped. This log must know all events of the other log.
  mutating func drop(as other: SequenceLog, cache: borrowing HistoryCache) {
    if let tips = try? log.places(of: other.dropped) { dropDeleted(upTo: tips, cache: cache) }
  }

  /// - Parameter slots: The slots to drop. Some of the slots may be dropped already.
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

  /// The places that the kept slots in a range have among all kept slots.
  @usableFromInline
  func places(of slots: Range<Int>) -> [Range<Int>] {
    var places: [Range<Int>] = []
    gaps.forEachPart(of: slots) { part, isDropped in if !isDropped { places.append(part) } }
    return places
  }

  /// Throws ``MissingHistory`` if any of `elements` was dropped.
  func refuseGaps(in elements: [Range<Int>]) throws(MissingHistory) {
    guard !hasGaps || gaps.count(in: elements) == 0 else { throw MissingHistory(.dropped) }
  }

  // MARK: Deltas

  /// Appends new elements of a delta. The dropped elements among them become gaps.
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

  /// The result of a trial: a copy of the log takes in a delta that drops elements.
  struct Trial {
    var log: SequenceLog
    /// The integration of the delta. Its operations insert no dropped elements.
    var integration: SequenceLog.Integration
    /// The slots to drop. Some of the slots may be dropped already.
    var dropped: [Range<Int>]
  }

  /// Takes in a delta that drops elements. Changes a copy of the log, not the log itself.
  ///
  /// - Parameter cache: A cache whose events are all in the log. The call may add the events of the
  ///   delta to the cache, even if it throws.
  /// - Throws: ``MissingHistory`` if the delta lacks an element that is not dropped, or contains an
  ///   element that is dropped. Only a forged delta does so.
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
  /// The elements that the batch inserts and that ``elements`` lacks, because they were dropped.
  var gaps: ElementGaps { ElementGaps(batch.dropped?.ranges ?? []) }

  /// Whether taking in this delta drops elements, or whether the delta lacks dropped elements.
  ///
  /// - Parameter plan: The plan for taking in the new events of the delta.
  func drops(more plan: BatchPlan) -> Bool {
    guard let dropped = batch.dropped else { return false }
    return plan.dropsMore || !dropped.ranges.isEmpty
  }
}
