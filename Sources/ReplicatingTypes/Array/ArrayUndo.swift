// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import SequenceEngine

/// The edits of an array that one person can undo and redo.
///
/// The app that edits the array keeps this value beside the array, and never sends the value:
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
/// inserted stay, even between undone elements. Undoing finds the elements of a step, even if other
/// edits changed their positions.
///
/// **Restored elements.** Undoing inserts elements equal to the elements that the step removed. If
/// the step inserted a replacement, the restored elements stand in the place of the replacement. If
/// not, they stand right after the nearest earlier element that the step did not remove. An element
/// comes back even if another person removed it at the same time. If that person also undoes the
/// removal, the element comes back twice. An element that the step inserted and another person
/// removed stays removed. Replacing an element removes it and inserts another, so undoing a
/// replacement removes the inserted element.
///
/// **Undoing is editing.** Undoing makes new edits, which travel and merge like all other edits. An
/// undone step can be redone until ``edit(_:at:_:)`` records another edit.
///
/// **Steps.** Edits of one kind (inserting, removing, replacing) form one step if each edit begins
/// where the previous edit ended, and soon enough after that edit. Edits that others make elsewhere
/// in between do not matter. Inserting also continues a replacement. An edit at several places is a
/// step of its own. ``closeStep()`` ends a step.
///
/// **Copies.** A step names its edits. So the step can be undone in every copy of the array that
/// knows these edits, even in a copy read from bytes. Copies of this value share no later steps.
public struct ArrayUndo: Equatable, Sendable {
  var steps: UndoSteps

  /// Makes a value without steps to undo.
  ///
  /// - Parameters:
  ///   - limit: The number of undo steps that are kept, 0 to 2³⁰. Older steps are forgotten.
  ///   - milliseconds: The greatest time between two consecutive edits of a step.
  public init(limit: Int = 200, joiningWithin milliseconds: UInt64 = 500) {
    require(0...UndoSteps.greatestLimit ~= limit, "cannot keep \(limit) steps")
    steps = UndoSteps(limit: limit, window: milliseconds)
  }

  /// The number of undo steps that are kept.
  public var limit: Int { steps.limit }

  /// Whether there is a step to undo. Edits of others may have left nothing to undo in the step.
  public var canUndo: Bool { steps.next(.undo) != nil }

  /// Whether there is a step to redo. Edits of others may have left nothing to redo in the step.
  public var canRedo: Bool { steps.next(.redo) != nil }

  // MARK: Editing

  /// Edits an array so that the edits can be undone.
  ///
  /// All edits that `body` makes belong to one step. Edits that `body` merges belong to no step:
  /// other people made them. If `body` puts another array in the place of this array, no edit of
  /// `body` can be undone.
  ///
  /// - Parameters:
  ///   - array: The array to edit.
  ///   - time: The time in milliseconds, by any clock. The default is the clock of the environment.
  ///     The time decides only whether the edit joins the previous step.
  ///   - body: Makes the edits. If `body` throws, the edits that it made before can be undone.
  /// - Complexity: O(*r* log *n*) for *r* runs of edits and *n* events of the array. The cost of
  ///   `ReplicatingArray.index(of:)` is added if the edit removes elements. That cost is also
  ///   added if others edited since the last step and this edit might join that step.
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

  /// Ends the current step, so that the next edit begins another step. Call this method when the
  /// selection changes, the array is saved or a command is given.
  public mutating func closeStep() { steps.close() }

  /// Forgets all steps.
  public mutating func removeAll() { steps.removeAll() }

  // MARK: Undoing

  /// Undoes the latest step that has a part left to undo.
  ///
  /// - Returns: The changes made, in the form of
  ///   ``ReplicatingArray/changes(since:)``. Empty if nothing is left to undo.
  /// - Throws: ``Causality/MissingHistory`` if the array does not know the edits to undo, because
  ///   it is another array or a copy from before these edits. The error is also thrown if the array
  ///   dropped an element that would come back. An error leaves the array and the steps unchanged.
  /// - Complexity: O(*m* + *r* log *n*) for a step of *r* runs with *m* elements, in an array of
  ///   *n* events, plus the cost of `ReplicatingArray.index(of:)`. If elements come back, O(*s*) is
  ///   added for *s* runs in all steps.
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
    // If the step is refused, `steps` keeps all steps.
    var left = steps
    let changes = try left.nextChanges(
      direction, in: array.storage.sequence.log, cache: array.storage.history)
    try array.storage.refuseGaps(in: changes)
    steps = left
    if changes.isEmpty { return [] }
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
  /// Makes the changes of an undo or a redo, from the last to the first.
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
