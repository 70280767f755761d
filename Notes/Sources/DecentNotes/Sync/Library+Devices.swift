// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync

extension Library {
  /// The devices that sync with this library's remotes, as of the last sync: this device first.
  ///
  /// - Complexity: O(*d* · *n*) for *d* devices and *n* known objects and claims together. A claim
  ///   counts only if some device has not acknowledged its object.
  public func devices() throws -> [KnownDevice] {
    try documents.devices()
  }

  /// Gives this device an id if it has none. Later edits made here have the mark of the id. Without
  /// this call, the first edit gives the device its id.
  public func nameDevice() throws {
    _ = try documents.environment()
  }

  /// The id of this device, even if no remote knows it (compare ``knownDevice()``). Nil if the
  /// device has no id yet, or if the id cannot be read.
  public func device() throws -> DeviceID? {
    try documents.device()
  }

  /// Retires a device: no device waits for it any longer. Other devices learn of the retirement
  /// when they sync. A retired device that syncs again loses nothing: it takes a new id, and the
  /// report of its sync says so.
  ///
  /// - Throws: ``RetirementFailure``.
  public func retire(_ device: DeviceID) throws {
    try documents.retire(device)
  }
}
