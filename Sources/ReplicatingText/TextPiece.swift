// SPDX-License-Identifier: MIT

import SequenceEngine

/// Text that is ready to be typed into a ``ReplicatingText``.
///
/// Typing a `String` that was bridged from elsewhere copies it first. Make one
/// of these where the same text is typed often, or where the typing itself
/// must be quick.
public struct TextPiece: Sendable {
  /// Up to eight ASCII characters, the first in the lowest byte.
  @usableFromInline let shortText: UInt64
  /// How many those are, or -1 if the text is longer or not of ASCII alone.
  @usableFromInline let shortCount: Int
  /// The text in native UTF-8.
  @usableFromInline let string: String

  /// Prepares a text.
  ///
  /// - Complexity: O(*m*)
  public init(_ string: String) {
    var string = string
    string.makeContiguousUTF8()
    let word = string.withUTF8 { ASCIIWord($0) }
    shortText = word?.bytes ?? 0
    shortCount = word?.count ?? -1
    self.string = string
  }

  /// How long it is, in Unicode scalars.
  ///
  /// - Complexity: O(*m*)
  public var scalarCount: Int { string.unicodeScalars.count }

  /// Whether there is nothing to type.
  public var isEmpty: Bool { string.isEmpty }
}
