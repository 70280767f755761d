// SPDX-License-Identifier: MIT

/// The key that lists are sorted by: a note's position, then the note.
///
/// ```
/// position | complement of the note's id, 16 bytes | 1
/// ```
///
/// Keys are unique, so that there is room between two notes of one position, too. The last byte
/// keeps every key from ending in zeros: there are bytes between any two keys and before the first,
/// whatever positions a hostile device chooses.
package struct OrderKey: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  package init(_ position: NotePosition, of note: NoteID) {
    let id = stride(from: 120, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: ~note.rawValue >> UInt128($0))
    }
    bytes = position.bytes + id + [1]
  }

  /// The time that the position stands for or was chosen next to, in milliseconds since 1970; nil
  /// for other positions.
  package var time: UInt64? { number(.time).map { ~$0 } }

  /// The number behind the first byte.
  func number(_ kind: NotePosition.Kind) -> UInt64? {
    guard bytes.first == kind.rawValue, bytes.count > 8 else { return nil }
    return bytes[1...8].reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension OrderKey: Comparable {
  /// As SQLite compares bytes.
  package static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
