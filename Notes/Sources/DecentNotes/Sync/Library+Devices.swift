// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync

extension Library {
  /// The devices that sync with the remotes of this library, as of the last sync: this one first.
  ///
  /// - Complexity: O(*n* log *n*) in the known objects, and in the changes of objects that some
  ///   device has not acknowledged.
  public func devices() throws -> [KnownDevice] {
    try documents.devices()
  }

  /// Gives this device an id if it has none. Edits made here then have the mark of the id. The
  /// first edit also gives the device an id.
  public func nameDevice() throws {
    _ = try documents.environment()
  }

  /// The id of this device, whether remotes know it or not (``knownDevice()``); nil if it has none yet, or if
  /// it cannot be read.
  public func device() throws -> DeviceID? {
    try documents.device()
  }

  /// Retires a device: no device waits for it any longer. Other devices learn of it when they sync.
  /// A retired device that syncs again loses nothing: it takes a new id, and its sync reports that.
  ///
  /// - Throws: ``RetirementFailure``.
  public func retire(_ device: DeviceID) throws {
    try documents.retire(device)
  }
}
