// SPDX-License-Identifier: MIT

import BinaryCoding

/// A hash of the contents of documents. It reveals two devices that show
/// different things though they should not. It protects against damage, not
/// against forgery.
///
/// The function is FNV-1a with 64 bits (Fowler, Noll, Vo and Eastlake, RFC 9923).
package struct StateDigest: Hashable, Sendable {
  /// The number.
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Makes the digest of no documents.
  package init() {}

  /// Adds a document. All devices must add documents by ascending id.
  ///
  /// - Parameter bytes: Its canonical bytes.
  package mutating func add(_ document: DocumentID, holding bytes: [UInt8]) {
    var header = ByteWriter()
    header.writeString(document.text)
    header.writeCount(bytes.count)
    add(contentsOf: header.bytes)
    add(contentsOf: bytes)
  }

  mutating func add(contentsOf bytes: [UInt8]) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
}
