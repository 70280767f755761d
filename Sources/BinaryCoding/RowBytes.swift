// SPDX-License-Identifier: MIT

/// Bytes that this device keeps in a row of a database. The bytes need no frame: the row determines
/// their kind, and the version of the database determines the version of their format.
///
/// ```
/// table of identifiers   payload…   CRC-32C of all before it
///                                   4, little-endian
/// ```
package enum RowBytes {
  package static func seal(_ payload: ByteWriter) -> [UInt8] {
    var writer = ByteWriter(reservingCapacity: payload.bytes.count + 40)
    IdentifierTable.write(payload.identifiers, to: &writer)
    writer.write(contentsOf: payload.bytes)
    writer.writeFixed(CRC32C.checksum(of: writer.bytes))
    return writer.bytes
  }

  /// Returns a reader of the payload.
  ///
  /// - Throws: `.truncated` and `.corrupt` for damage.
  package static func open(_ bytes: [UInt8]) throws(DecodingFailure) -> ByteReader {
    var whole = ByteReader(bytes)
    let payload = try whole.readSlice(count: max(0, bytes.count - 4))
    guard try whole.readFixed() == CRC32C.checksum(of: payload) else {
      throw .corrupt(what: "the checksum does not match", offset: payload.endIndex)
    }
    var reader = ByteReader(bytes, in: 0..<payload.count)
    let identifiers = try IdentifierTable.read(from: &reader)
    return ByteReader(bytes, in: reader.offset..<payload.count, identifiers: identifiers)
  }
}
