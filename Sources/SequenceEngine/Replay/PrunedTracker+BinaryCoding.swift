// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import BinaryCoding

  /// Written as FORMAT.md says under "Own bytes".
  extension PrunedTracker {
    /// The form of a run. The raw values are saved, so they must not change.
    enum Form: Int {
      case placeholders = 0
      /// Deleted placeholders.
      case deleted
      /// A named element.
      case visibleNamed, deletedNamed
      case suffix
    }

    /// The place of the left element of a suffix run. The raw values are saved, as in `Form`.
    enum LeftForm: Int {
      case none = 0
      /// The nearest element before the run that belongs to the prefix.
      case border
      case event
    }

    /// The place of the fence of a suffix run. The raw values are saved, as in `Form`.
    enum FenceForm: Int {
      case none = 0
      /// The nearest element after the run that belongs to the prefix: the run's right parent.
      case border
      case rightParent, event
    }

    private func event(of element: Int) -> Int { element - knownCount + firstEvent }

    // MARK: Writing

    /// - Parameter count: The number of events in the log.
    func encode(to writer: inout ByteWriter, of count: Int) {
      writer.writeCount(count - firstEvent)
      writer.writeCount(count - end)
      writer.writeCount(tips.count)
      for tip in tips { writer.writeCount(firstEvent - 1 - tip) }
      encodeRuns(to: &writer)
      encodeHits(to: &writer)
    }

    private func encodeRuns(to writer: inout ByteWriter) {
      writer.writeCount(runs.count)
      var next = firstEvent
      for run in runs {
        let form = form(of: run)
        writer.writeCount((run.length - 1) * 5 + form.rawValue)
        guard form == .suffix else { continue }
        let first = event(of: run.first)
        writer.writeSignedVarint(Int64(first - next))
        next = first + run.length
        let (left, fence) = (leftForm(of: run), fenceForm(of: run))
        writer.writeCount(left.rawValue * 4 + fence.rawValue)
        if left == .event { writer.writeCount(first - 1 - event(of: run.left)) }
        if fence == .rightParent || fence == .event {
          writer.writeCount(first - 1 - event(of: run.fence))
        }
      }
    }

    private func form(of run: RunTree.Run) -> Form {
      if run.first >= knownCount { return .suffix }
      if run.first < placeholderCount { return run.isDeletedInEffect ? .deleted : .placeholders }
      return run.isDeletedInEffect ? .deletedNamed : .visibleNamed
    }

    private func leftForm(of run: RunTree.Run) -> LeftForm {
      if run.left == RunTree.none { return .none }
      return run.left < knownCount ? .border : .event
    }

    private func fenceForm(of run: RunTree.Run) -> FenceForm {
      if run.fence == RunTree.none { return .none }
      if run.fence < knownCount { return .border }
      return run.isLeftChild ? .rightParent : .event
    }

    private func encodeHits(to writer: inout ByteWriter) {
      var last = 0
      for hit in hits {
        let step = hit.target == RunTree.none ? 0 : hit.step < 0 ? 2 : 1
        writer.writeCount((hit.count - 1) * 3 + step)
        if step == 0 { continue }
        writer.writeSignedVarint(Int64(hit.target - last))
        last = hit.target
      }
    }
  }
#endif
