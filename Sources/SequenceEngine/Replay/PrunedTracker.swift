// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  /// The part of a ``Tracker`` that suffices to replay events whose authors saw all of a *prefix*
  /// of the log.
  ///
  /// The prefix is every event before ``firstEvent``; the *suffix* is every other event. The prefix
  /// need not end at a critical cut: suffix events may be concurrent with prefix events. Replayed
  /// events of the suffix are not replayed again. Their result is kept: the place of each element
  /// that they inserted, and the target of each delete. Future events must have seen all of the
  /// prefix. So each prepared version contains the elements of the prefix, and shows no element
  /// that the prefix deleted.
  ///
  /// A *gap* lies between two neighbouring elements of the prefix, deleted or not. These two
  /// elements are the borders of the gap. A future event inserts after an element that its author
  /// saw, and before the next element of the prefix. The place of the insert follows from the
  /// elements in its gap, their origins, and the two borders:
  ///
  /// - The left element of the insert is in the gap, or it is the left border. An element in the
  ///   gap may have a left element before the left border. The distance does not matter: such a
  ///   left element stands before all elements in the gap, as the start of the document does.
  /// - The right parent of the insert is in the gap, is the right border, or is absent. It can be
  ///   the right border only if the left element of the right border is the left border. An element
  ///   in the gap may have its right parent beyond the right border. This right parent is compared
  ///   with that of a future insert only if the left border is the left element of both the element
  ///   and the insert. Then all elements between the left border and this right parent are in the
  ///   right subtree of the left border. Between the borders lies no element of the prefix, so the
  ///   left border is the left element of the right border, too. So any future insert that is
  ///   compared with the element has a right parent before the element's right parent. An absent
  ///   right parent stands after all others, so it can replace the element's right parent.
  /// - Fences are compared among elements of one gap. A fence beyond the gap stands after all
  ///   elements in the gap, as the end of the document does.
  ///
  /// So a pruned tracker keeps both borders of each gap that holds elements of the suffix, and
  /// needs nothing beyond the borders. In any other gap, all future events see the same right
  /// border. Their inserts have the same order whether this border can be a right parent or not.
  /// These other gaps lie between placeholders, as in a tracker that begins at a critical event.
  /// Deleted elements of the prefix between these placeholders are dropped.
  ///
  /// Elements have ids in this order: placeholders from 0, deleted borders among them; *named*
  /// elements; elements of the suffix. Placeholders and named elements are in the order of the
  /// document. A named element is a right border that can be a right parent.
  struct PrunedTracker {
    var firstEvent: Int
    /// The event after the latest replayed event.
    var end: Int
    /// The tips of the prefix, ascending.
    var tips: [Int]
    var placeholderCount = 0
    var namedCount = 0
    /// The runs in the order of the document. Runs of the prefix have their state at the version of
    /// the prefix. Runs of the suffix are not inserted yet at that version.
    var runs: [RunTree.Run] = []
    /// The targets of the deletes in the suffix, by event.
    var hits: [DeleteHits.Hit] = []

    var knownCount: Int { placeholderCount + namedCount }

    /// The element that an event of the suffix inserted, if the event is an insert.
    func element(of event: Int) -> Int { event - firstEvent + knownCount }

    mutating func add(_ hit: DeleteHits.Hit) {
      if let last = hits.indices.last, hits[last].join(hit) { return }
      hits.append(hit)
    }
  }

  extension Tracker {
    /// Adds the contents of a pruned tracker to this empty tracker.
    func plant(_ pruned: PrunedTracker) {
      var last: Int?
      for run in pruned.runs {
        last = tree.insert(run, at: last.map { tree.cursor(after: $0) } ?? tree.start)
        guard let last else { continue }
        if run.isDeletedInEffect { tree.changeState(of: last, by: 1) }
        if run.first >= knownCount { tree.changeState(of: last, by: -1) }
      }
      for hit in pruned.hits { plant(hit) }
      tree.checkInvariants()
    }

    private func plant(_ hit: DeleteHits.Hit) {
      if hit.target == RunTree.none { return hits.recordMisses(hit.first, count: hit.count) }
      hits.record(hit.first, count: hit.count, target: hit.target, step: hit.step)
      let first = hit.step < 0 ? hit.target - hit.count + 1 : hit.target
      forEachRun(in: first..<(first + hit.count), hint: 0) { run in
        if tree.runs[run].isDeletedInEffect { return }
        // The prepared version has seen no delete of the suffix.
        tree.delete(run, isGathered: false)
        tree.changeState(of: run, by: -1)
      }
    }
  }

  /// Finds out which events have seen all of the prefix of a pruned tracker.
  struct TrackerViews {
    private let firstEvent: Int
    let tips: [Int]
    /// The tips that the events of each causal run have seen, one bit for each tip. The array
    /// begins with the run of the first event.
    private var seen: [UInt64] = []
    private var firstRun = -1

    /// The most tips that a prefix may have.
    static let mostTips = 64

    /// - Parameter tips: The tips of all events before `firstEvent`, which begins a causal run.
    init(firstEvent: Int, tips: [Int]) {
      self.firstEvent = firstEvent
      self.tips = tips
    }

    /// Whether the events of a causal run have seen all of the prefix.
    ///
    /// - Complexity: O(*r* + *p*) in the runs that were not visited yet, and their parents.
    mutating func haveSeenPrefix(ofRun run: Int, in graph: CausalGraph) -> Bool {
      if firstRun < 0 { firstRun = graph.run(of: firstEvent) }
      while firstRun + seen.count <= run {
        var tips: UInt64 = 0
        graph.forEachParent(ofRun: firstRun + seen.count) { parent, parentRun in
          if parent >= firstEvent {
            tips |= seen[parentRun - firstRun]
          } else if let tip = self.tips.firstIndex(of: parent) {
            tips |= 1 << UInt64(tip)
          }
        }
        seen.append(tips)
      }
      return run >= firstRun && seen[run - firstRun] == all
    }

    private var all: UInt64 { tips.count == 64 ? .max : (1 << UInt64(tips.count)) - 1 }
  }
#endif
