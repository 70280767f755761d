// SPDX-License-Identifier: MIT

/// Why bytes could not be read, in terms of what the reader can do about it.
///
/// Decoding is total: any bytes whatever give a value or one of these errors,
/// never a trap.
public enum DecodingFailure: Error, Equatable, Sendable {
  /// The bytes end before the value does. Fetch or read them again.
  ///
  /// `offset` is where more bytes were expected.
  case truncated(offset: Int)

  /// The bytes were changed after they were written, or never were valid.
  /// Restore them from another copy.
  ///
  /// `what` names the part that is wrong, `offset` where it was found, in
  /// bytes.
  case corrupt(what: String, offset: Int)

  /// A newer version of the software wrote the bytes. Update, then read again.
  case newer(found: UInt64, supported: UInt64)

  /// The bytes are sound, but hold something else than was asked for.
  case foreign(expected: String)
}

extension DecodingFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .truncated(let offset):
      "the data ends too early, at byte \(offset); fetch it again"
    case .corrupt(let what, let offset):
      "the data is damaged at byte \(offset) (\(what)); restore it from another copy"
    case .newer(let found, let supported):
      "the data has format \(found), this version reads up to \(supported); update the software"
    case .foreign(let expected):
      "the data is not \(expected)"
    }
  }
}
