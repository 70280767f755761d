// SPDX-License-Identifier: MIT

import BinaryCoding

/// The place of a document among others: bytes that compare in the order of the documents.
///
/// Fractional indexes are dense: another index lies between any two. So a move changes the index of
/// one document alone (Evan Wallace, "Realtime Editing of Ordered Sequences", 2017). Two devices
/// may choose equal indexes for two documents. The ``Key``s of the documents still differ.
///
/// ```swift
/// let index = FractionalIndex(between: first.key, and: second.key, now: now)
/// ```
///
/// The first byte says where an index comes from:
///
/// | first byte | index | follows |
/// |---|---|---|
/// | none | unset | nothing |
/// | 0x40 | of a document made, or put first, at a time | the complement of the time, 8 bytes |
/// | 0xc0 | of a document put last at a time | the time, 8 bytes |
///
/// Numbers are big-endian. The first byte of an index between two others lies between the first
/// bytes of the two, or equals one of these.
public struct FractionalIndex: Hashable, Sendable {
  /// The bytes.
  public let bytes: [UInt8]

  /// The index of a document that was never given a place in the order.
  public static let unset = FractionalIndex(bytes: [])

  /// Makes the index with these bytes. All bytes are valid.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Makes the index of a document that is made at a time. A later time gives a lesser index.
  ///
  /// - Parameter milliseconds: Milliseconds since 1970.
  public init(ofTime milliseconds: UInt64) {
    self.init(.time, ~milliseconds)
  }

  /// The meaning of the first byte.
  package enum Kind: UInt8 {
    case time = 0x40
    case last = 0xc0
  }

  package init(_ kind: Kind, _ number: UInt64) {
    bytes =
      [kind.rawValue]
      + stride(from: 56, through: 0, by: -8).map {
        UInt8(truncatingIfNeeded: number >> UInt64($0))
      }
  }
}

#if !hasFeature(Embedded)
  extension FractionalIndex: Codable {
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(bytes)
    }

    public init(from decoder: any Decoder) throws {
      bytes = try decoder.singleValueContainer().decode([UInt8].self)
    }
  }
#else
  extension FractionalIndex: PlainValue {
    public func encodePlain(to writer: inout ByteWriter) { writer.writePlain(bytes) }

    public init(plainFrom reader: inout ByteReader) throws(DecodingFailure) {
      self.init(bytes: try reader.readPlainContent())
    }
  }
#endif
