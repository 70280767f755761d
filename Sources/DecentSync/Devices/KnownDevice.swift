// SPDX-License-Identifier: MIT

/// A device that syncs with a remote of this library, as far as is known here.
public struct KnownDevice: Hashable, Sendable {
  /// The identity of the device.
  public let id: DeviceID
  /// The name that the device gave itself; nil if it gave none.
  public let name: String?
  /// Whether this library is on the device.
  public let isThisDevice: Bool
  /// Whether the device is retired: no device waits for it any longer.
  public let isRetired: Bool
  /// The names of the remotes in which the device was met.
  public let remotes: [RemoteName]
  /// The time at which this library last read something new from the device, in milliseconds since
  /// 1970; nil if it never did.
  public let lastSeen: UInt64?
  /// The number of uploads by other devices, in all remotes, that the device has not acknowledged.
  /// The device may have taken in more than it acknowledged: devices usually acknowledge once a day
  /// at most. 0 for this device and for a retired device.
  public let waitingObjects: Int
  /// The documents changed by the uploads that `waitingObjects` counts.
  public let waitingDocuments: Set<DocumentID>

  /// Makes the record.
  public init(
    id: DeviceID, name: String?, isThisDevice: Bool, isRetired: Bool, remotes: [RemoteName],
    lastSeen: UInt64?, waitingObjects: Int, waitingDocuments: Set<DocumentID>
  ) {
    self.id = id
    self.name = name
    self.isThisDevice = isThisDevice
    self.isRetired = isRetired
    self.remotes = remotes
    self.lastSeen = lastSeen
    self.waitingObjects = waitingObjects
    self.waitingDocuments = waitingDocuments
  }
}

/// The reason why a device cannot be retired. Nothing was changed.
public enum RetirementFailure: Error, Hashable, Sendable {
  /// A device cannot retire itself.
  case thisDevice(DeviceID)
  /// No remote of this library holds anything of the device, as far as is known here.
  case unknownDevice(DeviceID)
  /// The limit of retired devices is reached. The associated value is the limit.
  case tooMany(Int)
}

extension RetirementFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .thisDevice(let device):
      """
      \(device) is this device itself; retire it on another one, or stop to sync here: then it is \
      waited for until it is retired
      """
    case .unknownDevice(let device):
      "the device \(device) was not met in any remote; sync first, or check its id"
    case .tooMany(let limit):
      """
      \(limit) devices are retired, and no more can be; sync with a new library and a new remote, to \
      which all notes are exported (decent export DIR)
      """
    }
  }
}
