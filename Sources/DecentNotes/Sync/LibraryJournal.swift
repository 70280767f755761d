// SPDX-License-Identifier: MIT

import DecentSync

/// The books that sync keeps of a library, in the library's own database: a
/// document and what is known of its travels change in one transaction.
public struct LibraryJournal: SyncJournal {
  let library: Library

  /// The journal of a library.
  public init(of library: Library) {
    self.library = library
  }

  var database: Database { library.database }
  var devices: DeviceTable { DeviceTable(database: library.database) }
  var objects: ObjectTable { ObjectTable(database: library.database) }
  var acknowledgements: AcknowledgementTable {
    AcknowledgementTable(database: library.database)
  }
  var pending: PendingTable { PendingTable(database: library.database) }
  var received: ReceivedTable { ReceivedTable(database: library.database) }

  public func device() throws -> DeviceID {
    try database.transaction { try devices.current() }
  }

  public func didSeal(_ reference: SegmentReference) throws -> Bool {
    try database.readTransaction { try devices.didSeal(reference) }
  }

  public func renewDevice(replacing old: DeviceID) throws -> DeviceID {
    try database.transaction {
      guard try devices.current() == old else { return try devices.current() }
      try database.run("DELETE FROM sealed")
      return try devices.renew()
    }
  }

  public func knownObjects(of remote: RemoteName) throws -> [KnownObject] {
    try database.readTransaction { try objects.all(of: remote) }
  }

  public func forget(_ names: [ObjectName], of remote: RemoteName) throws {
    try database.transaction {
      for name in names { try objects.lose(name, of: remote) }
    }
  }

  public func miss(_ names: [ObjectName], of remote: RemoteName) throws {
    try database.transaction {
      for name in names { try objects.miss(name, of: remote) }
    }
  }
}
