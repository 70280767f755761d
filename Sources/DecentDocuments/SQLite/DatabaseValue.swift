// SPDX-License-Identifier: MIT

/// A value that a statement takes as a parameter.
package enum DatabaseValue: Hashable, Sendable {
  /// An integer.
  case integer(Int)
  /// A fraction.
  case real(Double)
  /// Text.
  case text(String)
  /// Bytes.
  case blob([UInt8])
  /// NULL.
  case null
}

extension DatabaseValue {
  /// The number of bytes of text or a blob; 0 for any other value.
  package var size: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .blob(let bytes): bytes.count
    case .integer, .real, .null: 0
    }
  }
}

extension DatabaseValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  package init(integerLiteral value: Int) {
    self = .integer(value)
  }

  package init(stringLiteral value: String) {
    self = .text(value)
  }
}
