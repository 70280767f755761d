// SPDX-License-Identifier: MIT

import SequenceEngine

/// Text that is ready to be typed into a ``ReplicatingText``.
///
/// Typing a `String` makes one of these each time. Make it yourself where the
/// same text is typed often, or where the typing itself must be quick.
public struct TextPiece: Sendable {
  let utf8: [UInt8]
  /// How long it is, in Unicode scalars.
  public let scalarCount: Int

  /// Prepares a text.
  ///
  /// - Complexity: O(*m*)
  public init(_ string: String) {
    utf8 = Array(string.utf8)
    scalarCount = TextMeasure(of: utf8).scalars
  }

  init(utf8: [UInt8], scalarCount: Int) {
    self.utf8 = utf8
    self.scalarCount = scalarCount
  }

  /// Whether there is nothing to type.
  public var isEmpty: Bool { utf8.isEmpty }
}
