// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import SequenceEngine

/// The edits of an array that one person can undo and redo.
///
/// The app that edits the array keeps this value beside it. This value is never sent:
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
/// **Whose edits.** Only edits made through ``edit(_:at:_:)`` are undone. Elements that others
/// inserted stay, even between undone elements. Undoing finds the elements of a step wherever they
/// have moved.
///
/// **Restored elements.** Undoing inserts elements equal to the elements that the step removed. The
/// new elements stand right after the remaining elements before them, or in the place of the
/// elements that replaced the removed ones. An element comes back even if another person removed it
/// at the same time. If that person also undoes, the element comes back twice. Elements that the
/// step inserted and others removed stay removed. Replacing an element removes it and inserts
/// another, so undoing a replacement removes the inserted element.
///
/// **Undoing is editing.** Undoing makes new edits, which travel and merge like
/// all others. An undone step can be redone until another edit is made here.
///
/// **Steps.** Edits of one kind (inserting, removing, replacing) make one step if each edit begins
/// where the previous edit ended, and soon enough after it. Edits that others make elsewhere
/// meanwhile do not matter. Inserting also continues a replacement. An edit at several places is a
/// step of its own. ``closeStep()`` ends a step.
///
/// **Copies.** A step names its edits. So the step can be undone in every copy of the array that
/// knows these edits, even in a copy read from bytes. Copies of this value share no later steps.
public struct ArrayUndo: Equatable, Sendable {
  var steps: UndoSteps

  /// Makes a value without steps to undo.
  ///
  /// - Parameters:
  ///   - limit: The number of steps kept, 0 to 2³⁰. The oldest are forgotten beyond it.
  ///   - milliseconds: How long after the last edit of a step another edit may join the step.
  public init(limit: Int = 200, joiningWithin milliseconds: UInt64 = 500) {
    require(0...UndoSteps.greatestLimit ~= limit, "cannot keep \(limit) steps")
    steps = UndoSteps(limit: limit, window: milliseconds)
  }

  /// How many steps are kept.
  public var limit: Int { steps.limit }

  /// Whether there is a step to undo. Others may have left nothing to undo in it.
  public var canUndo: Bool { steps.next(.undo) != nil }

  /// Whether there is a step to redo. Others may have left nothing to redo in it.
  public var canRedo: Bool { steps.next(.redo) != nil }

  // MARK: Editing

  /// Edits an array so that it can be undone.
  ///
  /// All edits made by `body` are in one step. Edits that `body` merges are not: other people made
  /// them. If `body` puts another array in the place of this one, none of its edits can be undone.
  ///
  /// - Parameters:
  ///   - array: The array to edit.
  ///   - time: The time in milliseconds, by any clock; by default by the clock of the environment.
  ///     It decides only whether the edit joins the previous step.
  ///   - body: The edits. If it throws, its edits so far can be undone.
  /// - Complexity: O(*r* log *n*) for *r* runs of edits. In addition, the cost of a question about
  ///   positions if the edit removes elements, or if others edited since the last step and this
  ///   edit might join it.
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

  /// Ends the current step, so that the next edit begins another. Call it when
  /// the selection changes, the array is saved or a command is given.
  public mutating func closeStep() { steps.close() }

  /// Forgets all steps.
  public mutating func removeAll() { steps.removeAll() }

  // MARK: Undoing

  /// Undoes the latest step that has a part left to undo.
  ///
  /// - Returns: The changes made, in the form of
  ///   ``ReplicatingArray/changes(since:)``. Empty if nothing is left to undo.
  /// - Throws: ``Causality/MissingHistory`` if the array does not know the edits to undo, because
  ///   it is another array or a copy from before these edits. Also if the array dropped an element
  ///   that would come back. The array is unchanged then.
  /// - Complexity: O(*m* + *r* log *n*) for *r* runs of edits in the step, with *m* elements, plus
  ///   the cost of a question about positions. If elements come back, plus O(*s*) for *s* runs in
  ///   all steps.
  @discardableResult
  public mutating func undo<Element>(
    _ array: inout ReplicatingArray<Element>
  ) throws(MissingHistory) -> [ReplicatingArray<Element>.Change] {
    try reverse(.undo, &array)
  }

  /// Redoes the last undone step that has a part left to redo. Returns and throws as ``undo(_:)``
  /// does.
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
    try array.storage.refuseGaps(in: changes)
    let (told, session) = array.apply(changes)
    steps.complete(
      direction, changes, by: session, in: array.storage.sequence.log,
      cache: array.storage.history)
    return told
  }
}

extension ArrayStorage {
  /// Throws if an element that would come back was dropped.
  func refuseGaps(in changes: [UndoChange]) throws(MissingHistory) {
    let log = sequence.log
    try sequence.refuseGaps(in: changes.flatMap { log.revivedElements(of: $0) })
  }
}

extension ReplicatingArray {
  /// Makes the changes of an undoing, from the last to the first.
  ///
  /// - Returns: The changes, and the session that made them.
  mutating func apply(
    _ changes: [UndoChange]
  ) -> (changes: [Change], session: SessionID) {
    let told = zip(changes, changes.replacements).map { change, new in
      var elements: [Element] = []
      for slots in storage.sequence.log.revivedElements(of: change) {
        storage.sequence.copy(slots, to: &elements)
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
