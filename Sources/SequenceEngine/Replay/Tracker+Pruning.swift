// SPDX-License-Identifier: MIT

import BinaryCoding

#if !hasFeature(Embedded)
  /// The events that pruning keeps. The *new order* is their order in the pruned tracker: the order
  /// of the tracker's log, or the order of a saved history.
  struct TrackerCut {
    /// The place of the first kept event in the new order.
    var firstEvent: Int
    /// The tips of the events that are not kept, as ascending places in the tracker's log.
    var tips: [Int]
    /// The same tips, as ascending places in the new order.
    var newTips: [Int]
    /// The causal run of the tracker's first event.
    var firstRun: Int
    /// For each causal run from ``firstRun`` on, the place of its first event in the new order; nil
    /// for a run that is not kept.
    var starts: [Int?]

    /// The place of an event in the new order; nil if the event is not kept.
    func place(of event: Int, in graph: CausalGraph) -> Int? {
      let run = graph.run(of: event)
      guard run >= firstRun, let start = starts[run - firstRun] else { return nil }
      return start + event - graph.start(ofRun: run)
    }
  }

  extension Tracker {
    /// The cut that keeps the events from a causal run on. The new order is the order of `log`.
    ///
    /// - Returns: Nil if the cut would keep all events or no event, or would have too many tips.
    func cut(beforeRun run: Int, of log: SequenceLog) -> TrackerCut? {
      let first = log.graph.start(ofRun: run)
      guard first > firstEvent, first < end else { return nil }
      let firstRun = log.graph.run(of: firstEvent)
      let starts = (firstRun..<log.graph.runs.count).map {
        $0 < run ? nil : log.graph.start(ofRun: $0)
      }
      let tips = tips(beforeRunsWith: starts, from: firstRun, in: log.graph)
      guard tips.count <= TrackerViews.mostTips else { return nil }
      return TrackerCut(
        firstEvent: first, tips: tips, newTips: tips, firstRun: firstRun, starts: starts)
    }

    /// The tips of the events that a cut does not keep, ascending.
    /// - Parameter starts: The new start of each run from `firstRun` on; nil for a run that is not
    ///   kept.
    func tips(
      beforeRunsWith starts: [Int?], from firstRun: Int, in graph: CausalGraph
    ) -> [Int] {
      var tips = views?.tips ?? (firstEvent == 0 ? [] : graph.parents(of: firstEvent))
      for offset in starts.indices where starts[offset] == nil {
        let events = graph.events(ofRun: firstRun + offset)
        let isWhole = events.lowerBound >= firstEvent
        tips.removeAll(isWhole ? graph.parents(ofRun: firstRun + offset) : [firstEvent - 1])
        tips.append(events.upperBound - 1)
      }
      return tips
    }

    /// A pruned tracker with the events that a cut keeps.
    ///
    /// This tracker stays as it is, except that some of its runs are split.
    ///
    /// - Parameter cut: Must also keep each replayed event that has seen a kept event.
    /// - Returns: Nil if an event has not seen its own origin or target. Only a tracker from forged
    ///   own bytes holds such an event.
    /// - Complexity: O(*n* log *n*) for *n* runs of the tree.
    func pruned(_ cut: TrackerCut, of log: SequenceLog) -> PrunedTracker? {
      cutAtCausalRuns(log.graph)
      let items = withPrepared(cut.tips, of: log) { keptItems() }
      var pruning = Pruning(self, cut, items, log)
      pruning.takeRuns()
      pruning.takeHits()
      return pruning.isSound ? pruning.result : nil
    }

    /// Splits runs of the tree at the ends of causal runs, and after the last known element.
    private func cutAtCausalRuns(_ graph: CausalGraph) {
      var place = 0
      while place < tree.runs.count {
        let run = tree.runs[place]
        if run.first < knownCount, run.end > knownCount {
          tree.split(place, at: knownCount - run.first)
        } else if run.first >= knownCount {
          let causal = graph.run(of: event(of: run.first))
          let end = element(of: graph.events(ofRun: causal).upperBound)
          if end < run.end { tree.split(place, at: end - run.first) }
        }
        place += 1
      }
    }

    /// All runs in the order of the document, with their kinds at the prepared version.
    private func keptItems() -> [Pruning.Item] {
      var items: [Pruning.Item] = []
      var leaf = tree.start.leaf
      while leaf >= 0 {
        WorkCounter.visitNode()
        for slot in 0..<tree.nodes[leaf].count {
          let run = tree.child(leaf * tree.stride + slot)
          let state = tree.lanes.state(of: run)
          items.append(
            Pruning.Item(run: run, kind: state == 0 ? .suffix : state == 1 ? .visible : .deleted))
        }
        leaf = tree.nodes[leaf].next
      }
      markBorders(&items)
      return items
    }

    private func markBorders(_ items: inout [Pruning.Item]) {
      var before: Int?
      var isBusy = false
      for place in items.indices {
        if items[place].kind == .suffix {
          isBusy = true
          continue
        }
        if isBusy {
          if let before { items[before].isLeftBorder = true }
          items[place].isRightBorder = true
          let run = tree.runs[items[place].run]
          let left = before.map { tree.runs[items[$0].run].end - 1 } ?? RunTree.none
          items[place].isRightParent = run.first >= placeholderCount && run.left == left
          isBusy = false
        }
        before = place
      }
      if isBusy, let before { items[before].isLeftBorder = true }
    }
  }

  /// Makes a ``PrunedTracker``.
  private struct Pruning {
    /// A run of the tracker.
    struct Item {
      enum Kind { case suffix, visible, deleted }

      var run: Int
      /// `suffix`, or, for a run of the prefix, its state at the version of the prefix.
      var kind: Kind
      /// Whether the run's last element is the left border of a gap with elements of the suffix.
      var isLeftBorder = false
      /// Whether the run's first element is the right border of a gap with elements of the suffix.
      var isRightBorder = false
      /// Whether the right border can be a right parent in the gap.
      var isRightParent = false

      /// The number of elements to keep of this item's run, if the run has `length` elements.
      func keptCount(of length: Int) -> Int {
        switch kind {
        case .suffix: 0
        case .visible: length
        case .deleted: min(length, (isLeftBorder ? 1 : 0) + (isRightBorder ? 1 : 0))
        }
      }
    }

    private let tracker: Tracker
    private let cut: TrackerCut
    private let items: [Item]
    private let log: SequenceLog
    var result: PrunedTracker
    /// The new id of the first element of each run of the tracker; nil for a run that is deleted at
    /// the version of the prefix, or that was not taken yet.
    private var newFirst: [Int?]
    private var placeholders = 0
    private var named = 0
    /// The number of elements that events of the suffix inserted, minus the number of elements that
    /// `takeSuffix` took.
    private var missing = 0
    private var areOriginsBefore = true
    /// The last element of the prefix that `takeRuns()` passed, by its old and its new id.
    private var before = (old: RunTree.none, new: RunTree.none)

    init(_ tracker: Tracker, _ cut: TrackerCut, _ items: [Item], _ log: SequenceLog) {
      self.tracker = tracker
      self.cut = cut
      self.items = items
      self.log = log
      result = PrunedTracker(firstEvent: cut.firstEvent, end: tracker.end, tips: cut.newTips)
      newFirst = Array(repeating: nil, count: tracker.tree.runs.count)
      for item in items {
        let namedCount = item.isRightParent ? 1 : 0
        result.namedCount += namedCount
        result.placeholderCount +=
          item.keptCount(of: tracker.tree.runs[item.run].length) - namedCount
      }
    }

    /// Whether the result can be written and read: each element of the suffix was taken, and each
    /// origin stands before its element in the new order.
    var isSound: Bool { missing == 0 && areOriginsBefore }

    // MARK: Runs

    mutating func takeRuns() {
      var next = 0
      for place in items.indices {
        let item = items[place]
        // Taking the run may split it.
        let last = tracker.tree.runs[item.run].end - 1
        switch item.kind {
        case .visible: takeVisible(item)
        case .deleted: takeDeleted(item)
        case .suffix:
          next = max(next, place)
          while next < items.count, items[next].kind == .suffix { next += 1 }
          takeSuffix(item, before: next < items.count ? items[next] : nil)
          continue
        }
        before.old = last
      }
    }

    private mutating func takeVisible(_ item: Item) {
      var place = item.run
      if item.isRightParent {
        let isLong = tracker.tree.runs[place].length > 1
        if isLong { tracker.tree.split(place, at: 1) }
        newFirst[place] = addNamed(isDeleted: false)
        if !isLong { return }
        place = tracker.tree.runs.count - 1
        newFirst.append(nil)
      }
      newFirst[place] = addPlaceholders(tracker.tree.runs[place].length)
    }

    private mutating func takeDeleted(_ item: Item) {
      let kept = item.keptCount(of: tracker.tree.runs[item.run].length)
      if item.isRightParent { _ = addNamed(isDeleted: true) }
      for _ in 0..<(item.isRightParent ? kept - 1 : kept) {
        _ = addPlaceholders(1, areDeleted: true)
      }
    }

    private mutating func addNamed(isDeleted: Bool) -> Int {
      var run = run(result.placeholderCount + named, length: 1, left: before.new)
      run.isDeletedInEffect = isDeleted
      named += 1
      return add(run)
    }

    private mutating func addPlaceholders(_ length: Int, areDeleted: Bool = false) -> Int {
      var run = run(placeholders, length: length, left: RunTree.none)
      run.isDeletedInEffect = areDeleted
      placeholders += length
      if let last = result.runs.indices.last, result.runs[last].end == run.first,
        !areDeleted, !result.runs[last].isDeletedInEffect
      {
        result.runs[last].length += length
        before.new = run.end - 1
        return run.first
      }
      return add(run)
    }

    private mutating func add(_ run: RunTree.Run) -> Int {
      result.runs.append(run)
      before.new = run.end - 1
      return run.first
    }

    private func run(
      _ first: Int, length: Int, left: Int, right: Int = RunTree.none, fence: Int = RunTree.none
    ) -> RunTree.Run {
      RunTree.Run(
        first: first, length: length, left: left, right: right, fence: fence, isUnwritten: false)
    }

    private mutating func takeSuffix(_ item: Item, before next: Item?) {
      let old = tracker.tree.runs[item.run]
      guard let first = newSuffixElement(old.first) else {
        preconditionFailure("an element of the prefix is not inserted there")
      }
      newFirst[item.run] = first
      let left = old.left == before.old ? before.new : newSuffixElement(old.left) ?? RunTree.none
      var fence = newSuffixElement(old.fence)
      var isLeftChild = old.isLeftChild && fence != nil
      if fence == nil, old.isLeftChild, let next, next.isRightParent,
        old.fence == tracker.tree.runs[next.run].first
      {
        // The fence is the named element that comes next.
        fence = result.placeholderCount + named
        isLeftChild = true
      }
      areOriginsBefore = areOriginsBefore && max(left, fence ?? RunTree.none) < first
      missing -= old.length
      result.runs.append(
        run(
          first, length: old.length, left: left,
          right: isLeftChild ? fence ?? RunTree.none : RunTree.none, fence: fence ?? RunTree.none))
    }

    /// The new id of an element that an event of the suffix inserted; nil for any other element.
    private func newSuffixElement(_ element: Int) -> Int? {
      guard element >= tracker.knownCount else { return nil }
      return cut.place(of: tracker.event(of: element), in: log.graph).map { result.element(of: $0) }
    }

    // MARK: Hits

    /// Takes the targets of the deletes in the suffix, in the new order.
    mutating func takeHits() {
      let runs = cut.starts.indices.filter { cut.starts[$0] != nil }
        .sorted { cut.starts[$0] ?? 0 < cut.starts[$1] ?? 0 }
      for run in runs {
        let start = cut.starts[run] ?? 0
        let events = log.graph.events(ofRun: cut.firstRun + run)
        let replayed = events.clamped(to: events.lowerBound..<max(events.lowerBound, tracker.end))
        log.operations.forEachPiece(in: replayed) { piece in
          if piece.run.isInsert {
            missing += piece.events.count
          } else {
            takeHits(of: piece.events, at: start - events.lowerBound)
          }
        }
      }
    }

    private mutating func takeHits(of events: Range<Int>, at distance: Int) {
      var next = events.lowerBound
      while next < events.upperBound {
        let hit = tracker.hits.hit(of: next..<events.upperBound)
        take(hit, at: distance)
        next = hit.end
      }
    }

    private mutating func take(_ hit: DeleteHits.Hit, at distance: Int) {
      var (event, element) = (hit.first, hit.target)
      while event < hit.end {
        var (count, target) = (hit.end - event, RunTree.none)
        if element != RunTree.none, let place = tracker.tree.run(of: element) {
          let run = tracker.tree.runs[place]
          count = min(count, hit.step < 0 ? element - run.first + 1 : run.end - element)
          if let first = newFirst[place] { target = first + element - run.first }
          element += hit.step * count
        }
        let step = count == 1 || target == RunTree.none ? 0 : hit.step
        result.add(
          DeleteHits.Hit(first: event + distance, count: count, target: target, step: step))
        event += count
      }
    }
  }
#endif
