// SPDX-License-Identifier: MIT

/// How a run of sync works.
public struct SyncOptions: Equatable, Sendable {
  /// The largest object that is read, in bytes; larger ones are reported.
  public var objectLimit: Int

  /// Whether to upload what others changed and an earlier run found the remote to lack.
  /// Who syncs often leaves it out until some time has passed, by chance more or less.
  public var sendsForOthers: Bool

  /// Whether to tell others what was taken in, when that is due.
  public var acknowledges: Bool

  /// What lists of devices call this one, for all who sync with the remote; nil to say nothing of
  /// it. More than 255 bytes in UTF-8 are cut off.
  public var deviceName: String?

  /// Makes options.
  public init(
    objectLimit: Int = 256 << 20, sendsForOthers: Bool = true, acknowledges: Bool = true,
    deviceName: String? = nil
  ) {
    self.objectLimit = objectLimit
    self.sendsForOthers = sendsForOthers
    self.acknowledges = acknowledges
    self.deviceName = deviceName
  }
}
