// SPDX-License-Identifier: MIT

/// The reason why bytes could not be read. Each case has its own remedy.
///
/// Decoding is total: any bytes whatever give a value or one of these errors,
/// never a trap.
public enum DecodingFailure: Error, Equatable, Sendable {
  /// The bytes end before the value does. Fetch or read them again.
  ///
  /// `offset` is the place where more bytes were expected.
  case truncated(offset: Int)

  /// The bytes were changed after they were written, or never were valid.
  /// Restore them from another copy.
  ///
  /// `what` names the wrong part, and `offset` is its place in bytes.
  case corrupt(what: String, offset: Int)

  /// A newer version of the software wrote the bytes. Update, then read again.
  case newer(found: UInt64, supported: UInt64)

  /// An earlier version of the software wrote the bytes, in a form that this version does not read.
  /// Export the content with that version, and import it here.
  case older(found: UInt64, supported: UInt64)

  /// A newer version of the app wrote the bytes: its model has a field that this version lacks.
  /// Update, then read again.
  ///
  /// `key` is the key of the field, and `model` the kind of the model.
  case newerField(key: String, model: String)

  /// A newer version of the app wrote the bytes, with a part of a `Codable` value that this version
  /// lacks: a case of an enumeration, or a property of a value that cannot keep unknown properties.
  /// Update, then read again.
  ///
  /// `type` is the type that lacks the part, and `part` is the place of the part, as in
  /// `address.street`; empty for the whole value.
  case newerValue(type: String, part: String)

  /// The bytes are sound, but the value in them is of another kind.
  case foreign(expected: String)

  /// The bytes are sound, but their value for a field of a model has another type than the field
  /// here. Two versions of the app use one key for two fields: give the newer field a key of its
  /// own.
  ///
  /// `key` is the key of the field, `model` the kind of the model, `expected` the type of the field
  /// here, and `found` says what the bytes hold.
  case foreignField(key: String, model: String, expected: String, found: String)

  /// The bytes are sound, but a `Codable` type does not read their value: another version of the app
  /// wrote it. Make a missing property Optional, or give it a default in `init(from:)`.
  ///
  /// `type` is the type, and `part` the place of the part that it refused or missed, as in
  /// `address.street`; empty for the whole value. `found` says what the bytes hold there, and is nil if
  /// they hold nothing.
  case foreignValue(type: String, part: String, found: String?)
}

extension DecodingFailure {
  /// Whether the bytes are sound and only an update is needed to read them.
  public var isNewer: Bool {
    switch self {
    case .newer, .newerField, .newerValue: true
    case .truncated, .corrupt, .older, .foreign, .foreignField, .foreignValue: false
    }
  }

  /// Whether the bytes are sound, and the types of this version of the app do not read them. An update
  /// may not help.
  package var isForeignContent: Bool {
    switch self {
    case .foreignField, .foreignValue: true
    case .truncated, .corrupt, .newer, .older, .newerField, .newerValue, .foreign: false
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
      "the data has format \(found), this version reads format \(supported); update the software"
    case .older(let found, let supported):
      """
      the data has format \(found), this version reads format \(supported); export with an earlier \
      program, import here
      """
    case .newerField(let key, let model):
      """
      the data is of a newer version of \(model): this version lacks its field "\(key)"; update \
      the software
      """
    case .newerValue(let type, let part):
      """
      the data is of a newer version: \(type) lacks here what stands \
      \(part.isEmpty ? "there" : "at \(part)"); update the software
      """
    case .foreign(let expected):
      "the data is not \(expected)"
    case .foreignField(let key, let model, let expected, let found):
      """
      the field "\(key)" of \(model) is a \(expected) here, and in the data it is \(found); update \
      the older of the two apps, or give the newer field a key of its own
      """
    case .foreignValue(let type, let part, nil):
      """
      the data lacks "\(part)", which \(type) asks for: make it Optional, or give it a default in \
      init(from:)
      """
    case .foreignValue(let type, let part, let found?):
      """
      \(type) does not read what the data has \(part.isEmpty ? "for it" : "for \"\(part)\"") \
      (\(found)): read what other versions of the app wrote in init(from:), or give the newer property \
      another name
      """
    }
  }
}
