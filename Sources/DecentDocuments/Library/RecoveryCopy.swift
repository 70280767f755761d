// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import ReplicatingTypes

/// A copy of a document, with edits that the document loses.
///
/// Edits come too late if their author did not know that others forgot what was removed from the
/// document. There are two such losses. A device that learns of the forgetting loses edits that only
/// it knew: the copy holds the document as the device had it. A device that knows of the forgetting
/// meets edits of others: the copy holds the document as it would be if these edits counted.
///
/// The copy is a document of its own, of the same type. Its id follows from the document and the lost
/// edits. So a device makes no second copy if it loses them a second time, as after a restore from a
/// backup, or if it has the copy from another device. A copy that was removed stays removed.
struct RecoveryCopy<Content: ReplicatingDocument> {
  private let place: DocumentPlace
  private let content: Content
  private let table: DocumentTable

  init(
    of document: DocumentPlace, after loss: TypedDocument<Content>.Loss, in table: DocumentTable
  ) {
    place = DocumentPlace(code: document.code, id: Self.id(of: document.document, after: loss))
    content = loss.content
    self.table = table
  }

  /// Stores the copy, in the transaction in which the edits are lost.
  ///
  /// - Returns: The id of the copy; nil if it is there, or was removed.
  func keep() throws -> DocumentID? {
    let document = place.document
    guard try !table.exists(document), try !RemovalTable(table: table).isRemoved(place),
      try table.change(document, { (copy: inout Content) in copy.merge(content) }) != nil
    else { return nil }
    try SyncNotes.noteEdit(of: document, in: RowTable(database: table.database))
    return document
  }

  private static func id(of document: DocumentID, after loss: TypedDocument<Content>.Loss) -> UUID {
    var writer = ByteWriter()
    for edit in loss.edits.sorted() {
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
