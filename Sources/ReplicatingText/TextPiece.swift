// SPDX-License-Identifier: MIT

import SequenceEngine

/// Text that is ready to be typed into a ``ReplicatingText``.
///
/// Typing a `String` that was bridged from Objective-C copies the string first. Make a piece if the
/// same text is typed often, or if the typing itself must be quick.
public struct TextPiece: Sendable {
  @usableFromInline
  enum Content: Sendable {
    /// Up to eight ASCII characters, the first in the lowest byte.
    case short(UInt64, count: Int)
    /// Any text, in native UTF-8.
    case long(String)
  }

  @usableFromInline let content: Content

  /// Prepares a text.
  ///
  /// - Complexity: O(*m*) for *m* bytes.
  public init(_ string: String) {
    var string = string
    string.makeContiguousUTF8()
    let word = string.withUTF8 { ASCIIWord($0) }
    content = word.map { .short($0.bytes, count: $0.count) } ?? .long(string)
  }

  /// The length in Unicode scalars.
  ///
  /// - Complexity: O(*m*) for *m* bytes.
  public var scalarCount: Int {
    switch content {
    case .short(_, let count): count
    case .long(let string): string.unicodeScalars.count
    }
  }

  /// Whether there is nothing to type.
  public var isEmpty: Bool { scalarCount == 0 }
}
