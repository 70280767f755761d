// SPDX-License-Identifier: MIT

/// The progress of a run of sync, for a person who waits.
public struct SyncProgress: Equatable, Sendable {
  /// A part of a run.
  public enum Phase: Equatable, Sendable {
    /// The run lists the remote.
    case listing
    /// The run reads objects of the remote, and takes them in.
    case receiving
    /// The run seals and uploads objects. Then it compacts and deletes objects.
    case sending
    /// The run stores and acknowledges its outcome, or is over.
    case finishing
  }

  /// The present part of the run.
  public let phase: Phase

  /// The number of objects that are done in this phase, skipped objects included.
  public let objectsDone: Int

  /// The number of objects in this phase. It is known only while receiving, and nil in other
  /// phases.
  public let objectsTotal: Int?

  /// The number of bytes that the run read while receiving, or uploaded while sending.
  public let bytes: Int

  /// Makes the value.
  public init(phase: Phase, objectsDone: Int, objectsTotal: Int?, bytes: Int) {
    self.phase = phase
    self.objectsDone = objectsDone
    self.objectsTotal = objectsTotal
    self.bytes = bytes
  }
}
