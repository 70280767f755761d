// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The saved form of an operation run without its position: its kind, its length, and whether its
/// position is the expected one.
///
/// Authors mostly type on, delete the next character, or delete what they just typed. So an insert
/// or a forward delete is expected at the end of the session's last run, and a backspace one
/// position lower. A single delete at the position expected of a backspace counts as a backspace.
struct OperationHeader {
  var kind: OperationKind
  var length: Int
  var isElsewhere: Bool

  /// - Parameter end: The end of the session's last run in the batch.
  init(of run: OperationRun, after end: Int) {
    kind = run.kind
    length = run.length
    isElsewhere = false
    if kind == .deleteForward, length == 1, run.position == end - 1 { kind = .deleteBackward }
    isElsewhere = run.position != position(after: end)
  }

  /// The expected position of the run.
  func position(after end: Int) -> Int { kind == .deleteBackward ? end - 1 : end }

  // MARK: Coding

  /// The greatest code of a run within the limits.
  static var maximumCode: Int { Dot.maximumNumber * 6 - 1 }

  var code: Int { (length - 1) * 6 + Int(kind.rawValue) * 2 + (isElsewhere ? 1 : 0) }

  /// - Parameter code: At most ``maximumCode``.
  @inline(__always)
  static func length(code: UInt) -> Int { Int(code / 6) + 1 }

  /// Whether a code is that of inserts.
  @inline(__always)
  static func inserts(code: UInt) -> Bool { code % 6 < 2 }

  /// - Parameter code: At most ``maximumCode``.
  init(code: UInt) {
    length = Self.length(code: code)
    // `code % 6` is below 6, so the value is below 3: one of the three kinds.
    kind = OperationKind(rawValue: UInt8(truncatingIfNeeded: code % 6 / 2)) ?? .insert
    isElsewhere = code % 2 == 1
  }

  /// The run that a code stands for.
  ///
  /// The kinds of operations are unpredictable, so this function does not branch on them. Branches
  /// took most of the time of reading.
  ///
  /// - Parameters:
  ///   - code: At most ``maximumCode``.
  ///   - distance: The distance from the expected position; 0 if the run is at that position.
  ///   - end: The end of the session's last run in the batch; afterwards the end of this run.
  /// - Returns: Nil for runs beyond the limits, and for codes that no writer uses.
  @inline(__always)
  static func run(code: UInt, distance: Int64, after end: inout Int) -> OperationRun? {
    let length = length(code: code)
    let bits = Int(truncatingIfNeeded: code % 6)
    let (isBackward, isForward, isElsewhere) = (bits >> 2, (bits >> 1) & 1, bits & 1)
    // `missing` or `misnamed` is 0 only for a code that no writer uses. `missing` is 0 if the run
    // is marked as elsewhere but has distance 0. `misnamed` is 0 if the run is a single forward
    // delete one below the expected position, which writers write as a backspace.
    let missing = distance | Int64(isElsewhere ^ 1)
    let misnamed = ~distance | Int64(truncatingIfNeeded: code ^ 3)
    guard missing != 0, misnamed != 0, code != 5,
      distance.magnitude <= UInt64(Dot.maximumNumber)
    else { return nil }
    let position = end &- isBackward &+ Int(truncatingIfNeeded: distance)
    let inserted = length & (isBackward &+ isForward &- 1)
    let wentBack = (length &- 1) & (0 &- isBackward)
    end = position &+ inserted &- wentBack
    guard position >= 0, position <= Dot.maximumNumber, end >= 0, end <= Dot.maximumNumber
    else { return nil }
    // The value is 0, 1 or 2: one of the three kinds.
    let kind = OperationKind(rawValue: UInt8(truncatingIfNeeded: bits >> 1)) ?? .insert
    return OperationRun(kind: kind, position: position, length: length)
  }
}
