// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The comparison of the events that two logs know under the same dots.
///
/// Events that both logs share in memory are the same and are not compared. Logs share events if
/// one was copied from the other, or both from a third.
struct EventComparison {
  /// Elements inserted by the same events of both logs, as each log numbers them.
  typealias Pair = (mine: Range<Int>, theirs: Range<Int>)

  private let mine: SequenceLog
  private let theirs: SequenceLog
  /// For each session of `mine`, its place in `theirs`; nil if absent there.
  private let places: [Int?]
  /// The pairs of elements that the caller must still compare if `areSame()` returns true.
  private(set) var elements: [Pair] = []

  /// - Parameter mine: The log whose runs are visited.
  init(_ mine: SequenceLog, _ theirs: SequenceLog) {
    self.mine = mine
    self.theirs = theirs
    places = mine.graph.sessions.map { theirs.graph.place(of: $0) }
  }

  /// Whether all events that both logs know have the same parents and operations. Gathers their
  /// inserted elements in `elements`.
  ///
  /// - Complexity: O(*n* + *s*) for *n* runs of `mine` that are not shared, and *s* sessions of
  ///   `mine`.
  mutating func areSame() -> Bool {
    let shared = mine.operations.sharedEventCount(with: theirs.operations)
    guard shared < mine.graph.count else { return true }
    for run in mine.graph.run(of: shared)..<mine.graph.runs.count {
      guard areSame(inRun: run, from: shared) else { return false }
    }
    return true
  }

  /// Compares the common events of a causal run, from a given event on.
  private mutating func areSame(inRun run: Int, from first: Int) -> Bool {
    WorkCounter.visitRun()
    guard let place = places[mine.graph.runs[run].session] else { return true }
    let events = mine.graph.events(ofRun: run)
    let offset = mine.graph.runs[run].number - events.lowerBound
    let end = min(events.upperBound, theirs.graph.count(ofSession: place) - offset)
    var next = max(events.lowerBound, first)
    while next < end {
      guard let other = theirs.graph.index(ofNumber: next + offset, inSession: place),
        let count = sameEvents(next..<end, inRun: run, other)
      else { return false }
      next += count
    }
    return true
  }

  /// Compares events of a causal run with events of one causal run of the other log.
  ///
  /// - Returns: The number of events compared, or nil if the events differ.
  private mutating func sameEvents(_ events: Range<Int>, inRun run: Int, _ other: Int) -> Int? {
    let otherRun = theirs.graph.run(of: other)
    let count = min(events.count, theirs.graph.events(ofRun: otherRun).upperBound - other)
    guard
      mine.parents(of: events.lowerBound, inRun: run)
        == theirs.parents(of: other, inRun: otherRun)
    else { return nil }
    var (one, two) = (events.prefix(count), other..<(other + count))
    var entry = mine.operations.entry(of: one.lowerBound, inRun: run)
    var otherEntry = theirs.operations.entry(of: two.lowerBound, inRun: otherRun)
    let skipped = skipLikeEntries(from: entry, one, from: otherEntry, two)
    (entry, otherEntry) = (entry + skipped.entries, otherEntry + skipped.entries)
    (one, two) = (one.dropFirst(skipped.events), two.dropFirst(skipped.events))
    while !one.isEmpty {
      let piece = mine.operations.piece(entry, within: one)
      let otherPiece = theirs.operations.piece(otherEntry, within: two)
      let length = min(piece.run.length, otherPiece.run.length)
      guard piece.run.prefix(length) == otherPiece.run.prefix(length) else { return nil }
      if piece.run.isInsert { add(piece.firstElement, otherPiece.firstElement, length) }
      if length == piece.run.length { entry += 1 }
      if length == otherPiece.run.length { otherEntry += 1 }
      (one, two) = (one.dropFirst(length), two.dropFirst(length))
    }
    return count
  }

  /// Compares whole entries. Most are the same, and whole entries compare faster than pieces.
  ///
  /// - Returns: The number of equal entries from the first on, and the number of their events.
  private mutating func skipLikeEntries(
    from entry: Int, _ one: Range<Int>, from otherEntry: Int, _ two: Range<Int>
  ) -> (entries: Int, events: Int) {
    let (table, other) = (mine.operations.entries, theirs.operations.entries)
    guard table.start(ofEntry: entry) == one.lowerBound,
      other.start(ofEntry: otherEntry) == two.lowerBound
    else { return (0, 0) }
    let most = min(
      mine.operations.entry(of: one.upperBound - 1, near: entry) - entry,
      theirs.operations.entry(of: two.upperBound - 1, near: otherEntry) - otherEntry)
    let count = table.likeCount(from: entry, other, from: otherEntry, most: most)
    if count == 0 { return (0, 0) }
    let (first, otherFirst) = (table[entry], other[otherEntry])
    let (end, elementEnd) = (table[entry + count].start, table[entry + count].firstElement)
    add(first.firstElement, otherFirst.firstElement, elementEnd - first.firstElement)
    return (count, end - first.start)
  }

  private mutating func add(_ element: Int, _ other: Int, _ count: Int) {
    if count == 0 { return }
    let pair = (mine: element..<(element + count), theirs: other..<(other + count))
    if let last = elements.last, last.mine.upperBound == element, last.theirs.upperBound == other {
      elements[elements.count - 1] = (
        last.mine.lowerBound..<pair.mine.upperBound,
        last.theirs.lowerBound..<pair.theirs.upperBound
      )
    } else {
      elements.append(pair)
    }
  }
}

extension SequenceLog {
  /// The parents of an event of a causal run, ascending.
  fileprivate func parents(of event: Int, inRun run: Int) -> [Dot] {
    guard event == graph.start(ofRun: run) else { return [graph.dot(of: event - 1)] }
    var parents: [Dot] = []
    graph.forEachParent(ofRun: run) { event, run in
      parents.append(graph.dot(of: event))
    }
    return parents.sorted()
  }
}
