// SPDX-License-Identifier: MIT

import BinaryCoding

/// A hash of the contents of documents. Devices that should show the same contents compare their
/// digests. A digest detects damage, not forgery.
///
/// The function is ``FNV1a``.
package struct StateDigest: Hashable, Sendable {
  package private(set) var value = FNV1a.start

  /// Makes the digest of no documents.
  package init() {}

  /// Adds a document. All devices must add documents by ascending id.
  ///
  /// - Parameter bytes: The canonical bytes of the document.
  package mutating func add(_ document: DocumentID, holding bytes: [UInt8]) {
    var header = ByteWriter()
    header.writeString(document.text)
    header.writeCount(bytes.count)
    add(contentsOf: header.bytes)
    add(contentsOf: bytes)
  }

  mutating func add(contentsOf bytes: [UInt8]) {
    value = FNV1a.hash(of: bytes, after: value)
  }
}
