// SPDX-License-Identifier: MIT

import ReplicationLaws

@testable import ReplicatingText
@testable import SequenceEngine

/// A text that drops history, beside a text with the same edits that never does. The model computes
/// the state of the first from the second by the definitions.
struct FloorModel {
  var text = ReplicatingText()
  /// The text with the same edits, whose history is never dropped.
  private(set) var whole = ReplicatingText()
  /// The versions up to which history, and deleted text, are to be dropped.
  private(set) var floor: Set<Dot> = []
  private(set) var dropped: Set<Dot> = []

  /// The events of a history as bits, each with the events that it has seen.
  private struct Graph {
    var dots: [Dot] = []
    var places: [Dot: Int] = [:]
    var pasts: [UInt128] = []

    init(_ text: ReplicatingText) {
      for event in text.storage.log.events {
        places[event.dot] = dots.count
        dots.append(event.dot)
        pasts.append(event.parents.reduce(0) { $0 | closure(of: $1) })
      }
    }

    var all: UInt128 { dots.count == 0 ? 0 : UInt128.max >> UInt128(128 - dots.count) }

    func closure(of dot: Dot) -> UInt128 {
      guard let place = places[dot] else { return 0 }
      return pasts[place] | 1 << UInt128(place)
    }

    /// The past of an event just outside a cut is that cut. Only the empty cut and all events are
    /// no such past.
    func greatestCriticalCut(within floor: UInt128) -> UInt128 {
      var greatest: UInt128 = 0
      for cut in pasts + [all] where cut & ~floor == 0 && greatest & ~cut == 0 {
        let isCritical = dots.indices.allSatisfy { place in
          cut & 1 << UInt128(place) != 0 || cut & ~pasts[place] == 0
        }
        if isCritical { greatest = cut }
      }
      return greatest
    }
  }

  static let maximumCount = 120

  var eventCount: Int { whole.storage.log.graph.count }

  /// The dots of the events that must be dropped.
  var base: Set<Dot> {
    let graph = Graph(whole)
    let floor = floor.reduce(0) { $0 | graph.closure(of: $1) }
    let cut = graph.greatestCriticalCut(within: floor)
    return Set(graph.dots.indices.filter { cut & 1 << UInt128($0) != 0 }.map { graph.dots[$0] })
  }

  func knows(_ dots: Set<Dot>) -> Bool {
    dots.allSatisfy { whole.storage.log.graph.knows($0) }
  }

  /// Whether two models can be merged.
  func canMerge(_ other: FloorModel) -> Bool {
    whole.contains(other.whole.version) || other.whole.contains(whole.version)
      || knows(other.base) && other.knows(base)
  }

  /// The events that a version with these tips contains.
  private func closure(_ tips: Set<Dot>) -> UInt128 {
    let graph = Graph(whole)
    return tips.reduce(0) { $0 | graph.closure(of: $1) }
  }

  /// Whether two models have the same state.
  func equals(_ other: FloorModel) -> Bool {
    guard whole == other.whole else { return false }
    // Both sides use the graph of one model, since the order of events differs between the two.
    return closure(floor) == closure(other.floor) && closure(dropped) == closure(other.dropped)
  }

  // MARK: Steps

  mutating func edit(_ body: (inout ReplicatingText) -> Void) throws {
    let before = text.version
    body(&text)
    var news = text.storage.log.news(since: before)
    news.batch.floor = []
    news.batch.dropped = nil
    try whole.merge(delta: ReplicatingText.Delta(news, from: text.storage.inserted))
  }

  mutating func dropHistory(upTo version: SequenceVersion?) throws {
    if let version { try text.dropHistory(upTo: version) } else { text.dropHistory() }
    floor.formUnion(version?.tips ?? whole.version.tips)
    dropped.formUnion(version?.tips ?? whole.version.tips)
  }

  mutating func dropDeletedText() {
    text.dropDeletedText()
    dropped.formUnion(whole.version.tips)
  }

  /// Takes in another model that it can be merged with.
  mutating func merge(_ other: FloorModel, delta: Bool) throws {
    if !delta {
      text.merge(other.text)
    } else if let delta = other.text.delta(since: text.version) {
      try text.validate(delta)
      try text.merge(delta: delta)
    }
    whole.merge(other.whole)
    floor.formUnion(other.floor)
    dropped.formUnion(other.dropped)
  }

  // MARK: Checks

  /// The first fault found, if there is one.
  func complaint(_ random: inout SeededGenerator) throws -> String? {
    let base = base
    if let complaint = complaint(base) { return complaint }
    let bytes = text.encoded()
    let read = try ReplicatingText(encoded: bytes)
    if read != text || read.encoded() != bytes { return "is read as another" }
    if read.string != text.string { return "is read as \(read)" }
    let own = try ReplicatingText(encoded: text.encoded(for: .ownDevice), from: .ownDevice)
    if own != text || own.encoded() != bytes { return "is another in its own bytes" }
    return try complaintAboutHistory(&random, base) ?? complaintAboutAnchors(&random, base)
  }

  /// The first fault in the shown text and in the dropped events.
  func complaint(_ base: Set<Dot>) -> String? {
    if text.string != whole.string { return "shows \(text), not \(whole)" }
    if Set(text.version.tips) != Set(whole.version.tips) { return "has other tips" }
    let log = text.storage.log
    if (log.base?.eventCount ?? 0) != base.count { return "has a base of another size" }
    if !base.allSatisfy({ log.graph.isInBase($0) }) { return "has another base" }
    return log.floor.isEmpty == floor.isEmpty ? nil : "has another floor"
  }

  private func complaintAboutHistory(
    _ random: inout SeededGenerator, _ base: Set<Dot>
  ) throws -> String? {
    let sessions = whole.sessions
    guard !sessions.isEmpty else { return nil }
    let session = random.pick(sessions)
    let graph = Graph(whole)
    let seen = session.version.tips.reduce(0) { $0 | graph.closure(of: $1) }
    let dropped = base.reduce(0) { $0 | graph.closure(of: $1) }
    if dropped & ~seen != 0 {
      do {
        _ = try text.string(at: session.version)
        return "shows what it dropped"
      } catch {
        return error.reason == .dropped ? nil : "does not say that history was dropped"
      }
    }
    let then = try text.string(at: session.version)
    let expected = try whole.string(at: session.version)
    let isSame =
      then.unicodeScalars.count == expected.unicodeScalars.count
      && zip(then.unicodeScalars, expected.unicodeScalars).allSatisfy {
        $0 == $1 || $0 == "\u{fffd}"
      }
    if !isSame { return "showed \(then), not \(expected)" }
    let changes = try text.unicodeScalars.changes(since: session.version)
    let expectedChanges = try whole.unicodeScalars.changes(since: session.version)
    if changes != expectedChanges { return "changed by \(changes), not \(expectedChanges)" }
    _ = try text.string(at: text.earliestVersion)
    return nil
  }

  private func complaintAboutAnchors(
    _ random: inout SeededGenerator, _ base: Set<Dot>
  ) throws -> String? {
    for event in whole.storage.log.events where random.oneIn(4) {
      let anchor = ReplicatingText.Anchor(random.oneIn(2) ? .before : .after, event.dot)
      let place = text.unicodeScalars.offset(of: anchor)
      let expected = whole.unicodeScalars.offset(of: anchor)
      if place == expected { continue }
      // Only elements deleted before the base may be unknown.
      let isShown = text.storage.log.base?.place(of: event.dot) != nil
      guard place == nil, base.contains(event.dot), !isShown else {
        return "\(anchor) is at \(place ?? -1), not \(expected ?? -1)"
      }
    }
    let count = text.unicodeScalars.count
    for offset in [0, count / 2, count] {
      let anchor = text.unicodeScalars.anchor(at: offset)
      if anchor != whole.unicodeScalars.anchor(at: offset) { return "another anchor at \(offset)" }
    }
    return nil
  }
}
