// SPDX-License-Identifier: MIT

/// The options of a run of sync.
public struct SyncOptions: Equatable, Sendable {
  /// The largest object that is read, in bytes; larger ones are reported.
  public var objectLimit: Int

  /// Whether to upload changes of other devices that an earlier run found the remote to lack. A
  /// client that syncs every few seconds sets this only after a random delay, so that devices do
  /// not all repair the same loss.
  public var sendsForOthers: Bool

  /// Whether to write an acknowledgement when it is due.
  public var acknowledges: Bool

  /// The name of this device, for lists on all devices of the remote; nil to keep the present name.
  /// A longer name is cut to 255 bytes of UTF-8.
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
