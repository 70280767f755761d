// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Dropping the contents of deleted elements. Elements are dropped up to a version: an element that
/// was deleted at the version keeps only its place in the history.
///
/// The log stores only that version, by its tips. The version is part of the state, and merging two
/// logs joins their versions. The dropped elements follow from the version and the events: they are
/// the elements hit by any delete that the version has seen.
extension SequenceLog {
  /// The tips of the version up to which deleted elements were dropped, ascending.
  package var dropped: [Dot] { droppedTips.map { graph.dot(of: $0) }.sorted() }

  /// Whether deleted elements were dropped at least up to a version.
  ///
  /// - Complexity: O(*d* log *d*) in the runs by which the two versions differ.
  package func hasDropped(upTo tips: [Int]) -> Bool {
    tips.isEmpty || tips == droppedTips
      || graph.isSeen(tips, by: droppedTips)
  }

  /// Whether a copy at a version has dropped all elements dropped here. Events of the version that
  /// this log does not know are ignored.
  func hasDropped(by version: SequenceVersion) -> Bool {
    let known = version.dropped.compactMap { graph.index(of: $0) }.sorted()
    return droppedTips.isEmpty || droppedTips == known
      || graph.isSeen(droppedTips, by: known)
  }

  /// The places of events in this log, ascending.
  ///
  /// - Throws: ``MissingHistory`` if an event is not known.
  package func places(of dots: [Dot]) throws(MissingHistory) -> [Int] {
    let places = dots.compactMap { graph.index(of: $0) }
    guard places.count == dots.count else { throw MissingHistory() }
    return places.sorted()
  }

  /// Drops deleted elements up to a further version.
  ///
  /// - Parameters:
  ///   - tips: The tips of the version, by their places in this log.
  ///   - cache: The history cache that is kept beside this log.
  /// - Returns: The elements hit by deletes that only the further version has seen, as the log
  ///   numbers elements, in ascending ranges that do not touch. Some may have been dropped before.
  /// - Complexity: In proportion to the events that only the further version has seen, plus the
  ///   time to update the index of `cache`.
  package mutating func drop(
    upTo tips: [Int], cache: borrowing HistoryCache
  ) -> [Range<Int>] {
    let events = graph.events(seenBy: tips, butNotBy: droppedTips)
    if events.isEmpty { return [] }
    droppedTips = graph.withoutAncestors(droppedTips + tips)
    guard hasDeletes(in: events) else { return [] }
    return cache.withIndex(of: self) { $0.elements(hitBy: events, of: self) }
  }

  /// Takes over the version up to which elements of a saved history were dropped.
  ///
  /// - Returns: False if the log lacks a tip of the version, or if one tip is an ancestor of
  ///   another.
  mutating func drop(_ saved: DroppedElements) -> Bool {
    guard let tips = try? places(of: saved.upTo) else { return false }
    droppedTips = graph.withoutAncestors(tips)
    return droppedTips.count == saved.upTo.count
  }

  /// The dropped elements, derived from the log.
  ///
  /// - Parameter shown: The elements that the document shows, in any order.
  /// - Complexity: O(*n* log *n*) in the runs.
  package func droppedElements(notAmong shown: [Range<Int>]) -> [Range<Int>] {
    if droppedTips == graph.frontier { return shown.joined.gaps(upTo: elementCount) }
    let events = graph.events(seenBy: droppedTips, butNotBy: [])
    return HistoryCache().withIndex(of: self) { $0.elements(hitBy: events, of: self) }
  }

  private func hasDeletes(in events: [Range<Int>]) -> Bool {
    events.contains { range in
      var found = false
      operations.forEachPiece(in: range) { found = found || !$0.run.isInsert }
      return found
    }
  }
}
