// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import Testing

@testable import SequenceEngine

/// A log with its content: the elements are the dots that inserted them.
struct Replica {
  private(set) var log = SequenceLog()
  /// The elements in the order in which the log learned of them.
  private(set) var elements: [Dot] = []
  private(set) var document: [Dot] = []

  /// Takes in a chain, as an extract of its author's log would bring it.
  mutating func add(_ chain: RandomHistory.Chain) throws {
    var batch = EventBatch()
    batch.sessions = [EventBatch.Session(id: chain.first.session, firstNumber: chain.first.number)]
    batch.externals = chain.parents
    batch.append(
      session: 0, parents: chain.parents.indices.map { .outside($0) }, operations: chain.runs)
    var dots: [Dot] = []
    var number = chain.first.number
    for run in chain.runs {
      for offset in 0..<run.length where run.isInsert {
        dots.append(Dot(session: chain.first.session, number: number + offset))
      }
      number += run.length
    }
    try merge(batch, dots)
  }

  /// Edits the document here.
  mutating func edit(_ run: OperationRun, by session: SessionID) {
    let number = log.graph.count(of: session)
    log.beginEdits(by: session)
    log.operations.append(run, documentLength: document.count)
    log.graph.extendLastRun(by: run.length)
    switch run.kind {
    case .insert:
      let dots = (0..<run.length).map { Dot(session: session, number: number + $0) }
      elements += dots
      document.insert(contentsOf: dots, at: run.position)
    case .deleteForward:
      document.removeSubrange(run.position..<(run.position + run.length))
    case .deleteBackward:
      document.removeSubrange((run.position - run.length + 1)..<(run.position + 1))
    }
  }

  @discardableResult
  mutating func merge(_ batch: EventBatch, _ dots: [Dot]) throws -> [DocumentOperation] {
    let integration = try log.integrate(batch, documentLength: document.count)
    for range in integration.newElements { elements += dots[range] }
    for operation in integration.operations {
      switch operation {
      case .insert(let inserted, let position):
        document.insert(contentsOf: elements[inserted], at: position)
      case .delete(let range): document.removeSubrange(range)
      }
    }
    return integration.operations
  }

  @discardableResult
  mutating func merge(_ other: Replica) throws -> [DocumentOperation] {
    guard let extract = other.log.extract(since: log.version) else { return [] }
    return try merge(extract.batch, extract.elements.flatMap { other.elements[$0] })
  }

  /// Drops the tracker that the next merge could continue.
  func dropTracker() { _ = log.trackerBox?.take() }

  /// Prunes the tracker that the next merge continues.
  ///
  /// - Parameter choose: Returns a number below the given one.
  mutating func pruneTracker(_ choose: (Int) -> Int) {
    guard let tracker = log.trackerBox?.take() else { return }
    let cut = tracker.cut(beforeRun: choose(log.graph.runs.count), of: log)
    let pruned = cut.flatMap { tracker.pruned($0, of: log) }
    log.trackerBox = TrackerBox(pruned.map { Tracker($0) } ?? tracker)
  }

  /// Whether the next merge has a pruned tracker to continue.
  var isPruned: Bool { log.keptTracker?.isPruned ?? false }

  /// The bytes of the tracker at present, if it was pruned in the order of the log.
  var trackerBytes: [UInt8]? {
    log.trackerBox?.withTracker { tracker in
      let firstRun = log.graph.run(of: tracker.firstEvent)
      let starts = (firstRun..<log.graph.runs.count).map { Optional(log.graph.start(ofRun: $0)) }
      guard let tips = tracker.views?.tips else { return nil }
      let cut = TrackerCut(
        firstEvent: tracker.firstEvent, tips: tips, newTips: tips, firstRun: firstRun,
        starts: starts)
      var writer = ByteWriter()
      tracker.pruned(cut, of: log)?.encode(to: &writer, of: log.graph.count)
      return writer.bytes
    }
  }

  /// Replaces the tracker by a saved one.
  mutating func readTracker(_ bytes: [UInt8]) {
    dropTracker()
    var writer = ByteWriter()
    writer.writePrefixed(bytes)
    var reader = ByteReader(writer.bytes)
    try? log.readTracker(from: &reader)
  }

  /// Saves the tracker, and forgets the bytes.
  func saveTracker(turns: Int) {
    var writer = ByteWriter()
    log.encodeTracker(of: log.wholeExtract.batch, to: &writer, keeping: turns)
  }

  /// A replica loaded from the own bytes of another.
  ///
  /// - Parameter turns: How many turns the saved tracker knows, at least two.
  static func keeping(_ saved: Replica, turns: Int) throws -> Replica {
    let extract = saved.log.wholeExtract
    var writer = ByteWriter(for: .ownDevice)
    let late = SequenceLog.lateChains(of: extract)
    extract.batch.encode(to: &writer)
    saved.log.encodeLengths(of: extract, late: late, to: &writer)
    let start = writer.bytes.count
    saved.log.encodeTracker(of: extract.batch, to: &writer, keeping: turns)
    let hasTracker = writer.bytes.count > start + 1
    var reader = ByteReader(
      writer.bytes, in: 0..<writer.bytes.count, identifiers: writer.identifiers,
      party: .ownDevice)
    var replica = Replica()
    replica.log = try SavedHistory(from: &reader, lateChains: late).log(
      readingLengthsFrom: &reader)
    try replica.log.readTracker(from: &reader)
    try reader.expectEnd()
    #expect(replica.isPruned == hasTracker, "the tracker that was saved is not read")
    replica.elements = extract.elements.flatMap { saved.elements[$0] }
    replica.document = saved.document
    #if DECENT_INVARIANTS
      // These bytes are sound: no merge may find otherwise.
      replica.log.isBelieved = false
    #endif
    return replica
  }

  /// The canonical bytes, and the elements in the order of these bytes.
  var saved: (bytes: [UInt8], elements: [Dot]) {
    let extract = log.wholeExtract
    var writer = ByteWriter()
    extract.batch.encode(to: &writer)
    return (
      writer.identifiers.map { UInt8(truncatingIfNeeded: $0) } + writer.bytes,
      extract.elements.flatMap { elements[$0] }
    )
  }

  /// A replica read from canonical bytes.
  static func reading(_ saved: Replica) throws -> Replica {
    let extract = saved.log.wholeExtract
    var writer = ByteWriter()
    extract.batch.encode(to: &writer)
    var reader = ByteReader(
      writer.bytes, in: 0..<writer.bytes.count, identifiers: writer.identifiers)
    var replica = Replica()
    try replica.merge(
      try EventBatch(from: &reader), extract.elements.flatMap { saved.elements[$0] })
    try reader.expectEnd()
    return replica
  }

  /// A replica loaded from canonical bytes, event by event in their order.
  static func loading(_ saved: Replica) throws -> Replica {
    let extract = saved.log.wholeExtract
    var writer = ByteWriter()
    extract.batch.encode(to: &writer)
    var reader = ByteReader(
      writer.bytes, in: 0..<writer.bytes.count, identifiers: writer.identifiers)
    var replica = Replica()
    let (log, draft) = try SavedHistory(from: &reader).played()
    replica.log = log
    replica.elements = extract.elements.flatMap { saved.elements[$0] }
    replica.document = draft.elements.flatMap { replica.elements[$0] }
    try reader.expectEnd()
    return replica
  }
}
