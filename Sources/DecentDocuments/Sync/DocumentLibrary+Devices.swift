// SPDX-License-Identifier: MIT

import DecentSync

extension DocumentLibrary {
  /// The devices that sync with the remotes of this library, as of the last sync: this one first.
  ///
  /// - Complexity: O(*n* log *n*) in the known objects, and the claims of those that some device
  ///   has not acknowledged.
  public func devices() throws -> [KnownDevice] {
    try read { try policy(in: $0).devices() }
  }

  /// Retires a device: no device waits for it any longer. Others learn of it when they sync. A
  /// retired device that syncs again takes a new id, and ``SyncReport/wasRetired`` says so. It loses
  /// nothing, unless the library forgets (``Forgetting/deleted``).
  ///
  /// - Throws: ``RetirementFailure``, ``DocumentFailure/editWithinEdit``.
  public func retire(_ device: DeviceID) throws {
    try write { try policy(in: $0).retire(device) }
  }

  /// The rules of sync, without a remote.
  private func policy(
    in database: Database
  ) -> SyncPolicy<RowTable, StoredDocuments<SyncedKinds>> {
    SyncPolicy(
      RowTable(database: database),
      StoredDocuments(SyncedKinds(library: self, database: database)), remote: RemoteName(""))
  }
}
