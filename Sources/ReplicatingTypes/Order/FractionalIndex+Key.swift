// SPDX-License-Identifier: MIT

extension FractionalIndex {
  /// The key that lists are sorted by: a document's index, then its id.
  ///
  /// ```
  /// index | complement of the id, 16 bytes | 1
  /// ```
  ///
  /// Keys are unique, so another document can be put even between two documents with equal indexes.
  /// The last byte is 1, so no key ends in a zero byte. Hence another key fits between any two keys
  /// and before the first key, whatever indexes a hostile device chooses.
  public struct Key: Hashable, Sendable {
    /// The bytes, for a column of a database. SQLite sorts the bytes in the order of the keys.
    public let bytes: [UInt8]

    /// Makes the key with these bytes. All bytes are valid.
    public init(bytes: [UInt8]) {
      self.bytes = bytes
    }

    /// The key of a document.
    ///
    /// - Parameters:
    ///   - index: The document's index.
    ///   - id: The document's id.
    public init(_ index: FractionalIndex, of id: UInt128) {
      let id = stride(from: 120, through: 0, by: -8).map {
        UInt8(truncatingIfNeeded: ~id >> UInt128($0))
      }
      bytes = index.bytes + id + [1]
    }

    /// The index of the document.
    public var index: FractionalIndex { FractionalIndex(bytes: Array(bytes.dropLast(17))) }

    /// The size of the index, in bytes.
    var indexSize: Int { max(0, bytes.count - 17) }

    /// The time that the index begins with, in milliseconds since 1970. Nil if the key has fewer
    /// than nine bytes, or if its first byte is not 0x40. An index between two others may begin
    /// with the time of a neighbour.
    public var time: UInt64? { number(.time).map { ~$0 } }

    /// The number in the eight bytes after the first byte. Nil if the first byte has another kind,
    /// or if the key has fewer than nine bytes.
    func number(_ kind: Kind) -> UInt64? {
      guard bytes.first == kind.rawValue, indexSize > 8 else { return nil }
      return bytes[1...8].reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}

extension FractionalIndex.Key: LosslessStringConvertible {
  /// Two lower-case hexadecimal digits for each byte. Descriptions sort in the order of the keys.
  public var description: String {
    String(unsafeUninitializedCapacity: 2 * bytes.count) { buffer in
      for (place, byte) in bytes.enumerated() {
        for (offset, digit) in [byte >> 4, byte & 15].enumerated() {
          buffer[2 * place + offset] = digit < 10 ? 48 + digit : 87 + digit
        }
      }
      return 2 * bytes.count
    }
  }

  /// Reads a ``description``. Returns nil for any other text.
  public init?(_ description: String) {
    var bytes: [UInt8] = []
    var high: UInt8?
    for unit in description.utf8 {
      let digit: UInt8
      switch unit {
      case 48...57: digit = unit - 48
      case 97...102: digit = unit - 87
      default: return nil
      }
      if let first = high { bytes.append(first << 4 | digit) }
      high = high == nil ? digit : nil
    }
    guard high == nil else { return nil }
    self.init(bytes: bytes)
  }
}

extension FractionalIndex.Key: Comparable {
  public static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
