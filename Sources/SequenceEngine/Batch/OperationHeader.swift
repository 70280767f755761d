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
  @inline(__always)
  init(code: UInt) {
    length = Self.length(code: code)
    // Below 6 before, so below 3 now: one of the three kinds.
    kind = OperationKind(rawValue: UInt8(truncatingIfNeeded: code % 6 / 2)) ?? .insert
    isElsewhere = code % 2 == 1
  }

  /// The run, after its distance is read if it has one.
  ///
  /// - Throws: For runs beyond the limits, and for those that are not written so.
  @inline(__always)
  func run(after end: Int, from reader: inout ByteReader) throws(DecodingFailure) -> OperationRun {
    var position = position(after: end)
    if isElsewhere {
      let distance = try reader.readSignedVarint()
      guard distance != 0, distance.magnitude <= UInt64(Dot.maximumNumber),
        length > 1 || !(kind == .deleteBackward || kind == .deleteForward && distance == -1)
      else { throw reader.corrupt("an impossible position") }
      position += Int(distance)
    }
    let lowest = kind == .deleteBackward ? position - length + 1 : position
    let highest = kind == .insert ? position + length : position
    guard lowest >= 0, highest <= Dot.maximumNumber else {
      throw reader.corrupt("an impossible position")
    }
    return OperationRun(kind: kind, position: position, length: length)
  }
}
