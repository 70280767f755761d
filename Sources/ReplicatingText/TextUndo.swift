// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import Difference
import SequenceEngine

/// The edits that one person can undo and redo in a text.
///
/// The app that edits a text keeps the value beside it; the value is never sent:
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
/// **Whose edits.** Only edits made through ``edit(_:at:_:)`` are undone. Text that others typed
/// stays, also amid undone text. Undone text is found wherever it has moved.
///
/// **Restored text.** Text that the step deleted comes back right after the remaining text that
/// stood before it. Replaced text comes back where the replacement stands. Deleted text comes back
/// even if another person deleted it concurrently. If that person undoes too, the text stands there
/// twice. Text that the step typed and others deleted stays deleted.
///
/// **Undoing is editing.** Undoing makes new edits, which are sent and merged as all others are. An
/// undone step can be redone until another edit is made here.
///
/// **Steps.** Edits of one kind (typing, deleting, replacing) make one step if each begins where
/// the last one ended and soon enough after it. Edits that others make elsewhere meanwhile do not
/// end a step. Typing also continues a replacement. An edit at several places is a step of its own.
/// ``closeStep()`` ends a step.
///
/// **Copies.** A step names its edits, so it is valid for every copy of the text that knows them,
/// also a copy read from bytes. A copy of a `TextUndo` changes independently of the original.
public struct TextUndo: Equatable, Sendable {
  var steps: UndoSteps

  /// Makes a value with nothing to undo.
  ///
  /// - Parameters:
  ///   - limit: The number of steps that are kept, 0 to 2³⁰. Beyond it the oldest steps are
  ///     forgotten.
  ///   - milliseconds: The time after the last edit of a step within which another edit may join
  ///     the step.
  public init(limit: Int = 200, joiningWithin milliseconds: UInt64 = 500) {
    require(0...UndoSteps.greatestLimit ~= limit, "cannot keep \(limit) steps")
    steps = UndoSteps(limit: limit, window: milliseconds)
  }

  /// How many steps are kept.
  public var limit: Int { steps.limit }

  /// Whether there is a step to undo. Even so, edits of other people may have left nothing to undo
  /// in it.
  public var canUndo: Bool { steps.next(.undo) != nil }

  /// Whether there is a step to redo. Even so, edits of other people may have left nothing to redo
  /// in it.
  public var canRedo: Bool { steps.next(.redo) != nil }

  // MARK: Editing

  /// Edits a text so that it can be undone.
  ///
  /// All edits that `body` makes are in one step. Edits that `body` merges are not in the step,
  /// because other people made them. If `body` replaces the text by another text, nothing that
  /// `body` did can be undone.
  ///
  /// - Parameters:
  ///   - text: The text to edit.
  ///   - time: In milliseconds, by any clock; by default that of the environment. It decides only
  ///     whether the edit joins the step before.
  ///   - body: The edits to make. If it throws, the edits that it made before can be undone.
  /// - Complexity: O(*r* log *n*) for *r* runs of edits. In addition, the cost of a question about
  ///   positions if the edit deletes text, or if others edited since the last step and this edit
  ///   might join it.
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

  /// Makes the next edit begin a step, whatever it is. Call it when the caret was moved, the text
  /// was saved, or a command was given.
  public mutating func closeStep() { steps.close() }

  /// Forgets all steps.
  public mutating func removeAll() { steps.removeAll() }

  // MARK: Undoing

  /// Undoes the latest step that has a part left to undo.
  ///
  /// ```swift
  /// let changes = try undo.undo(&text.utf16)
  /// if let last = changes.last { view.setCaret(last.new.upperBound) }
  /// ```
  ///
  /// - Parameter view: The text, in the unit of the returned positions.
  /// - Returns: The changes made, as ``ReplicatingText/View/changes(since:)`` would give them.
  ///   Empty if nothing is left to undo.
  /// - Throws: ``Causality/MissingHistory`` if the text does not know the edits to undo (it is another text,
  ///   or a copy from before them), or if undoing would put back more than 2^24 scalars whose text
  ///   was dropped. Nothing is changed then.
  /// - Complexity: O(*r* log *n*) for *r* runs of edits in the step, plus their text, plus O(*s*)
  ///   for *s* runs in all steps if text comes back, plus the cost of a question about positions.
  @discardableResult
  public mutating func undo<Unit>(
    _ view: inout ReplicatingText.View<Unit>
  ) throws(MissingHistory) -> [ReplicatingText.Change] {
    try reverse(.undo, &view)
  }

  /// Redoes the latest undone step that has a part left to redo. Otherwise as ``undo(_:)``.
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
  /// Applies changes of an undo step, from the end to the start.
  ///
  /// - Returns: The session of the new edits.
  mutating func apply(_ changes: [UndoChange]) -> SessionID {
    makeStorageUnique()
    for change in changes.reversed() {
      var utf8: [UInt8] = []
      for elements in storage.log.revivedElements(of: change) {
        storage.inserted.forEachPiece(of: elements) { bytes, _ in utf8 += bytes }
      }
      replace(scalars: change.removed, with: String(decoding: utf8, as: UTF8.self))
    }
    guard let session = storage.session else {
      preconditionFailure("the edits above have a session")
    }
    return session
  }
}
