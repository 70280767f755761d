// SPDX-License-Identifier: MIT

/// A stretch of one sequence that another has something else for.
public struct Replacement: Equatable, Sendable {
  /// What is replaced, as positions in the old sequence; empty for a mere insertion.
  public let old: Range<Int>

  /// What replaces it, as positions in the new sequence; empty for a mere removal.
  public let new: Range<Int>

  /// Makes a replacement.
  public init(old: Range<Int>, new: Range<Int>) {
    self.old = old
    self.new = new
  }
}
