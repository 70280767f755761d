// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import ReplicatingTypes

/// A copy of a document, with edits that the document is about to lose.
///
/// A device comes too late if others forgot what was removed from a document before they learnt of
/// edits that this device made or knew. These edits count for nothing once the device learns of the
/// forgetting. The copy holds the document as the device had it.
///
/// The copy is a document of its own, of the same type. Its id follows from the document and the lost
/// edits. A device that loses them a second time, as after a restore from a backup, makes no second
/// copy. Two devices that lose the same edits share one copy.
struct RecoveryCopy<Content: ReplicatingDocument> {
  private let place: DocumentPlace
  private let table: DocumentTable

  init(of document: DocumentPlace, losing edits: Set<Dot>, in table: DocumentTable) {
    place = DocumentPlace(code: document.code, id: Self.id(of: document.document, losing: edits))
    self.table = table
  }

  /// Stores the copy, in the transaction in which the document loses the edits. A copy that was
  /// removed stays removed.
  ///
  /// - Returns: The id of the copy, if it was not there before.
  func keep(_ content: Content) throws -> DocumentID? {
    let document = place.document
    guard try table.change(document, { (copy: inout Content) in copy.merge(content) }) != nil
    else { return nil }
    try SyncNotes.noteEdit(of: document, in: RowTable(database: table.database))
    try RemovalTable(table: table).dropIfRemoved(place, as: Content.self)
    return try table.exists(document) ? document : nil
  }

  private static func id(of document: DocumentID, losing edits: Set<Dot>) -> UUID {
    var writer = ByteWriter()
    for edit in edits.sorted() {
      writer.writeFixed(UInt64(truncatingIfNeeded: edit.session.run.rawValue >> 64))
      writer.writeFixed(UInt64(truncatingIfNeeded: edit.session.run.rawValue))
      writer.writeFixed(edit.session.number)
      writer.writeFixed(UInt64(edit.number))
    }
    var digest = StateDigest()
    var bytes: [UInt8] = []
    for _ in 0..<2 {
      digest.add(document, holding: writer.bytes)
      withUnsafeBytes(of: digest.value.littleEndian) { bytes += $0 }
    }
    // Version 8 of RFC 9562: the other bits have the meaning that an application gives them.
    bytes[6] = bytes[6] & 0x0f | 0x80
    bytes[8] = bytes[8] & 0x3f | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
