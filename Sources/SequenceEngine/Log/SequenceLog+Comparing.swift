// SPDX-License-Identifier: MIT

import Causality

/// Comparisons of any two versions, by the history of this log.
extension SequenceLog {
  /// Whether a replica that has seen `later` has also seen `version`. False if this log does not
  /// know an event that only `version` names.
  ///
  /// - Complexity: O(*d* log *d*) in the runs that the comparison visits.
  package func contains(_ version: SequenceVersion, in later: SequenceVersion) -> Bool {
    if isPresent(later) { return contains(version) }
    return isSeen(version.tips, by: later.tips) && isSeen(version.dropped, by: later.dropped)
  }

  /// Whether a version is the version of this log. Does not make the hints of ``version``.
  private func isPresent(_ version: SequenceVersion) -> Bool {
    version.tips == tips.sorted() && version.dropped == dropped
  }

  /// Whether a batch has all events that `later` has seen and `base` has not.
  ///
  /// - Returns: Nil if the log lacks a tip of either version, or if `later` has dropped elements.
  /// - Complexity: O(*d* log *d*) in the runs between the two versions and in the batch's sessions.
  package func leads(
    _ batch: EventBatch, from base: SequenceVersion, to later: SequenceVersion
  ) -> Bool? {
    guard later.dropped.isEmpty,
      let known = try? places(of: base.tips), let tips = try? places(of: later.tips)
    else { return nil }
    let missing = graph.events(seenBy: tips, butNotBy: known)
    if missing.isEmpty { return true }
    let ends = batch.endNumbers
    var held: [SessionID: Range<Int>] = [:]
    for (place, session) in batch.sessions.enumerated() {
      held[session.id] = session.firstNumber..<ends[place]
    }
    return missing.allSatisfy { events in
      graph.runParts(in: events).allSatisfy { part in
        let first = graph.dot(of: part.events.lowerBound)
        let last = first.number + part.events.count - 1
        return held[first.session].map { $0.contains(first.number) && $0.contains(last) } ?? false
      }
    }
  }

  /// The version without hints, and without tips that another tip has seen.
  ///
  /// - Complexity: O(*d* log *d*) in the runs between the first tip and the last.
  package func shortened(_ version: SequenceVersion) -> SequenceVersion {
    SequenceVersion(
      tips: latest(of: version.tips), hints: [], dropped: latest(of: version.dropped))
  }

  /// Whether each event of `dots` is in `others`, or was seen by an event in `others`.
  private func isSeen(_ dots: [Dot], by others: [Dot]) -> Bool {
    let unnamed = Set(dots).subtracting(others)
    if unnamed.isEmpty { return true }
    guard let places = try? places(of: Array(unnamed)) else { return false }
    return graph.isSeen(places, by: others.compactMap { graph.index(of: $0) })
  }

  /// The events in a list that no other event of the list has seen. Keeps unknown events.
  private func latest(of dots: [Dot]) -> [Dot] {
    if dots.count < 2 { return dots }
    let places = dots.map { graph.index(of: $0) }
    let tips = Set(graph.withoutAncestors(places.compactMap { $0 }))
    return zip(dots, places).compactMap { dot, place in
      place.map(tips.contains) ?? true ? dot : nil
    }
  }
}
