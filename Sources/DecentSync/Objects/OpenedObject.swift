// SPDX-License-Identifier: MIT

import BinaryCoding

/// An object of the log without its bytes, as it is taken in.
package struct OpenedObject: Sendable {
  /// The identity of the object.
  package let reference: SegmentReference
  package let level: Int
  package let taken: [SegmentReference]
  package let claims: [Claim]

  /// Opens an object of the log.
  package init(_ sealed: SealedObject) {
    reference = sealed.reference
    level = sealed.object.level
    taken = sealed.object.taken
    claims = sealed.object.claims
  }

  /// Opens the bytes of an object.
  ///
  /// - Throws: ``DecodingFailure`` unless it is an object of the log, whole.
  package init(bytes: [UInt8]) throws(DecodingFailure) {
    self.init(try SealedObject(bytes: bytes))
  }
}
