// SPDX-License-Identifier: MIT

/// A stretch of one sequence and the stretch of another sequence that replaces it.
public struct Replacement: Equatable, Sendable {
  /// The replaced elements, as positions in the old sequence; empty for a mere insertion.
  public let old: Range<Int>

  /// The replacing elements, as positions in the new sequence; empty for a mere removal.
  public let new: Range<Int>

  /// Makes a replacement.
  public init(old: Range<Int>, new: Range<Int>) {
    self.old = old
    self.new = new
  }
}
