// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

/// What one person can undo and redo in an array.
///
/// It is kept beside the array, by the app that edits it, and travels nowhere:
///
/// ```swift
/// var list: ReplicatingArray = ["milk", "bread"]
/// var undo = ArrayUndo()
/// undo.edit(&list) { $0.append("jam") }
/// list.merge(yours)  // who inserted "tea" before "bread"
/// try undo.undo(&list)
/// print(list)  // ["milk", "tea", "bread"]
/// ```
///
/// **Whose edits.** Only those made through ``edit(_:at:_:)`` are undone. What
/// others inserted stays, also amid what is undone; and what is undone is found
/// wherever it has moved.
///
/// **What comes back.** Elements equal to those that the step removed, where they stood:
/// behind what is left of the elements before them. They come back also if somebody else
/// removed them at the same time; if that person undoes too, they stand there twice.
/// Elements that others removed of what the step inserted stay removed. Replacing an element
/// removes it and inserts another, so undoing that takes the other out.
///
/// **Undoing is editing.** What it does are new edits that travel and merge as all others do.
/// They can be redone, until something else is edited here.
///
/// **Steps.** Edits of one kind (inserting, removing, replacing) make one step if each
/// begins where the last one ended, within a time, even if others edit elsewhere
/// meanwhile; inserting goes on with a replacement too. An edit at several places is
/// a step of its own. ``closeStep()`` ends a step.
///
/// **Copies.** A step names its edits, so it holds for every copy of the array that knows
/// them, also one read from its bytes. A copy of this value goes on apart.
public struct ArrayUndo: Equatable, Sendable {
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

  /// Edits an array so that it can be undone.
  ///
  /// All edits made by `body` are in one step. What it merges is not: that is
  /// somebody else's. Nothing can be undone of a body that puts another array in the
  /// place of this one.
  ///
  /// - Parameters:
  ///   - time: In milliseconds, by any clock; by default that of the environment. Only
  ///     whether an edit joins the step before depends on it.
  ///   - body: What to do. If it throws, what it did before can be undone.
  /// - Complexity: O(*r* log *n*) for *r* runs of edits. If something is removed, or others edited
  ///   since the last step, which this one might join, that of a question about positions.
  @discardableResult
  public mutating func edit<Element, Result, Failure: Error>(
    _ array: inout ReplicatingArray<Element>,
    at time: UInt64 = ReplicationEnvironment.current.now,
    _ body: (inout ReplicatingArray<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let version = array.version
    defer {
      let storage = array.storage
      steps.recordEdits(
        by: storage.session, since: version, at: time, in: storage.sequence.log,
        cache: storage.history)
    }
    return try body(&array)
  }

  /// Makes the next edit begin a step, whatever it is: when the selection was changed, the
  /// array was saved, a command was given.
  public mutating func closeStep() { steps.close() }

  /// Forgets all steps.
  public mutating func removeAll() { steps.removeAll() }

  // MARK: Undoing

  /// Undoes the latest step of which something is left.
  ///
  /// - Returns: What it did, as ``ReplicatingArray/changes(since:)`` would say. Empty if
  ///   nothing is left to undo.
  /// - Throws: ``MissingHistory`` if the array does not know the edits to undo: it is another
  ///   one, or a copy from before them. Nothing is changed then.
  /// - Complexity: O(*r* log *n*) for *r* runs of edits in the step, their elements, and O(*s*)
  ///   for *s* runs in all steps if elements come back; before that, that of a question
  ///   about positions.
  @discardableResult
  public mutating func undo<Element>(
    _ array: inout ReplicatingArray<Element>
  ) throws(MissingHistory) -> [ReplicatingArray<Element>.Change] {
    try reverse(.undo, &array)
  }

  /// Takes back the last undoing of which something is left: as ``undo(_:)``.
  @discardableResult
  public mutating func redo<Element>(
    _ array: inout ReplicatingArray<Element>
  ) throws(MissingHistory) -> [ReplicatingArray<Element>.Change] {
    try reverse(.redo, &array)
  }

  private mutating func reverse<Element>(
    _ direction: UndoSteps.Direction, _ array: inout ReplicatingArray<Element>
  ) throws(MissingHistory) -> [ReplicatingArray<Element>.Change] {
    let changes = try steps.nextChanges(
      direction, in: array.storage.sequence.log, cache: array.storage.history)
    if changes.isEmpty { return [] }
    let (told, session) = array.apply(changes)
    steps.complete(
      direction, changes, by: session, in: array.storage.sequence.log,
      cache: array.storage.history)
    return told
  }
}

extension ReplicatingArray {
  /// Undoes something, from the end to the start.
  ///
  /// - Returns: What changed, and the session that did it.
  fileprivate mutating func apply(
    _ changes: [UndoChange]
  ) -> (changes: [Change], session: SessionID) {
    let told = zip(changes, changes.replacements).map { change, new in
      var elements: [Element] = []
      for slots in storage.sequence.log.revivedElements(of: change) {
        storage.sequence.inserted.copy(slots, to: &elements)
      }
      return Change(old: change.removed, new: new, elements: elements)
    }
    for change in told.reversed() { replaceSubrange(change.old, with: change.elements) }
    guard let session = storage.session else {
      preconditionFailure("the edits above have a session")
    }
    return (told, session)
  }
}
