// SPDX-License-Identifier: MIT

import Causality

/// The local edits of one action, and the facts that decide whether it joins the previous action.
package struct LocalEdit: Sendable {
  /// The action, as the user would name it.
  package enum Kind: UInt8, Hashable, Sendable {
    case typing, deleting, replacing
  }

  private(set) var kind: Kind
  /// The range that the first operation touched, in the document before that operation.
  private(set) var start: Range<Int>
  /// The position of the caret after the last operation.
  private(set) var end: Int
  /// Whether the first event builds on `base`, and each later operation touches the end of the
  /// operation before it.
  private(set) var isAtOnePlace: Bool
  /// The tips of the version before the edit.
  let base: [Int]
  /// The events of the edit, ascending; not empty.
  let events: [Range<Int>]

  /// - Parameters:
  ///   - events: Ascending; not empty.
  ///   - base: The tips of the version before the edit.
  init(_ events: [Range<Int>], after base: [Int], in log: SequenceLog) {
    var runs: [OperationRun] = []
    for range in events {
      log.operations.forEachPiece(in: range) { runs.append($0.run) }
    }
    let first = events[0].lowerBound
    self.base = base
    self.events = events
    kind = runs[0].isInsert ? .typing : .deleting
    start = runs[0].touched
    end = runs[0].endOfEdit
    // If the first event has other parents than `base`, positions of this edit cannot be compared
    // with positions of earlier edits.
    isAtOnePlace = log.graph.parents(of: first) == base
    for run in runs.dropFirst() { add(run) }
  }

  var firstEvent: Int { events[0].lowerBound }

  var lastEvent: Int { events[events.count - 1].upperBound - 1 }

  private mutating func add(_ run: OperationRun) {
    if run.isInsert != (kind == .typing) { kind = .replacing }
    let touched = run.touched
    if end < touched.lowerBound || end > touched.upperBound { isAtOnePlace = false }
    end = run.endOfEdit
  }
}

extension OperationRun {
  /// The range that the run touches, in the document before the run.
  fileprivate var touched: Range<Int> {
    switch kind {
    case .insert: position..<position
    case .deleteForward: position..<(position + length)
    case .deleteBackward: (position - length + 1)..<(position + 1)
    }
  }

  /// The position of the caret after the run.
  fileprivate var endOfEdit: Int { isInsert ? position + length : touched.lowerBound }
}

extension SequenceLog {
  /// The local edits of a session since a version, or nil if there are none.
  ///
  /// - Throws: ``MissingHistory`` if the log has not seen everything that the version has.
  /// - Complexity: O(*d* log *n*) for *d* of the log's *n* runs since the version.
  package func localEdit(
    by session: SessionID, since version: SequenceVersion
  ) throws(MissingHistory) -> LocalEdit? {
    let base = try tips(of: version)
    var own: [Range<Int>] = []
    for range in graph.events(seenBy: graph.frontier, butNotBy: base) {
      var start = range.lowerBound
      for dots in graph.dots(of: range) {
        let end = start + dots.numbers.count
        if dots.session == session { own.append(start..<end) }
        start = end
      }
    }
    return own.isEmpty ? nil : LocalEdit(own, after: base, in: self)
  }
}
