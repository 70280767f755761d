// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// What is saved of an operation run beside its position: its kind and length,
/// and whether it is where one would expect it.
///
/// People type on, delete what comes next, or what they just typed. So an insert
/// or a forward delete is expected where the session's last run ended, and a
/// backspace one position lower. A single delete counts as a backspace where it
/// is expected as one.
struct OperationHeader {
  var kind: OperationKind
  var length: Int
  var isElsewhere: Bool

  /// - Parameter end: Where the session's last run in the batch ended.
  init(of run: OperationRun, after end: Int) {
    kind = run.kind
    length = run.length
    isElsewhere = false
    if kind == .deleteForward, length == 1, run.position == end - 1 { kind = .deleteBackward }
    isElsewhere = run.position != position(after: end)
  }

  /// Where the run is, if it is where one would expect it.
  func position(after end: Int) -> Int { kind == .deleteBackward ? end - 1 : end }

  // MARK: Coding

  /// The greatest code of a run within the limits.
  static var maximumCode: Int { Dot.maximumNumber * 6 }

  var code: Int { (length - 1) * 6 + Int(kind.rawValue) * 2 + (isElsewhere ? 1 : 0) }

  /// - Parameter code: At most ``maximumCode``.
  @inline(__always)
  static func length(code: UInt) -> Int { Int(code / 6) + 1 }

  /// - Parameter code: At most ``maximumCode``.
  init(code: UInt) {
    length = Self.length(code: code)
    // Below 6 before, so below 3 now: one of the three kinds.
    kind = OperationKind(rawValue: UInt8(truncatingIfNeeded: code % 6 / 2)) ?? .insert
    isElsewhere = code % 2 == 1
  }

  /// The run that a code stands for.
  ///
  /// Nobody can foresee the kinds of operations, so this has no branches on them: they
  /// took most of the time of reading.
  ///
  /// - Parameters:
  ///   - code: At most ``maximumCode``.
  ///   - distance: From where one would expect it; 0 if it is there.
  ///   - end: Where the session's last run in the batch ended, then where this one does.
  /// - Returns: Nil for runs beyond the limits, and for those that are not written so.
  @inline(__always)
  static func run(code: UInt, distance: Int64, after end: inout Int) -> OperationRun? {
    let length = length(code: code)
    let bits = Int(truncatingIfNeeded: code % 6)
    let (isBackward, isForward, isElsewhere) = (bits >> 2, (bits >> 1) & 1, bits & 1)
    // 0 if it is not there where it should be, and if a single delete is one below where
    // it should be: that is a backspace, and no other is written so.
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
    // 0, 1 or 2, and so one of the three kinds.
    let kind = OperationKind(rawValue: UInt8(truncatingIfNeeded: bits >> 1)) ?? .insert
    return OperationRun(kind: kind, position: position, length: length)
  }
}
