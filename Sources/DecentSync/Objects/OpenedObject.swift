// SPDX-License-Identifier: MIT

import BinaryCoding

/// An object of either form, as it is taken in.
package struct OpenedObject: Sendable {
  /// A claim, or a change of the first format.
  package struct Part: Sendable {
    package let document: DocumentID
    /// The version that must be known before; nil in the first format, which names segments
    /// instead.
    package let base: [UInt8]?
    /// The segments that the change comes after, in the first format.
    package let after: [SegmentReference]
    package let news: [UInt8]
    package let delta: [UInt8]
    /// Whether it is a change of the first format: later changes may name it as a predecessor.
    let isOfFirstFormat: Bool

    package var size: Int {
      document.text.utf8.count + (base?.count ?? 0) + news.count + delta.count + 8
    }
  }

  /// The identity of the object.
  package let reference: SegmentReference
  package let level: Int
  package let taken: [SegmentReference]
  package let parts: [Part]

  /// Opens an object of the log.
  package init(_ sealed: SealedObject) {
    reference = sealed.reference
    level = sealed.object.level
    taken = sealed.object.taken
    parts = sealed.object.claims.map {
      Part(
        document: $0.document, base: $0.base, after: [], news: $0.news, delta: $0.delta,
        isOfFirstFormat: false)
    }
  }

  /// Opens a segment of the first format.
  package init(_ sealed: SealedSegment) {
    reference = sealed.reference
    level = 0
    taken = []
    parts = sealed.segment.changes.map {
      Part(
        document: $0.document, base: $0.after.isEmpty ? [] : nil, after: $0.after,
        news: $0.version, delta: $0.delta, isOfFirstFormat: true)
    }
  }

  /// Opens the bytes of an object.
  ///
  /// - Throws: ``DecodingFailure`` unless it is an object of the log or a segment, whole.
  package init(bytes: [UInt8]) throws(DecodingFailure) {
    do throws(DecodingFailure) {
      self.init(try SealedObject(bytes: bytes))
    } catch .foreign {
      self.init(try SealedSegment(bytes: bytes))
    }
  }
}
