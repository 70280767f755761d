// SPDX-License-Identifier: MIT

import DecentSync
import Foundation

extension SyncStatus {
  /// ``DecentSync/SyncStatus/lastSync`` as a date: the time of this device's last sync, to the
  /// minute; nil if it never synced.
  public var lastSyncDate: Date? { lastSync.map(Date.init(milliseconds:)) }
}

extension KnownDevice {
  /// ``DecentSync/KnownDevice/lastSeen`` as a date: the time at which this library last read
  /// something new from the device; nil if it never did.
  public var lastSeenDate: Date? { lastSeen.map(Date.init(milliseconds:)) }
}

extension Date {
  fileprivate init(milliseconds: UInt64) {
    self.init(timeIntervalSince1970: TimeInterval(milliseconds) / 1000)
  }
}
