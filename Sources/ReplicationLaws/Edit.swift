// SPDX-License-Identifier: MIT

/// What a random edit did, for people to read.
public struct Edit: Sendable, ExpressibleByStringInterpolation {
  /// A few words, such as `insert "x" at 3`.
  public let description: String

  /// The items of a ``Promise`` that the edit concerns though it may not change
  /// whether they are shown, such as an element inserted again.
  public let touched: Set<String>

  /// Describes an edit.
  ///
  /// - Parameters:
  ///   - description: A few words.
  ///   - touched: Items concerned though they may be shown before and after.
  public init(_ description: String, touching touched: Set<String> = []) {
    self.description = description
    self.touched = touched
  }

  /// Describes an edit.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}
