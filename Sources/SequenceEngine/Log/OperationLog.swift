// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The operation of each event of a log, by local index.
///
/// An entry never extends beyond one causal run.
struct OperationLog: Sendable {
  /// An operation run, with facts that the log derives. The length is not stored: an entry ends
  /// where the next entry begins.
  struct Entry: Sendable {
    /// The local index of the first event.
    var start: Int
    var kind: OperationKind
    var position: Int
    /// The number of elements inserted before this entry. This is also the place of the entry's own
    /// elements in the inserted content.
    var firstElement: Int
    /// The length of the document that the first event's author saw. Own bytes hold this length
    /// only for the first entry of each late chain, and of each chain with several parents. The
    /// other lengths are derived.
    var documentLength: Int
  }

  /// An entry, or a part of one, with its events.
  struct Piece {
    var events: Range<Int>
    var run: OperationRun
    var firstElement: Int
  }

  private(set) var entries = EntryTable()

  /// The first entry of each causal run.
  private var firstEntries = SegmentedArray<Int32>()

  /// The number of events.
  private(set) var count = 0

  /// The operation that would lengthen the last entry without changing its fields.
  private(set) var continuation = Continuation.none

  /// The number of elements ever inserted.
  private(set) var elementCount = 0

  /// The approximate memory in bytes.
  var byteCount: Int {
    entries.byteCount + firstEntries.count * MemoryLayout<Int32>.stride
  }

  init() {}

  /// The number of leading events that two logs share in memory: see ``EntryTable``.
  func sharedEventCount(with other: OperationLog) -> Int {
    entries.sharedEventCount(with: other.entries)
  }

  // MARK: Growing

  /// Makes the next operation begin an entry, because that operation begins a causal run.
  mutating func breakRun() {
    continuation = .none
  }

  /// Adds operations. The length of the document before them is not known yet.
  ///
  /// - Parameter isNewRun: Whether the first operation begins a causal run.
  mutating func append(_ run: OperationRun, isNewRun: Bool) {
    if isNewRun { breakRun() }
    append(run, documentLength: 0)
  }

  /// Adds operations.
  ///
  /// - Parameter documentLength: The length of the document before the operations.
  mutating func append(_ run: OperationRun, documentLength: Int) {
    let length = run.length
    defer {
      count += length
      if run.isInsert { elementCount += length }
    }
    guard mayCarryOn(run) else {
      return begin(run, at: count, documentLength: documentLength)
    }
    let last = entries.count - 1
    let known = piece(last).run
    var joined = known
    let rest = joined.extend(by: run)
    if joined.kind != known.kind { entries[last].kind = joined.kind }
    continuation = Continuation(of: joined)
    guard let rest else { return }
    let taken = length - rest.length
    begin(
      rest, at: count + taken,
      documentLength: taken == 0
        ? documentLength : run.prefix(taken).lengthAfter(documentLength: documentLength))
  }

  /// Whether a run may continue the last entry, judged by kind and position alone.
  @inline(__always)
  private func mayCarryOn(_ run: OperationRun) -> Bool {
    let distance = continuation.position - run.position
    if run.isInsert { return continuation.kind == .insert && distance == 0 }
    return continuation.kind != .insert && (distance == 0 || distance == 1)
  }

  /// Makes the single delete of the last entry a backspace.
  mutating func turn() {
    entries[entries.count - 1].kind = .deleteBackward
    continuation = Continuation(kind: .deleteBackward, position: continuation.position - 1)
  }

  /// Adds operations that lengthen the last entry without changing its fields: `length` inserts, or
  /// `-length` deletes if `length` is negative.
  mutating func carryOn(_ length: Int) {
    continuation.mayTurn = false
    switch continuation.kind {
    case .insert: return carryOnInserting(length)
    case .deleteForward: break
    case .deleteBackward: continuation.position += length
    }
    count += abs(length)
  }

  /// Adds inserts to the last entry, which is a run of inserts. The fields of the entry do not
  /// change.
  @inline(__always)
  mutating func carryOnInserting(_ length: Int) {
    continuation.position += length
    elementCount += length
    count += length
  }

  /// Adds inserts.
  @inline(__always)
  mutating func appendInsert(_ length: Int, at position: Int, documentLength: Int) {
    if continuation == Continuation(kind: .insert, position: position) { return carryOn(length) }
    // An insert continues only inserts.
    begin(
      OperationRun(kind: .insert, position: position, length: length), at: count,
      documentLength: documentLength)
    count += length
    elementCount += length
  }

  /// Adds deletes, each at the same position.
  @inline(__always)
  mutating func appendDelete(_ length: Int, at position: Int, documentLength: Int) {
    if isDeleteCarriedOn(length, at: position) { return carryOn(-length) }
    if continuation.mayTurn, length == 1, position == continuation.position - 1 {
      turn()
      return carryOn(-1)
    }
    // The first delete may join the deletes before it.
    append(
      OperationRun(kind: .deleteForward, position: position, length: length),
      documentLength: documentLength)
  }

  /// Whether deletes at one position lengthen the last entry without changing its fields.
  @inline(__always)
  func isDeleteCarriedOn(_ length: Int, at position: Int) -> Bool {
    continuation.position == position
      && (continuation.kind == .deleteForward
        || continuation.kind == .deleteBackward && length == 1)
  }

  private mutating func begin(_ run: OperationRun, at start: Int, documentLength: Int) {
    if continuation.position == Continuation.none.position {
      firstEntries.append(Int32(entries.count))
    }
    entries.append(
      Entry(
        start: start, kind: run.kind, position: run.position, firstElement: elementCount,
        documentLength: documentLength))
    continuation = Continuation(of: run)
  }

  /// The entry of an event.
  ///
  /// - Parameter hint: An entry that may be near the result; by default the last entry.
  /// - Complexity: O(log *d*) in the entries between the hint and the result.
  func entry(of event: Int, near hint: Int = .max) -> Int {
    entries.places(near: event)
      .last(inPrefixWhere: { entries.start(ofEntry: $0) <= event }, near: hint)
  }

  /// The number of entries that some events belong to.
  ///
  /// - Complexity: O(log *n*) for *n* entries.
  func entryCount(of events: Range<Int>) -> Int {
    events.isEmpty ? 0 : entry(of: events.upperBound - 1) - entry(of: events.lowerBound) + 1
  }

  /// The first entry of a causal run.
  func firstEntry(ofRun run: Int) -> Int { Int(firstEntries[run]) }

  /// The number of elements inserted before a causal run.
  func firstElement(ofRun run: Int) -> Int { entries[firstEntry(ofRun: run)].firstElement }

  /// The entry of an event.
  ///
  /// - Parameter run: The causal run of the event.
  /// - Complexity: O(log *n*) in the entries of the run; O(1) for its first event.
  func entry(of event: Int, inRun run: Int) -> Int {
    let first = Int(firstEntries[run])
    let end = run + 1 < firstEntries.count ? Int(firstEntries[run + 1]) : entries.count
    return (first..<end).last(inPrefixWhere: { entries.start(ofEntry: $0) <= event }, near: first)
  }

  /// An entry as a piece.
  func piece(_ index: Int) -> Piece {
    let entry = entries[index]
    let end = index + 1 < entries.count ? entries.start(ofEntry: index + 1) : count
    return Piece(
      events: entry.start..<end,
      run: OperationRun(kind: entry.kind, position: entry.position, length: end - entry.start),
      firstElement: entry.firstElement)
  }

  /// Calls `body` with the parts of entries that make up a range of events.
  func forEachPiece(in events: Range<Int>, _ body: (Piece) -> Void) {
    guard !events.isEmpty else { return }
    forEachPiece(in: events, from: entry(of: events.lowerBound), body)
  }

  /// Calls `body` with the parts of entries that make up a range of events of a causal run.
  func forEachPiece(in events: Range<Int>, ofRun run: Int, _ body: (Piece) -> Void) {
    forEachPiece(in: events, from: entry(of: events.lowerBound, inRun: run), body)
  }

  private func forEachPiece(in events: Range<Int>, from first: Int, _ body: (Piece) -> Void) {
    var index = first
    var next = events.lowerBound
    while next < events.upperBound {
      let part = piece(index).clamped(to: next..<events.upperBound)
      body(part)
      next = part.events.upperBound
      index += 1
    }
  }

  /// The part of an entry that lies within a range of events.
  func piece(_ index: Int, within events: Range<Int>) -> Piece {
    piece(index).clamped(to: events)
  }

  /// Sets the length of the document that the author of an entry's first event saw.
  mutating func setDocumentLength(_ length: Int, ofEntry index: Int) {
    entries.setDocumentLength(length, ofEntry: index)
  }

  /// The length of the document after an event, as its author saw it.
  func documentLength(after event: Int) -> Int { documentLength(at: event, isAfter: true) }

  /// The length of the document before an event, as its author saw it.
  func documentLength(before event: Int) -> Int { documentLength(at: event, isAfter: false) }

  private func documentLength(at event: Int, isAfter: Bool) -> Int {
    let index = entry(of: event)
    let before = entries[index].documentLength
    let run = piece(index).run.prefix(event - entries.start(ofEntry: index) + (isAfter ? 1 : 0))
    return run.lengthAfter(documentLength: before)
  }
}

// MARK: Loading

extension OperationLog {
  /// Makes the log of a whole history.
  ///
  /// - Parameter joinLengths: The length of the document before each chain with several parents, in
  ///   order. If the lengths are missing, the `documentLength` of entries from the first such chain
  ///   on may be wrong.
  /// - Complexity: O(*n*) for *n* operation runs.
  init(_ batch: EventBatch, joinLengths: [Int]) {
    // Local variables stay in registers.
    var (events, inserted) = (0, 0)
    var nextJoin = 0
    var lengths: [Int] = []
    for chain in batch.chains {
      var length = 0
      switch chain.parents.count {
      case 0: break
      case 1:
        if case .inside(let event, let owner) = batch.parents[chain.parents.lowerBound] {
          let isLast = event == batch.chains[owner].events.upperBound - 1
          length = isLast ? lengths[owner] : documentLength(after: event)
        }
      default:
        if nextJoin < joinLengths.count { length = joinLengths[nextJoin] }
        nextJoin += 1
      }
      firstEntries.append(Int32(entries.count))
      var index = chain.operations.lowerBound
      entries.append(count: chain.operations.count) {
        let run = batch.operations[index]
        defer {
          index &+= 1
          events &+= run.length
          inserted &+= run.isInsert ? run.length : 0
          length = run.lengthAfter(documentLength: length)
        }
        return Entry(
          start: events, kind: run.kind, position: run.position, firstElement: inserted,
          documentLength: length)
      }
      lengths.append(length)
      (count, elementCount) = (events, inserted)
    }
    if let last = batch.operations.last { continuation = Continuation(of: last) }
  }
}

extension OperationLog {
  /// Makes the log of a whole history. The operations before the late chains are all read as soon
  /// as one of them is needed.
  ///
  /// - Parameter late: The late operations, as ``SequenceLog/encodeLate(_:of:to:)`` wrote them.
  init(
    _ batch: EventBatch, _ columns: UnreadColumns, joinLengths: ByteReader,
    late: inout ByteReader
  ) throws(DecodingFailure) {
    let unread = UnreadOperations(batch, columns, joinLengths: joinLengths)
    entries = EntryTable(unread)
    for chain in batch.chains { firstEntries.append(Int32(chain.operations.lowerBound)) }
    (count, elementCount) = (unread.eventCount, unread.elementCount)
    var headers = columns.lateHeaders
    for chain in batch.chains[columns.firstLate...] {
      var length = try late.readInt(limit: batch.elementCount)
      for _ in chain.operations {
        // The code was checked by `skipHeaders`.
        let header = OperationHeader(code: UInt(truncatingIfNeeded: try headers.readVarint()))
        let run = OperationRun(
          kind: header.kind, position: try late.readInt(limit: Dot.maximumNumber),
          length: header.length)
        guard run.end >= 0, run.end <= Dot.maximumNumber else {
          throw late.corrupt("an impossible position")
        }
        entries.append(
          Entry(
            start: count, kind: run.kind, position: run.position, firstElement: elementCount,
            documentLength: length))
        count += run.length
        elementCount += run.isInsert ? run.length : 0
        length = run.lengthAfter(documentLength: length)
        continuation = Continuation(of: run)
      }
    }
  }
}

extension OperationLog.Piece {
  /// The part of this piece that lies within a range of events.
  @inline(__always)
  fileprivate func clamped(to range: Range<Int>) -> Self {
    // Most pieces lie entirely within the range.
    if range.lowerBound <= events.lowerBound, events.upperBound <= range.upperBound { return self }
    return cut(to: range)
  }

  private func cut(to range: Range<Int>) -> Self {
    let events = events.clamped(to: range)
    let skipped = events.lowerBound - self.events.lowerBound
    return Self(
      events: events,
      run: run.dropping(skipped).prefix(events.count),
      firstElement: run.isInsert ? firstElement + skipped : firstElement)
  }
}
