// SPDX-License-Identifier: MIT

/// A value could not be written: its own `encode(to:)` threw.
public struct EncodingFailure: Error, Equatable, Sendable {
  /// The error of the value's `encode(to:)`, in words.
  public let reason: String

  /// Makes the error.
  public init(reason: String) {
    self.reason = reason
  }
}

extension EncodingFailure: CustomStringConvertible {
  public var description: String {
    "a value could not be encoded: \(reason)"
  }
}
