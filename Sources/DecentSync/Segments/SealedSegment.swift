// SPDX-License-Identifier: MIT

import BinaryCoding

/// A segment together with its bytes, which are stored and sent verbatim.
package struct SealedSegment: Hashable, Sendable {
  /// The segment that the bytes encode.
  package let segment: Segment

  /// The bytes.
  package let bytes: [UInt8]

  /// The identity of the segment.
  package let reference: SegmentReference

  /// Seals a segment.
  package init(sealing segment: Segment) {
    self.init(segment, bytes: segment.encoded())
  }

  /// Opens sealed bytes.
  ///
  /// - Throws: ``DecodingFailure`` unless the bytes are those of a segment, whole.
  package init(bytes: [UInt8]) throws(DecodingFailure) {
    self.init(try Segment(encoded: bytes), bytes: bytes)
  }

  /// The name under which the segment's author stores it.
  package var name: ObjectName { reference.objectName }

  private init(_ segment: Segment, bytes: [UInt8]) {
    self.segment = segment
    self.bytes = bytes
    reference = SegmentReference(
      device: segment.device, number: segment.number, checksum: bytes.frameChecksum)
  }
}
