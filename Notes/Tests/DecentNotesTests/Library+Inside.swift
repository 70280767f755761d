// SPDX-License-Identifier: MIT

import BinaryCoding
import Testing

@testable import DecentDocuments
@testable import DecentNotes
@testable import DecentSync

/// The inside of a notebook, for tests that damage it or look at what is stored.
extension Library {
  /// A new connection to the database, as another program has one.
  var database: Database {
    get throws { try Database(file: documents.path, for: .writing) }
  }

  /// The connection of the library.
  var connection: Database {
    get throws { try documents.read { $0 } }
  }

  var table: DocumentTable {
    get throws { DocumentTable(database: try database) { DamagedDocument($0, reason: "\($1)") } }
  }

  var rows: RowTable {
    get throws { RowTable(database: try database) }
  }

  /// The rules of sync with a remote, on the connection of sync.
  func policy(for remote: RemoteName) throws -> SyncPolicy<RowTable, SyncedDocuments> {
    let connection =
      try documents.syncConnections.withLock { $0.popLast() } ?? SyncConnection(to: documents)
    documents.syncConnections.withLock { $0.append(connection) }
    return LibrarySync(documents, on: connection).policy(for: remote)
  }

  /// The work of the connection that syncs, while no sync goes on.
  var workOfSync: DatabaseWork {
    documents.syncConnections.withLock { $0.last?.database.work ?? DatabaseWork() }
  }

  /// Stores a document in a later format, as a newer version of the program does.
  func makeNewer(_ name: DocumentName) throws {
    let key = try #require(try table.key(of: name.id))
    let base = try #require(try table.storedBytes(of: key).first)
    var newer = Array(try PackedBytes.unpack(base).dropLast(4))
    newer[4] += 1
    var writer = ByteWriter()
    writer.write(contentsOf: newer)
    writer.writeFixed(CRC32C.checksum(of: newer))
    try database.run("DELETE FROM deltas WHERE document = ?", .integer(key))
    try database.run(
      "UPDATE bases SET content = ? WHERE document = ?", .blob(writer.bytes), .integer(key))
  }

  /// The purges of a note; nil if there are none, or none that can be read.
  func purges(of id: NoteID) throws -> DocumentRemoval? {
    do {
      return try table.content(of: .purge(id), as: DocumentRemoval.self)
    } catch  where error.isOfUnreadableDocument {
      return nil
    }
  }
}

extension DocumentName {
  var id: DocumentID {
    switch self {
    case .note(let id): .note(id)
    case .purge(let id): .purge(id)
    }
  }
}

extension DocumentID {
  static func note(_ id: NoteID) -> DocumentID { place(id).document }
  static func purge(_ id: NoteID) -> DocumentID { place(id).removal }

  private static func place(_ id: NoteID) -> DocumentPlace {
    DocumentPlace(code: Note.frameKind.code, id: id.uuid)
  }
}
