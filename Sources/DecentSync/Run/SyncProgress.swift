// SPDX-License-Identifier: MIT

/// The progress of a run of sync, for a person who waits.
public struct SyncProgress: Equatable, Sendable {
  /// The part of a run.
  public enum Phase: Equatable, Sendable {
    /// The remote is listed.
    case listing
    /// Objects of the remote are read and taken in.
    case receiving
    /// Objects of this device are sealed, written and read back.
    case sending
    /// The run stores and acknowledges its outcome, or is over.
    case finishing
  }

  /// The present part of the run.
  public let phase: Phase

  /// How many objects are done in this phase, skipped objects included.
  public let objectsDone: Int

  /// How many objects this phase has, or nil if that is not known: sending ends when nothing is
  /// left to seal.
  public let objectsTotal: Int?

  /// The bytes that were read or written for these objects.
  public let bytes: Int

  /// Makes the value.
  public init(phase: Phase, objectsDone: Int, objectsTotal: Int?, bytes: Int) {
    self.phase = phase
    self.objectsDone = objectsDone
    self.objectsTotal = objectsTotal
    self.bytes = bytes
  }
}
