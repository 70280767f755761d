// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import Difference
import SequenceEngine

/// The edits that one person can undo and redo in a text.
///
/// The app keeps a `TextUndo` beside the text that it edits. A `TextUndo` is never sent:
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
/// **Restored text.** Deleted text comes back right after the nearest remaining text that stood
/// before the deleted text. Replaced text comes back where the replacement stands. Deleted text
/// comes back even if another person deleted it concurrently. If that person undoes too, the text
/// stands there twice. Text that the undone step typed and another person deleted stays deleted.
///
/// **Undoing is editing.** Undoing makes new edits, which are sent and merged like all edits. An
/// undone step can be redone until ``edit(_:at:_:)`` makes another edit.
///
/// **Steps.** Edits of one kind (typing, deleting, replacing) make one step if each edit begins
/// where the edit before it ended, and soon enough after that edit. Edits that others make
/// elsewhere between these edits do not end a step. Typing also continues a replacement. An edit
/// at several places is a step of its own. ``closeStep()`` ends a step.
///
/// **Copies.** A step names its edits. The step is valid for every copy of the text that knows
/// these edits, even for a copy read from bytes. A copy of a `TextUndo` changes independently of
/// the original.
public struct TextUndo: Equatable, Sendable {
  var steps: UndoSteps

  /// Makes a value with nothing to undo.
  ///
  /// - Parameters:
  ///   - limit: The greatest number of steps that are kept, 0 to 2³⁰. Further steps replace the
  ///     oldest steps.
  ///   - milliseconds: The time after the last edit of a step, in milliseconds, within which
  ///     another edit may join the step.
  public init(limit: Int = 200, joiningWithin milliseconds: UInt64 = 500) {
    require(0...UndoSteps.greatestLimit ~= limit, "cannot keep \(limit) steps")
    steps = UndoSteps(limit: limit, window: milliseconds)
  }

  /// The greatest number of steps that are kept.
  public var limit: Int { steps.limit }

  /// Whether there is a step to undo. Edits of other people may have left nothing to undo in that
  /// step.
  public var canUndo: Bool { steps.next(.undo) != nil }

  /// Whether there is a step to redo. Edits of other people may have left nothing to redo in that
  /// step.
  public var canRedo: Bool { steps.next(.redo) != nil }

  // MARK: Editing

  /// Edits a text so that the edits can be undone.
  ///
  /// All edits that `body` makes are in one step. Edits that `body` merges are not in the step,
  /// because other people made them. If `body` replaces the text by another text, nothing that
  /// `body` did can be undone.
  ///
  /// - Parameters:
  ///   - text: The text to edit.
  ///   - time: The time of the edits in milliseconds, by any clock; by default the clock of the
  ///     environment. The time decides only whether the edits join the step before.
  ///   - body: The edits to make. If `body` throws, the edits that it made before can be undone.
  /// - Complexity: O(*r* log *n*) if `body` makes *r* runs of edits in a history of *n* edits. If
  ///   `body` deletes text, or if others have edited since the last step, the cost of finding an
  ///   anchor (`offset(of:)`) is added.
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

  /// Makes the next edit begin a new step. Call this method when the person moves the caret, saves
  /// the text or gives a command.
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
  /// - Throws: ``Causality/MissingHistory`` if the text does not know the edits to undo (another
  ///   text, or a copy from before the edits), or if undoing would put back more than 2^24 scalars
  ///   whose text was dropped. Nothing is changed then.
  /// - Complexity: O(*m* + *r* log *n*) for *r* runs and *m* bytes in the step, and *n* edits in
  ///   the history, plus the cost of finding an anchor (`offset(of:)`). If text comes back, O(*s*)
  ///   is added for *s* runs in all steps.
  @discardableResult
  public mutating func undo<Unit>(
    _ view: inout ReplicatingText.View<Unit>
  ) throws(MissingHistory) -> [ReplicatingText.Change] {
    try reverse(.undo, &view)
  }

  /// Redoes the latest undone step that has a part left to redo, in the way of ``undo(_:)``.
  @discardableResult
  public mutating func redo<Unit>(
    _ view: inout ReplicatingText.View<Unit>
  ) throws(MissingHistory) -> [ReplicatingText.Change] {
    try reverse(.redo, &view)
  }

  private mutating func reverse<Unit>(
    _ direction: UndoSteps.Direction, _ view: inout ReplicatingText.View<Unit>
  ) throws(MissingHistory) -> [ReplicatingText.Change] {
    // If this method throws, all steps are kept.
    var left = steps
    let changes = try left.nextChanges(
      direction, in: view.text.storage.log, cache: view.text.storage.history)
    let revived = changes.flatMap { view.text.storage.log.revivedElements(of: $0) }
    try view.text.storage.refuseGaps(in: revived)
    steps = left
    if changes.isEmpty { return [] }
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
  /// Applies the changes of an undo step, from the last change to the first.
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
