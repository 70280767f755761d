// SPDX-License-Identifier: MIT

/// The operation of one event, or of each event of a run.
package enum OperationKind: UInt8, Sendable {
  /// Each element goes right after the element before it.
  case insert = 0
  /// Each delete is at the same position: the key "delete forward", or a cut.
  case deleteForward = 1
  /// Each delete is one position lower than the one before: the key "backspace".
  case deleteBackward = 2

  /// Compares inline. The comparison that the compiler makes is a function call.
  @inline(__always)
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.insert, .insert), (.deleteForward, .deleteForward), (.deleteBackward, .deleteBackward):
      true
    default: false
    }
  }
}

/// Consecutive operations that follow one pattern.
///
/// Positions count elements in the document as the author of each event saw it. A position beyond
/// the end means the end. A delete there deletes nothing.
package struct OperationRun: Equatable, Sendable {
  package var kind: OperationKind
  /// The position of the first operation.
  package var position: Int
  /// The number of operations, at least 1.
  package var length: Int

  /// Makes a run. A single delete has no direction: it is always forward.
  package init(kind: OperationKind, position: Int, length: Int) {
    self.kind = kind == .deleteBackward && length == 1 ? .deleteForward : kind
    self.position = position
    self.length = length
  }

  var isInsert: Bool { kind == .insert }

  /// The most likely position of the session's next operation after this run.
  var end: Int {
    switch kind {
    case .insert: position + length
    case .deleteForward: position
    case .deleteBackward: position - length + 1
    }
  }

  /// The operations from `offset` on.
  func dropping(_ offset: Int) -> OperationRun {
    OperationRun(kind: kind, position: self.position(at: offset), length: length - offset)
  }

  /// The first `count` operations.
  func prefix(_ count: Int) -> OperationRun {
    OperationRun(kind: kind, position: position, length: count)
  }

  /// The position of the operation at `offset` within the run.
  private func position(at offset: Int) -> Int {
    switch kind {
    case .insert: position + offset
    case .deleteForward: position
    case .deleteBackward: position - offset
    }
  }

  /// Adds the first operation of `next`, if it continues the pattern.
  ///
  /// This is the greedy rule of the canonical form:
  ///
  /// - An insert extends a run of inserts if its position is the end of the run.
  /// - A delete at the same position extends a run of forward deletes, or a single delete.
  /// - A delete one position lower extends a run of backspaces, or a single delete.
  mutating func extendByFirst(of next: OperationRun) -> Bool {
    if isInsert || next.isInsert {
      guard isInsert, next.isInsert, next.position == position + length else { return false }
    } else if kind == .deleteForward || length == 1, next.position == position {
      kind = .deleteForward
    } else if kind == .deleteBackward || length == 1, next.position == position - length {
      kind = .deleteBackward
    } else {
      return false
    }
    length += 1
    return true
  }

  /// Adds the operations of `next` that continue the pattern.
  ///
  /// Checks the first operation alone, because it may give a single delete a direction. Then checks
  /// all others at once.
  ///
  /// - Returns: The remaining operations; nil if there are none.
  mutating func extend(by next: OperationRun) -> OperationRun? {
    guard extendByFirst(of: next) else { return next }
    guard next.length > 1 else { return nil }
    let rest = next.dropping(1)
    guard kind == next.kind, rest.position == dropping(length).position else { return rest }
    length += rest.length
    return nil
  }

  /// The number of these operations that hit nothing because they lie beyond the end of a document.
  ///
  /// These are the first operations of a run of backspaces, or the last operations of a run of
  /// forward deletes.
  ///
  /// - Parameter documentLength: The number of elements in the document before the first operation.
  func misses(documentLength: Int) -> Int {
    switch kind {
    case .insert: 0
    case .deleteForward: length - min(length, max(0, documentLength - position))
    case .deleteBackward: min(length, max(0, position - documentLength + 1))
    }
  }

  /// The length of a document of `documentLength` elements after these operations.
  @inline(__always)
  func lengthAfter(documentLength: Int) -> Int {
    // The fast path has no branch on the unpredictable kind. It serves runs without misses.
    let end = kind == .deleteForward ? position &+ length : position &+ 1
    let missing = isInsert ? 0 : end &- documentLength
    let change = isInsert ? length : 0 &- length
    return missing <= 0
      ? documentLength &+ change
      : documentLength - length + misses(documentLength: documentLength)
  }
}
