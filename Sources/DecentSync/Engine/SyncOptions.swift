// SPDX-License-Identifier: MIT

/// How a run of sync works.
public struct SyncOptions: Equatable, Sendable {
  /// The bytes of changes after which a segment takes in no further document.
  public var segmentLimit: Int

  /// The largest object that is read, in bytes; larger ones are reported.
  public var objectLimit: Int

  /// The most changes that are taken in in one transaction. Others wait that long with what
  /// they write.
  public var batchChanges: Int

  /// The bytes of changes after which a transaction takes in no further change.
  public var batchBytes: Int

  /// Whether to upload what others changed and an earlier run found the remote to lack.
  /// Who syncs often leaves it out until some time has passed, by chance more or less.
  public var sendsForOthers: Bool

  /// Whether to tell others what was taken in, when that is due.
  public var acknowledges: Bool

  /// Makes options.
  public init(
    segmentLimit: Int = 64 << 10, objectLimit: Int = 256 << 20, batchChanges: Int = 64,
    batchBytes: Int = 256 << 10, sendsForOthers: Bool = true, acknowledges: Bool = true
  ) {
    precondition(batchChanges > 0 && batchBytes > 0, "a batch takes at least one change")
    self.batchChanges = batchChanges
    self.batchBytes = batchBytes
    self.segmentLimit = segmentLimit
    self.objectLimit = objectLimit
    self.sendsForOthers = sendsForOthers
    self.acknowledges = acknowledges
  }
}
