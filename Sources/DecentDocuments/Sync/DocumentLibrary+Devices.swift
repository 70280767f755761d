// SPDX-License-Identifier: MIT

import DecentSync

extension DocumentLibrary {
  /// The devices that sync with the remotes of this library, this device first.
  ///
  /// - Throws: ``DocumentFailure/damagedSyncState(of:path:reason:)``, a ``DatabaseFailure``.
  /// - Complexity: O(*d* · *n*) for *d* devices and *n* known objects and claims together. A claim
  ///   counts only if some device has not acknowledged its object.
  public func devices() throws -> [KnownDevice] {
    try readingSyncState { try read { try policy(in: $0).devices() } }
  }

  /// The known devices by their marks. `RunID.device` is the mark of an edit's device. A mark that
  /// two devices share is left out.
  ///
  /// ```swift
  /// let devices = try await library.devicesByMark()
  /// let name = devices[recipe.title.version.run.device]?.name
  /// ```
  ///
  /// Edits in the bodies of `DocumentCollection.add(id:_:)` and `edit(_:_:)` have the mark of this
  /// device, and so does text typed in a ``LiveText``. Edits of a value that is later added or
  /// merged have the mark only if they are made in `environment()`.
  ///
  /// - Throws: The errors of `devices()`.
  /// - Complexity: That of `devices()`.
  public func devicesByMark() throws -> [DeviceMark: KnownDevice] {
    try readingSyncState { try read { try policy(in: $0).devicesByMark() } }
  }

  /// The environment whose edits have the mark of this device, for values edited outside the
  /// library:
  ///
  /// ```swift
  /// let recipe = try library.environment().run { Recipe(title: "Bread") }
  /// ```
  ///
  /// Ask again for each edit: the mark changes if the device takes a new id.
  ///
  /// - Throws: ``DocumentFailure/damagedSyncState(of:path:reason:)``, a ``DatabaseFailure``.
  ///   ``DocumentFailure/editWithinEdit`` if the device has no id yet, and the caller only reads or
  ///   edits a document.
  public func environment() throws -> ReplicationEnvironment {
    if let device = try device() { return .current.marked(with: device.mark) }
    return try write { database in
      let rows = RowTable(database: database)
      try CommonRows.nameDevice(in: rows)
      return try CommonRows.environment(in: rows)
    }
  }

  /// The state of sync with a remote: the documents that now wait to be sent, and, as of the last
  /// sync, the objects that could not be taken in and the objects that other devices have
  /// confirmed. Nothing is written. `id(in:)` of a ``DecentSync/DocumentID`` returns the id of the
  /// document in its collection. The removal of a document is listed under the id of the document,
  /// not as an entry of its own.
  ///
  /// ```swift
  /// let status = try library.status(of: RemoteName("stick"))
  /// print("\(status.waiting.count) documents wait to be sent")
  /// ```
  ///
  /// - Throws: ``DocumentFailure/damagedSyncState(of:path:reason:)``, a ``DatabaseFailure``.
  /// - Complexity: O(*n* + *m*) for *n* known objects and *m* bytes of documents that changed since
  ///   they were sent.
  public func status(of remote: RemoteName) throws -> SyncStatus {
    var status = try readingSyncState(of: remote) {
      try read { try policy(in: $0, of: remote).status() }
    }
    let waiting = status.waiting.map { waiting in
      (DocumentPlace(removal: waiting.document)?.document ?? waiting.document, waiting.isNext)
    }
    status.waiting = Dictionary(waiting) { $0 || $1 }.sorted { $0.key < $1.key }
      .map { SyncStatus.Waiting(document: $0.key, isNext: $0.value) }
    return status
  }

  /// Retires a device: no device waits for it any longer. Other devices learn of this when they
  /// sync. If the retired device syncs again, it takes a new id and loses nothing.
  /// ``DecentSync/SyncReport/wasRetired`` of that sync is true.
  ///
  /// - Throws: ``DecentSync/RetirementFailure``, ``DocumentFailure/editWithinEdit``.
  public func retire(_ device: DeviceID) throws {
    try readingSyncState { try write { try policy(in: $0).retire(device) } }
  }

  /// The rules of sync with a remote. Pass no remote for calls that concern all remotes; the empty
  /// name then stands for no remote.
  func policy(
    in database: Database, of remote: RemoteName = RemoteName("")
  ) -> SyncPolicy<RowTable, SyncedDocuments> {
    SyncPolicy(
      RowTable(database: database), SyncedDocuments(library: self, database: database),
      remote: remote)
  }
}
