// SPDX-License-Identifier: MIT

/// The place of a note among the others: bytes that compare in the order of the notes.
///
/// Positions are dense: between any two there is room for another. So a move gives one note a
/// position and leaves all other positions alone (fractional indexing; Evan Wallace, "Realtime
/// Editing of Ordered Sequences", 2017). Two devices may choose one position for two notes:
/// ``OrderKey`` tells them apart.
///
/// The first byte says where a position comes from:
///
/// | first byte | position | follows |
/// |---|---|---|
/// | 0x40 | of a time: the home of a note, or first at that time | its complement, 8 bytes |
/// | 0xc0 | last | a count, 8 bytes |
///
/// Numbers are big-endian. A position between two others begins as one of them does.
public struct NotePosition: Hashable, Sendable {
  /// The bytes.
  public let bytes: [UInt8]

  /// Makes the position that bytes stand for. All bytes are valid.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The position of a time. The position of a later time comes before it.
  ///
  /// A note that was never moved has the position of its creation.
  ///
  /// - Parameter milliseconds: Milliseconds since 1970.
  public init(ofTime milliseconds: UInt64) {
    self.init(.time, ~milliseconds)
  }

  /// The meaning of the first byte.
  enum Kind: UInt8 {
    case time = 0x40
    case last = 0xc0
  }

  init(_ kind: Kind, _ number: UInt64) {
    bytes =
      [kind.rawValue]
      + stride(from: 56, through: 0, by: -8).map {
        UInt8(truncatingIfNeeded: number >> UInt64($0))
      }
  }
}
