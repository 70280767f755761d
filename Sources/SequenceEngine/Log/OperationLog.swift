// SPDX-License-Identifier: MIT

/// What each event of a log did, by local index.
///
/// A run here never crosses a causal run.
struct OperationLog: Sendable {
  /// A run with what the log knows of it. Its length is not stored: it ends
  /// where the next one begins.
  struct Entry: Sendable {
    /// The local index of the first event.
    var start: Int
    var kind: OperationKind
    var position: Int
    /// How many elements were inserted by the events before it: the place of
    /// its own in the inserted content.
    var firstElement: Int
    /// How many elements the first event's author saw. Derived, not saved.
    var documentLength: Int
  }

  /// A run, or a part of one, with its events.
  struct Piece {
    var events: Range<Int>
    var run: OperationRun
    var firstElement: Int
  }

  private(set) var entries = SegmentedArray<Entry>()

  /// The first entry of each causal run.
  private var firstEntries = SegmentedArray<Int32>()

  /// How many events there are.
  private(set) var count = 0

  /// How many elements were ever inserted.
  private(set) var elementCount = 0

  /// About what it takes in memory.
  var byteCount: Int {
    entries.count * MemoryLayout<Entry>.stride
      + firstEntries.count * MemoryLayout<Int32>.stride
  }

  /// Adds operations.
  ///
  /// - Parameter isNewRun: Whether a causal run begins with the first.
  mutating func append(_ run: OperationRun, isNewRun: Bool) {
    let length = run.length
    defer {
      count += length
      if run.isInsert { elementCount += length }
    }
    guard !isNewRun, !entries.isEmpty else {
      firstEntries.append(Int32(entries.count))
      return begin(run, at: count)
    }
    let last = entries.count - 1
    var joined = piece(last).run
    let rest = joined.extend(by: run)
    entries[last].kind = joined.kind
    if let rest { begin(rest, at: count + length - rest.length) }
  }

  private mutating func begin(_ run: OperationRun, at start: Int) {
    entries.append(
      Entry(
        start: start, kind: run.kind, position: run.position, firstElement: elementCount,
        documentLength: 0))
  }

  /// Which entry an event belongs to.
  ///
  /// - Parameter hint: An entry that may be near; by default the last.
  /// - Complexity: O(log *d*) in the entries between.
  func entry(of event: Int, near hint: Int = .max) -> Int {
    (0..<entries.count).last(inPrefixWhere: { entries[$0].start <= event }, near: hint)
  }

  /// The first entry of a causal run.
  func firstEntry(ofRun run: Int) -> Int { Int(firstEntries[run]) }

  /// Which entry an event belongs to.
  ///
  /// - Parameter run: The causal run that it belongs to.
  /// - Complexity: O(log *n*) in the entries of the run; O(1) for its first event.
  func entry(of event: Int, inRun run: Int) -> Int {
    let first = Int(firstEntries[run])
    let end = run + 1 < firstEntries.count ? Int(firstEntries[run + 1]) : entries.count
    return (first..<end).last(inPrefixWhere: { entries[$0].start <= event }, near: first)
  }

  /// A whole entry.
  func piece(_ index: Int) -> Piece {
    let entry = entries[index]
    let end = index + 1 < entries.count ? entries[index + 1].start : count
    return Piece(
      events: entry.start..<end,
      run: OperationRun(kind: entry.kind, position: entry.position, length: end - entry.start),
      firstElement: entry.firstElement)
  }

  /// Calls `body` with the parts of entries that make up a range of events.
  func forEachPiece(in events: Range<Int>, _ body: (Piece) -> Void) {
    guard !events.isEmpty else { return }
    var index = entry(of: events.lowerBound)
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

  /// Notes how many elements the author of an entry's first event saw.
  mutating func setDocumentLength(_ length: Int, ofEntry index: Int) {
    entries[index].documentLength = length
  }

  /// Completes the entry that the latest events began, if they began one.
  ///
  /// - Parameters:
  ///   - run: What the latest events did.
  ///   - documentLength: Elements in the document before them.
  mutating func completeLastEntry(begunBy run: OperationRun, documentLength: Int) {
    let last = entries.count - 1
    let joined = entries[last].start - (count - run.length)
    guard joined >= 0 else { return }
    entries[last].documentLength = run.prefix(joined).lengthAfter(documentLength: documentLength)
  }

  /// How many elements the document had after an event, as its author saw it.
  func documentLength(after event: Int) -> Int {
    let index = entry(of: event)
    let before = entries[index].documentLength
    let run = piece(index).run.prefix(event - entries[index].start + 1)
    return run.lengthAfter(documentLength: before)
  }
}

extension OperationLog.Piece {
  /// The part of this piece that lies within a range of events.
  fileprivate func clamped(to range: Range<Int>) -> Self {
    let events = events.clamped(to: range)
    let skipped = events.lowerBound - self.events.lowerBound
    return Self(
      events: events,
      run: run.dropping(skipped).prefix(events.count),
      firstElement: run.isInsert ? firstElement + skipped : firstElement)
  }
}
