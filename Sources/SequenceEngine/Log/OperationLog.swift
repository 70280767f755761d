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

  /// How many events there are.
  private(set) var count = 0

  /// How many elements were ever inserted.
  private(set) var elementCount = 0

  /// Adds operations.
  ///
  /// - Parameter isNewRun: Whether a causal run begins with the first.
  mutating func append(_ run: OperationRun, isNewRun: Bool) {
    let length = run.length
    defer {
      count += length
      if run.isInsert { elementCount += length }
    }
    guard !isNewRun, !entries.isEmpty else { return begin(run, at: count) }
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
  /// - Complexity: O(log *n*) in the runs.
  func entry(of event: Int) -> Int {
    entries.lastIndex { $0.start <= event }
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

  /// Calls `body` with the parts of entries that make up a range of events,
  /// and with the entries, to be completed.
  mutating func forEachPiece(in events: Range<Int>, _ body: (Piece, inout Entry) -> Void) {
    guard !events.isEmpty else { return }
    var index = entry(of: events.lowerBound)
    var next = events.lowerBound
    while next < events.upperBound {
      let part = piece(index).clamped(to: next..<events.upperBound)
      body(part, &entries[index])
      next = part.events.upperBound
      index += 1
    }
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

// MARK: Loading

extension OperationLog {
  /// Makes the log of a whole history.
  ///
  /// - Parameter joinLengths: Elements in the document before each chain with several
  ///   parents, in order. Without them only what comes before the first such chain
  ///   is complete.
  /// - Complexity: O(*n*) in the runs.
  init(_ columns: EventColumns, joinLengths: [Int]) {
    var nextJoin = 0
    var lengths: [Int] = []
    for chain in columns.chains {
      var length = 0
      switch chain.parents.count {
      case 0: break
      case 1:
        if case .inside(let event, let owner) = columns.parents[chain.parents.lowerBound] {
          let isLast = event == columns.chains[owner].events.upperBound - 1
          length = isLast ? lengths[owner] : documentLength(after: event)
        }
      default:
        if nextJoin < joinLengths.count { length = joinLengths[nextJoin] }
        nextJoin += 1
      }
      for run in columns.operations[chain.operations] {
        entries.append(
          Entry(
            start: count, kind: run.kind, position: run.position, firstElement: elementCount,
            documentLength: length))
        count += run.length
        if run.isInsert { elementCount += run.length }
        length = run.lengthAfter(documentLength: length)
      }
      lengths.append(length)
    }
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
