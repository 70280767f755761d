// SPDX-License-Identifier: MIT

import Causality

/// The edits that one person can undo and redo, as steps that name edits. The latest step is last.
///
/// The steps contain nothing of the content. Their owner makes the ``UndoChange``s in the content,
/// and then calls ``complete(_:_:by:in:cache:)``.
///
/// An element that is put back is a new element. All steps that name the old element are changed at
/// once to name the new one, so no record of replaced elements is needed.
package struct UndoSteps: Equatable, Sendable {
  package enum Direction: Sendable {
    case undo, redo
  }

  /// The step that the next edit may join.
  private struct Open: Equatable {
    var kind: LocalEdit.Kind
    /// The position of the caret after the last edit of the step.
    var end: Int
    var last: Dot
    var time: UInt64
  }

  package private(set) var undos: [UndoStep] = []
  package private(set) var redos: [UndoStep] = []
  private var open: Open?

  /// The most steps that are kept, to undo and to redo together.
  package let limit: Int
  /// The longest time between two consecutive edits of a step, in milliseconds.
  package let window: UInt64

  package init(limit: Int, window: UInt64) {
    self.limit = limit
    self.window = window
  }

  init(undos: [UndoStep], redos: [UndoStep], limit: Int, window: UInt64) {
    self.init(limit: limit, window: window)
    self.undos = undos
    self.redos = redos
  }

  // MARK: Recording

  /// Makes the next edit begin a step.
  package mutating func close() { open = nil }

  package mutating func removeAll() {
    undos = []
    redos = []
    open = nil
  }

  /// Records an edit that was just made.
  ///
  /// - Parameter time: The time of the edit, in milliseconds.
  /// - Complexity: O(*r* log *n*) for *r* runs of the edit among *n* runs. If the edit deletes, or
  ///   if others edited since the last edit, the time to update the index of `cache` is added.
  package mutating func record(
    _ edit: LocalEdit, at time: UInt64, in log: SequenceLog, cache: borrowing HistoryCache
  ) {
    redos = []
    let kind = joinedKind(of: edit, at: time, in: log, cache: cache)
    let step = log.step(undoing: edit.events, cache: cache)
    if kind != nil {
      undos[undos.count - 1].append(step)
    } else {
      push(step, for: .undo)
    }
    open = Open(
      kind: kind ?? edit.kind, end: edit.end, last: log.graph.dot(of: edit.lastEvent), time: time)
    if !edit.isAtOnePlace { open = nil }
  }

  /// The kind of the open step, if an edit belongs to that step.
  private func joinedKind(
    of edit: LocalEdit, at time: UInt64, in log: SequenceLog, cache: borrowing HistoryCache
  ) -> LocalEdit.Kind? {
    guard let open, !undos.isEmpty, edit.isAtOnePlace, time >= open.time,
      time - open.time <= window
    else { return nil }
    // Typing after replacing a selection continues the step.
    guard edit.kind == open.kind || (open.kind == .replacing && edit.kind == .typing)
    else { return nil }
    guard let last = log.graph.index(of: open.last) else { return nil }
    if edit.base == [last] {
      return edit.start.lowerBound <= open.end && open.end <= edit.start.upperBound
        ? open.kind : nil
    }
    // Other edits were merged in between. This edit still continues the step if no visible element
    // stands between the step's last edit and this one.
    let touches = cache.withIndex(of: log) { index in
      guard let before = index.reach(of: last), let after = index.reach(of: edit.firstEvent)
      else { return false }
      return before.end == after.start
    }
    return touches ? open.kind : nil
  }

  private mutating func push(_ step: UndoStep, for direction: Direction) {
    guard limit > 0 else { return }
    switch direction {
    case .undo:
      if undos.count >= limit { undos.removeFirst(undos.count - limit + 1) }
      undos.append(step)
    case .redo:
      redos.append(step)
    }
  }

  // MARK: Undoing

  /// The step that the next undo, or the next redo, takes.
  package func next(_ direction: Direction) -> UndoStep? {
    direction == .undo ? undos.last : redos.last
  }

  /// Forgets the step that ``next(_:)`` returns.
  package mutating func dropNext(_ direction: Direction) {
    open = nil
    if direction == .undo { undos.removeLast() } else { redos.removeLast() }
  }

  /// Finds the leaders in the steps that were read from bytes. The leaders must be found before
  /// elements get new names.
  mutating func findLeaders(in log: SequenceLog, cache: borrowing HistoryCache) {
    for place in undos.indices.reversed() where undos[place].lacksLeaders {
      log.findLeaders(of: &undos[place], cache: cache)
    }
    for place in redos.indices.reversed() where redos[place].lacksLeaders {
      log.findLeaders(of: &redos[place], cache: cache)
    }
  }

  /// Replaces the step that ``next(_:)`` returns by a step of the other direction.
  ///
  /// The owner first makes the changes, from the last change to the first. In each change, the
  /// owner removes elements before it puts elements back.
  ///
  /// - Parameters:
  ///   - changes: The changes that were made; not empty.
  ///   - session: The session that made the changes.
  ///   - log: The log after the changes.
  /// - Complexity: O(*r* log *m*) for *r* runs of edits in all steps and *m* runs put back. If
  ///   elements were removed, the time to update the index of `cache` is added.
  package mutating func complete(
    _ direction: Direction, _ changes: [UndoChange], by session: SessionID, in log: SequenceLog,
    cache: borrowing HistoryCache
  ) {
    dropNext(direction)
    let count = changes.reduce(0) { $0 + $1.removed.count + $1.revivedCount }
    // The new events are the latest, and all of one session.
    let step = log.step(undoing: [(log.graph.count - count)..<log.graph.count], cache: cache)
    let renaming = log.renaming(by: changes, of: session)
    if !renaming.isEmpty { rename(renaming) }
    push(step, for: direction == .undo ? .redo : .undo)
  }

  private mutating func rename(_ renaming: ElementRenaming) {
    for place in undos.indices { undos[place].rename([renaming]) }
    for place in redos.indices { redos[place].rename([renaming]) }
  }
}
