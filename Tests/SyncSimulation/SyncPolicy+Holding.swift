// SPDX-License-Identifier: MIT

import DecentSync

extension SyncPolicy {
  /// Whether devices are known to have the local version of a document.
  ///
  /// - Parameter devices: Mostly ``othersInUse()``.
  package func isHeld(_ document: DocumentID, by devices: Set<DeviceID>) throws -> Bool {
    try rows.transaction { try versions(of: document, heldBy: devices)?.isEmpty ?? false }
  }
}
