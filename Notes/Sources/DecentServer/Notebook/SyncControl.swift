// SPDX-License-Identifier: MIT

/// The control of sync with the remotes. Sync runs beside the server.
public protocol SyncControl: Sendable {
  /// The name of this device; nil if it has none.
  var deviceName: String? { get }
  /// Whether the remotes are watched.
  var isWatching: Bool { get }
  /// The failure of the last sync with a remote, in words; nil if that sync did not fail.
  func error(of remote: String) -> String?
  /// Syncs with all remotes as soon as possible.
  func syncNow()
}

/// The control of a notebook that is not synced.
public struct NoSync: SyncControl {
  public let deviceName: String?
  public var isWatching: Bool { false }

  /// Makes the control.
  public init(deviceName: String? = nil) {
    self.deviceName = deviceName
  }

  public func error(of remote: String) -> String? { nil }
  public func syncNow() {}
}
