// SPDX-License-Identifier: MIT

import Causality
import Difference
import SequenceEngine

/// What one person can undo and redo in a text.
///
/// It is kept beside the text, by the app that edits it, and travels nowhere:
///
/// ```swift
/// var text: ReplicatingText = "Buy milk"
/// var undo = TextUndo()
/// undo.edit(&text) { $0.append(" and bread") }
/// text.merge(yours)  // who typed "oat " before "milk"
/// try undo.undo(&text.utf16)
/// print(text)  // Buy oat milk
/// ```
///
/// **Whose edits.** Only those made through ``edit(_:at:_:)`` are undone. What
/// others typed stays, also amid what is undone; and what is undone is found
/// wherever it has moved.
///
/// **What comes back.** Text that the step deleted, where it stood: behind what is left of
/// the text before it. It comes back also if somebody else deleted it at the same
/// time; if that person undoes too, it stands there twice. Text that others deleted of what the
/// step typed stays deleted.
///
/// **Undoing is editing.** What it does are new edits that travel and merge as all others do.
/// They can be redone, until something else is edited here.
///
/// **Steps.** Edits of one kind (typing, deleting, replacing) make one step if each
/// begins where the last one ended, within a time, even if others edit elsewhere
/// meanwhile; typing goes on with a replacement too. An edit at several places is
/// a step of its own. ``closeStep()`` ends a step.
///
/// **Copies.** A step names its edits, so it holds for every copy of the text that knows
/// them, also one read from its bytes. A copy of this value goes on apart.
public struct TextUndo: Equatable, Sendable {
  var steps: UndoSteps

  /// Makes one with nothing to undo.
  ///
  /// - Parameters:
  ///   - limit: How many steps are kept, 0 to 2³⁰. Beyond it the oldest are forgotten.
  ///   - milliseconds: How long after the last edit of a step another may join it.
  public init(limit: Int = 200, joiningWithin milliseconds: UInt64 = 500) {
    precondition(0...UndoSteps.greatestLimit ~= limit, "cannot keep \(limit) steps")
    steps = UndoSteps(limit: limit, window: milliseconds)
  }

  /// How many steps are kept.
  public var limit: Int { steps.limit }

  /// Whether there is a step to undo. It may be that others left nothing to undo in it.
  public var canUndo: Bool { steps.next(.undo) != nil }

  /// Whether there is a step to redo. It may be that others left nothing to redo in it.
  public var canRedo: Bool { steps.next(.redo) != nil }

  // MARK: Editing

  /// Edits a text so that it can be undone.
  ///
  /// All edits made by `body` are in one step. What it merges is not: that is
  /// somebody else's. Nothing can be undone of a body that puts another text in the
  /// place of this one.
  ///
  /// - Parameters:
  ///   - time: In milliseconds, by any clock; by default that of the environment. Only
  ///     whether an edit joins the step before depends on it.
  ///   - body: What to do. If it throws, what it did before can be undone.
  /// - Complexity: O(*r* log *n*) for *r* runs of edits. If something is deleted, or others edited
  ///   since the last step, which this one might join, that of a question about positions.
  public mutating func edit<Result, Failure: Error>(
    _ text: inout ReplicatingText, at time: UInt64 = ReplicationEnvironment.current.now,
    _ body: (inout ReplicatingText) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let version = text.version
    defer {
      let storage = text.storage
      steps.recordEdits(
        by: storage.session, since: version, at: time, in: storage.log, cache: storage.history)
    }
    return try body(&text)
  }

  /// Makes the next edit begin a step, whatever it is: when the caret was moved, the
  /// text was saved, a command was given.
  public mutating func closeStep() { steps.close() }

  /// Forgets all steps.
  public mutating func removeAll() { steps.removeAll() }

  // MARK: Undoing

  /// Undoes the latest step of which something is left.
  ///
  /// ```swift
  /// let changes = try undo.undo(&text.utf16)
  /// if let last = changes.last { view.setCaret(last.new.upperBound) }
  /// ```
  ///
  /// - Parameter view: The text, in the unit in which positions are wanted.
  /// - Returns: What it did, as ``ReplicatingText/View/changes(since:)`` would say. Empty if
  ///   nothing is left to undo.
  /// - Throws: ``MissingHistory`` if the text does not know the edits to undo: it is another
  ///   one, or a copy from before them; or if it would put back more than 2^24 scalars whose text
  ///   was dropped. Nothing is changed then.
  /// - Complexity: O(*r* log *n*) for *r* runs of edits in the step, their text, and O(*s*) for
  ///   *s* runs in all steps if text comes back; before that, that of a question
  ///   about positions.
  @discardableResult
  public mutating func undo<Unit>(
    _ view: inout ReplicatingText.View<Unit>
  ) throws(MissingHistory) -> [ReplicatingText.Change] {
    try reverse(.undo, &view)
  }

  /// Takes back the last undoing of which something is left: as ``undo(_:)``.
  @discardableResult
  public mutating func redo<Unit>(
    _ view: inout ReplicatingText.View<Unit>
  ) throws(MissingHistory) -> [ReplicatingText.Change] {
    try reverse(.redo, &view)
  }

  private mutating func reverse<Unit>(
    _ direction: UndoSteps.Direction, _ view: inout ReplicatingText.View<Unit>
  ) throws(MissingHistory) -> [ReplicatingText.Change] {
    let changes = try steps.nextChanges(
      direction, in: view.text.storage.log, cache: view.text.storage.history)
    if changes.isEmpty { return [] }
    let revived = changes.flatMap { view.text.storage.log.revivedElements(of: $0) }
    try view.text.storage.refuseGaps(in: revived)
    let older = ReplicatingText(TextStorage(showing: view.text.storage.rope.copy()))
    let session = view.text.apply(changes)
    steps.complete(
      direction, changes, by: session, in: view.text.storage.log,
      cache: view.text.storage.history)
    let replacements = zip(changes, changes.replacements).map { change, new in
      Replacement(old: change.removed, new: new)
    }
    return ReplicatingText.View<Unit>.inUnits(replacements, from: older, to: view.text)
  }
}

extension ReplicatingText {
  /// Undoes something, from the end to the start.
  ///
  /// - Returns: The session that did it.
  fileprivate mutating func apply(_ changes: [UndoChange]) -> SessionID {
    makeStorageUnique()
    for change in changes.reversed() {
      var utf8: [UInt8] = []
      for elements in storage.log.revivedElements(of: change) {
        storage.inserted.forEachPiece(of: elements) { utf8 += $0 }
      }
      replace(scalars: change.removed, with: String(decoding: utf8, as: UTF8.self))
    }
    guard let session = storage.session else {
      preconditionFailure("the edits above have a session")
    }
    return session
  }
}
