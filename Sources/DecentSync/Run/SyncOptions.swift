// SPDX-License-Identifier: MIT

/// The options of a run of sync.
public struct SyncOptions: Equatable, Sendable {
  /// The size in bytes up to which an object is read. Larger objects are reported as problems.
  public var objectLimit: Int

  /// Whether to upload changes of other devices, if an earlier run found that the remote lacks
  /// these changes. A client that syncs every few seconds sets this only after a random delay, so
  /// that devices do not all repair the same loss.
  public var sendsForOthers: Bool

  /// Whether to tell other devices now and then which objects this device took in.
  public var acknowledges: Bool

  /// The name of this device, for lists on all devices of the remote; nil to keep the name that it
  /// has in this remote.
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
