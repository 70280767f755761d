// SPDX-License-Identifier: MIT

import BinaryCoding

/// The id of a document, the unit of sync: 1 to 128 ASCII letters, digits and `-_./:`.
public struct DocumentID: Hashable, Sendable {
  /// The most characters an id may have.
  public static let maximumLength = 128

  /// The id as text.
  public let text: String

  /// Makes an id; nil if the text has other characters or another length.
  public init?(_ text: String) {
    guard (1...Self.maximumLength).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed)
    else { return nil }
    self.text = text
  }

  /// Makes an id from text that is known to be one.
  package init(knownSound text: String) {
    self.text = text
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "-")...UInt8(ascii: ":"), UInt8(ascii: "_"): true  // - . / 0…9 :
    default: false
    }
  }
}

extension DocumentID: Comparable {
  public static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

extension DocumentID: CustomStringConvertible {
  public var description: String { text }
}

extension DocumentID: BinaryCodable {
  public func encode(to writer: inout ByteWriter) {
    writer.writeString(text)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    guard let id = DocumentID(try reader.readString()) else {
      throw reader.corrupt("a document id of other characters or length")
    }
    self = id
  }
}
