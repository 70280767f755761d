// SPDX-License-Identifier: MIT

/// A device that syncs with a remote of this library, as far as is known here.
public struct KnownDevice: Hashable, Sendable {
  /// Which one.
  public let id: DeviceID
  /// What it calls itself, if it said so.
  public let name: String?
  /// Whether it is the device that answers.
  public let isThisDevice: Bool
  /// Whether no device waits for it any longer.
  public let isRetired: Bool
  /// The remotes that it was met in, by name.
  public let remotes: [RemoteName]
  /// When something new of it was read here last, in milliseconds since 1970; nil if nothing was.
  public let lastSeen: UInt64?
  /// How many uploads of others it has not acknowledged, in all remotes. It may have more:
  /// devices acknowledge at most once a day. None if it is retired.
  public let waitingObjects: Int
  /// The documents that these uploads change.
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

/// Why a device cannot be retired; nothing was changed.
public enum RetirementFailure: Error, Hashable, Sendable {
  /// It is the device that was asked.
  case thisDevice(DeviceID)
  /// No remote of this library was seen to hold anything of it.
  case unknownDevice(DeviceID)
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
    }
  }
}
