// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The time and the identity of an edit that set a register. No two edits have equal stamps.
///
/// Two edits with the same time differ in the run of the program, or in their numbers within the
/// run. If one process changes two copies of a register, both edits may get the same time: the
/// successor of the time of the replaced edit.
public struct RegisterStamp: Hashable, Comparable, Sendable {
  /// The time of the edit.
  public let time: HybridTimestamp
  /// The run in which a program set the register.
  public let run: RunID
  let edit: UInt64

  /// The stamp of a register that was never set. It is less than every other stamp.
  static let zero = RegisterStamp(time: .zero, run: RunID(rawValue: 0), edit: 0)

  /// The stamp of a new edit.
  ///
  /// - Parameter isRightBehind: Whether the time follows right after the time of `replaced`,
  ///   whatever the clock says.
  init(replacing replaced: RegisterStamp, isRightBehind: Bool = false) {
    let (time, run, edit) = ReplicationEnvironment.current.countEdit(
      replacing: replaced.time, isRightBehind: isRightBehind)
    self.init(time: time, run: run, edit: edit)
  }

  private init(time: HybridTimestamp, run: RunID, edit: UInt64) {
    self.time = time
    self.run = run
    self.edit = edit
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.time, left.run, left.edit) < (right.time, right.run, right.edit)
  }
}

extension RegisterStamp: AlwaysEncodable {
  public static let frameKind = FrameKind(code: 5, name: "a version of a register")

  public func encode(to writer: inout ByteWriter) {
    time.encode(to: &writer)
    writer.writeIdentifier(run.rawValue)
    writer.writeVarint(edit)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    time = try HybridTimestamp(from: &reader)
    run = RunID(rawValue: try reader.readIdentifier())
    edit = try reader.readVarint()
  }
}

/// A stamp is a version that covers all earlier stamps, and all stamps of filling runs (`RunID`).
extension RegisterStamp: ReplicaVersion {
  /// The stamp of a register that was never set.
  public init() {
    self = .zero
  }

  public func merged(with other: Self) -> Self {
    max(self, other)
  }

  public func covers(_ other: Self) -> Bool { other <= self || other.run.isOfFilling }
}
