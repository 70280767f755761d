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

  /// A newer version of the app wrote the bytes, whose model has more fields. Update, then
  /// read again.
  ///
  /// `name` is what the model's frame is called, `fields` how many the bytes hold, and
  /// `known` how many this version knows.
  case newerModel(name: String, fields: Int, known: Int)

  /// A newer version of the app wrote the bytes, with a part of a `Codable` value that this
  /// version lacks: a case of an enumeration, or a property where it cannot be kept. Update,
  /// then read again.
  ///
  /// `type` is the type that lacks it, `part` where it stands, as in `address.street`; empty
  /// for the whole value.
  case newerValue(type: String, part: String)

  /// The bytes are sound, but hold something else than was asked for.
  case foreign(expected: String)
}

extension DecodingFailure {
  /// Whether the bytes are sound and only an update is missing to read them.
  public var isNewer: Bool {
    switch self {
    case .newer, .newerModel, .newerValue: true
    case .truncated, .corrupt, .foreign: false
    }
  }
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
    case .newerModel(let name, let fields, let known):
      """
      the data is of a newer version of \(name): it has \(fields) fields, this version knows \
      \(known); update the software
      """
    case .newerValue(let type, let part):
      """
      the data is of a newer version: \(type) lacks here what stands \
      \(part.isEmpty ? "there" : "at \(part)"); update the software
      """
    case .foreign(let expected):
      "the data is not \(expected)"
    }
  }
}
