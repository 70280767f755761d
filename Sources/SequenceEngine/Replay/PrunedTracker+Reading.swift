// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import BinaryCoding
  import Causality

  /// Read as FORMAT.md says under "Own bytes".
  ///
  /// The order of the elements, their origins and the targets of deletes are believed. All else is
  /// checked, so that no replay can trap: each element of the suffix stands in one place, each
  /// origin and target exists, and the tips include those of the prefix. A merge compares the
  /// number of shown elements with the length of the document (`SequenceLog+Replay.swift`), so no
  /// position lies outside the document.
  extension PrunedTracker {
    /// - Throws: If the bytes are malformed, or if the tracker belongs to another log.
    /// - Complexity: O(*n*) in the saved tracker, and in the graph's runs from the earliest tip of
    ///   the prefix on.
    init(from reader: inout ByteReader, of log: SequenceLog) throws(DecodingFailure) {
      let count = log.graph.count
      firstEvent = count - (try reader.readInt(limit: count))
      end = count - (try reader.readInt(limit: count - firstEvent))
      tips = []
      let tipCount = try reader.readCount()
      guard firstEvent < end, tipCount <= TrackerViews.mostTips,
        log.graph.start(ofRun: log.graph.run(of: firstEvent)) == firstEvent
      else { throw reader.corrupt("a tracker that begins nowhere") }
      let firstRun = log.graph.run(of: firstEvent)
      for _ in 0..<tipCount {
        let back = try reader.readInt(limit: count)
        guard firstEvent > back else { throw reader.corrupt("a tracker after no event") }
        tips.append(firstEvent - 1 - back)
      }
      guard log.graph.tips(beforeRun: firstRun).allSatisfy({ tips.contains($0) }) else {
        throw reader.corrupt("a tracker after other events")
      }
      let inserts = log.operations.ranges(of: firstEvent..<end, areInserts: true)
      var forms = SavedRuns(inserts: inserts, firstEvent: firstEvent)
      try forms.read(
        from: &reader, elementCount: log.operations.firstElement(ofRun: firstRun))
      (placeholderCount, namedCount) = (forms.placeholderCount, forms.namedCount)
      runs = try forms.runs(for: reader)
      try readHits(from: &reader, log, inserts)
      try reader.expectEnd()
    }

    private mutating func readHits(
      from reader: inout ByteReader, _ log: SequenceLog, _ inserts: [Range<Int>]
    ) throws(DecodingFailure) {
      var last = 0
      for deletes in log.operations.ranges(of: firstEvent..<end, areInserts: false) {
        var next = deletes.lowerBound
        while next < deletes.upperBound {
          let code = try reader.readInt(limit: .max)
          var hit = DeleteHits.Hit(
            first: next, count: code / 3 + 1, target: RunTree.none, step: [0, 1, -1][code % 3])
          guard hit.count <= deletes.upperBound - next else {
            throw reader.corrupt("hits of more deletes than there are")
          }
          if hit.step != 0 {
            hit.target = try reader.readElement(after: last, below: element(of: next))
            last = hit.target
            let first = hit.step < 0 ? hit.target - hit.count + 1 : hit.target
            guard holds(first..<(first + hit.count), inserts) else {
              throw reader.corrupt("a delete of no element")
            }
            if hit.count == 1 { hit.step = 0 }
          }
          next = hit.end
          hits.append(hit)
        }
      }
    }

    /// Whether some elements all exist: as known elements of the prefix, or inserted by the suffix.
    private func holds(_ elements: Range<Int>, _ inserts: [Range<Int>]) -> Bool {
      guard elements.lowerBound >= 0 else { return false }
      let inserted = elements.clamped(to: knownCount..<max(knownCount, elements.upperBound))
      let distance = firstEvent - knownCount
      return inserted.isEmpty
        || inserts.holds((inserted.lowerBound + distance)..<(inserted.upperBound + distance))
    }
  }

  extension ByteReader {
    /// Reads a number that was saved as its difference from another number.
    fileprivate mutating func readElement(
      after last: Int, below end: Int
    ) throws(DecodingFailure) -> Int {
      let (number, isTooFar) = Int64(last).addingReportingOverflow(try readSignedVarint())
      guard !isTooFar, number >= 0, number < Int64(end) else {
        throw corrupt("an element that cannot be")
      }
      return Int(number)
    }
  }

  extension OperationLog {
    /// The inserts or the deletes among some events, as ascending ranges.
    fileprivate func ranges(of events: Range<Int>, areInserts: Bool) -> [Range<Int>] {
      var ranges: [Range<Int>] = []
      forEachPiece(in: events) { piece in
        if piece.run.isInsert == areInserts { ranges.append(joined: piece.events) }
      }
      return ranges
    }
  }

  /// The runs of a pruned tracker as they are saved.
  private struct SavedRuns {
    private struct SavedRun {
      var form: PrunedTracker.Form
      var length: Int
      /// This property and all below serve only runs of the suffix.
      var first = 0
      var left = PrunedTracker.LeftForm.none
      var leftEvent = 0
      var fence = PrunedTracker.FenceForm.none
      var fenceEvent = 0
    }

    /// The inserts of the suffix, as ranges of events.
    let inserts: [Range<Int>]
    let firstEvent: Int
    private(set) var placeholderCount = 0
    private(set) var namedCount = 0
    private var saved: [SavedRun] = []

    init(inserts: [Range<Int>], firstEvent: Int) {
      self.inserts = inserts
      self.firstEvent = firstEvent
    }

    /// - Parameter elementCount: The number of elements that the prefix inserted.
    mutating func read(
      from reader: inout ByteReader, elementCount: Int
    ) throws(DecodingFailure) {
      var next = firstEvent
      for _ in 0..<(try reader.readCount()) {
        let code = try reader.readInt(limit: .max)
        guard let form = PrunedTracker.Form(rawValue: code % 5), code / 5 < Dot.maximumNumber else {
          throw reader.corrupt("a run without end")
        }
        var run = SavedRun(form: form, length: code / 5 + 1)
        switch form {
        case .placeholders, .deleted: placeholderCount += run.length
        case .visibleNamed, .deletedNamed: namedCount += run.length
        case .suffix: try read(&run, after: &next, from: &reader)
        }
        guard placeholderCount + namedCount <= elementCount else {
          throw reader.corrupt("more elements than were ever inserted")
        }
        saved.append(run)
      }
      let found = saved.filter { $0.form == .suffix }.map { $0.first..<($0.first + $0.length) }
        .sorted { $0.lowerBound < $1.lowerBound }
      var joined: [Range<Int>] = []
      for range in found { joined.append(joined: range) }
      guard joined == inserts else { throw reader.corrupt("elements missing, or in two places") }
    }

    private func read(
      _ run: inout SavedRun, after next: inout Int, from reader: inout ByteReader
    ) throws(DecodingFailure) {
      let distance = try reader.readSignedVarint()
      let limit = Int64(Dot.maximumNumber)
      guard distance > -limit, distance < limit, let first = Int(exactly: Int64(next) + distance),
        inserts.holds(first..<(first + run.length))
      else { throw reader.corrupt("an element that nothing inserted") }
      run.first = first
      next = first + run.length
      let code = try reader.readInt(limit: 11)
      guard let left = PrunedTracker.LeftForm(rawValue: code / 4),
        let fence = PrunedTracker.FenceForm(rawValue: code % 4)
      else { throw reader.corrupt("an unknown origin") }
      (run.left, run.fence) = (left, fence)
      if left == .event { run.leftEvent = try readEvent(before: first, from: &reader) }
      if fence == .rightParent || fence == .event {
        run.fenceEvent = try readEvent(before: first, from: &reader)
      }
    }

    private func readEvent(
      before event: Int, from reader: inout ByteReader
    ) throws(DecodingFailure) -> Int {
      guard event > 0 else { throw reader.corrupt("an origin before the first event") }
      let found = event - 1 - (try reader.readInt(limit: event - 1))
      guard inserts.holds(found..<(found + 1)) else {
        throw reader.corrupt("an origin that nothing inserted")
      }
      return found
    }

    func runs(for reader: ByteReader) throws(DecodingFailure) -> [RunTree.Run] {
      var runs: [RunTree.Run] = []
      let known = placeholderCount + namedCount
      var (placeholders, named, before, isAwaited) = (0, placeholderCount, RunTree.none, false)
      for saved in saved {
        var (first, left, right, fence) = (0, RunTree.none, RunTree.none, RunTree.none)
        if saved.form == .suffix {
          first = saved.first - firstEvent + known
          if saved.left == .border { left = before }
          if saved.left == .event { left = saved.leftEvent - firstEvent + known }
          if saved.fence == .border { right = named }
          if saved.fence == .rightParent { right = saved.fenceEvent - firstEvent + known }
          if saved.fence == .event { fence = saved.fenceEvent - firstEvent + known }
          isAwaited = isAwaited || saved.fence == .border
        } else {
          let isNamed = saved.form == .visibleNamed || saved.form == .deletedNamed
          guard isNamed || !isAwaited else { break }
          isAwaited = false
          first = isNamed ? named : placeholders
          if isNamed { named += saved.length } else { placeholders += saved.length }
          if isNamed { left = before }
          before = first + saved.length - 1
        }
        var run = RunTree.Run(
          first: first, length: saved.length, left: left, right: right, fence: fence,
          isUnwritten: false)
        run.isDeletedInEffect = saved.form == .deleted || saved.form == .deletedNamed
        runs.append(run)
      }
      guard !isAwaited, runs.count == saved.count else {
        throw reader.corrupt("a right parent that is not there")
      }
      return runs
    }
  }

  extension [Range<Int>] {
    /// Whether one of these ascending ranges holds all of another range.
    fileprivate func holds(_ other: Range<Int>) -> Bool {
      let place = indices.last(inPrefixWhere: { self[$0].lowerBound <= other.lowerBound })
      return place >= 0 && other.upperBound <= self[place].upperBound
    }

    fileprivate mutating func append(joined range: Range<Int>) {
      if let last, last.upperBound == range.lowerBound {
        self[count - 1] = last.lowerBound..<range.upperBound
      } else {
        append(range)
      }
    }
  }
#endif
