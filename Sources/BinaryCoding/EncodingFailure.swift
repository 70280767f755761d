// SPDX-License-Identifier: MIT

/// A value could not be written: its `encode(to:)` threw or asked for conflicting containers, or
/// its parts are nested too deep.
public struct EncodingFailure: Error, Equatable, Sendable {
  /// The error in words.
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
