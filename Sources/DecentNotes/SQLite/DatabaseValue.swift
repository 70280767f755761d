// SPDX-License-Identifier: MIT

/// A value that a statement takes as a parameter.
public enum DatabaseValue: Equatable, Sendable {
  /// An integer.
  case integer(Int)
  /// Text.
  case text(String)
  /// Bytes.
  case blob([UInt8])
  /// Nothing.
  case null
}

extension DatabaseValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  public init(integerLiteral value: Int) {
    self = .integer(value)
  }

  public init(stringLiteral value: String) {
    self = .text(value)
  }
}
