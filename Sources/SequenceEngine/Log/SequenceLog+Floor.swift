// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Dropping history up to a version, the *floor*, that no replica needs any more.
///
/// The floor is part of the state, and merging joins it. The history that is really dropped follows
/// from the floor and the events: it is the *base*, the greatest critical cut within the floor. (A
/// critical cut is a causally closed set of events that every other event has seen in full. Of any
/// two critical cuts, one contains the other.) The events above the base can be replayed without
/// it, so equal states drop the same history and have equal bytes.
extension SequenceLog {
  /// The rest of dropped history; nil if none was dropped.
  package var base: HistoryBase? { graph.base }

  /// How many elements the document shows at the base.
  var baseLength: Int { graph.base?.elementCount ?? 0 }

  /// The tips of the version up to which history is to be dropped, ascending.
  package var floor: [Dot] {
    floorTips.isEmpty ? base?.tips ?? [] : floorTips.map { graph.dot(of: $0) }.sorted()
  }

  /// Whether history is to be dropped at least up to a version.
  ///
  /// - Parameter tips: Its tips, by their places in this log, without those in the base.
  package func hasFloor(upTo tips: [Int]) -> Bool {
    tips.isEmpty || tips == floorTips
      || graph.isSeen(tips, by: floorTips)
  }

  func hasFloor(_ dots: [Dot]) -> Bool {
    if dots.isEmpty { return true }
    guard let tips = try? places(of: dots) else { return false }
    return hasFloor(upTo: tips)
  }

  /// Whether a copy at a version is to drop all history that is to be dropped here, as far as this
  /// log can tell.
  func hasFloor(by version: SequenceVersion) -> Bool {
    let known = version.floor.compactMap { graph.index(of: $0) }.sorted()
    if floorTips.isEmpty {
      guard let base, known.isEmpty else { return true }
      return Set(version.floor).isSuperset(of: base.tips)
    }
    return floorTips == known || graph.isSeen(floorTips, by: known)
  }

  /// Notes that history is also to be dropped up to a version whose deleted elements are dropped
  /// already.
  ///
  /// - Parameter tips: Its tips, by their places in this log.
  /// - Returns: How many of the log's first events are to be dropped now.
  /// - Complexity: O(*n*) in the runs.
  package mutating func raiseFloor(upTo tips: [Int]) -> Int {
    if hasFloor(upTo: tips) { return 0 }
    floorTips = graph.withoutAncestors(floorTips + tips)
    return eventsToDrop
  }

  /// Takes over the floor of a saved history, if it is sound.
  ///
  /// - Returns: False if the events are not here, if one of them is an ancestor of another, if they
  ///   have deleted elements that are not dropped, or if more history should have been dropped.
  mutating func setFloor(_ saved: [Dot]) -> Bool {
    guard let tips = try? places(of: saved) else { return false }
    floorTips = graph.withoutAncestors(tips)
    return floorTips.count == saved.count && hasDropped(upTo: floorTips) && eventsToDrop == 0
  }

  /// How many of the first events make the greatest critical cut within the floor.
  private var eventsToDrop: Int {
    guard let seen = graph.events(seenBy: floorTips, butNotBy: []).joined.first,
      seen.lowerBound == 0
    else { return 0 }
    return graph.criticalCut(upTo: seen.upperBound)
  }
}

// MARK: Two logs

extension SequenceLog {
  /// Whether this log knows all history that another has dropped.
  package func reachesBase(of other: SequenceLog) -> Bool {
    other.base?.tips.allSatisfy { graph.knows($0) } ?? true
  }

  /// Whether another log, which knows all history that is dropped here, has dropped all of it too.
  package func isDeeper(than other: SequenceLog) -> Bool {
    base?.tips.allSatisfy { other.graph.isInBase($0) } ?? true
  }

  /// Whether a copy at a version can take in events by themselves, as far as this log can tell. The
  /// copy must have seen everything that was dropped here, and the events must have seen everything
  /// that was dropped there.
  func canTake(_ events: [Range<Int>], _ version: SequenceVersion) -> Bool {
    if let base {
      let seen = version.tips + version.hints + version.base
      let isReached = seen.contains { graph.index(of: $0) != nil }
      guard isReached || Set(seen).isSuperset(of: base.tips) else { return false }
    }
    let dropped = version.base.isEmpty ? version.floor : version.base
    if dropped.isEmpty { return true }
    guard let tips = try? places(of: dropped) else { return dropped.allSatisfy(graph.knows) }
    return tips.isEmpty || haveSeen(tips, events)
  }

  /// Whether all of some events have seen the events with the given tips.
  ///
  /// - Complexity: O(*n* log *n*) in the runs and their parents.
  private func haveSeen(_ tips: [Int], _ events: [Range<Int>]) -> Bool {
    let cut = graph.events(seenBy: tips, butNotBy: []).joined
    var haveSeen = true
    graph.forEachRunPiece(in: events) { piece in
      let parents = graph.parents(of: piece.events.lowerBound)
      let isBeyond = parents.contains { parent in
        let last = cut.indices.last(inPrefixWhere: { cut[$0].lowerBound <= parent })
        return last < 0 || !cut[last].contains(parent)
      }
      haveSeen = haveSeen && (isBeyond || parents.holdAll(tips))
    }
    return haveSeen
  }
}
