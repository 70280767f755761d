// SPDX-License-Identifier: MIT

/// The reason why bytes could not be read. The remedy depends on the case: only `newer`,
/// `newerField` and `newerValue` share one, an update.
///
/// Decoding is total: all bytes give a value or one of these errors, never a trap.
public enum DecodingFailure: Error, Equatable, Sendable {
  /// The bytes end before the value does. Fetch or read them again.
  ///
  /// `offset` is the position in bytes where more bytes were expected.
  case truncated(offset: Int)

  /// The bytes were changed after they were written, or never were valid.
  /// Restore them from another copy.
  ///
  /// `what` names the wrong part, and `offset` is the position of that part in bytes.
  case corrupt(what: String, offset: Int)

  /// A newer version of the software wrote the bytes. Update, then read again. `found` and
  /// `supported` are the format versions of the bytes and of this software.
  case newer(found: UInt64, supported: UInt64)

  /// An earlier version of the software wrote the bytes, in a form that this version does not read.
  /// Export the content with the earlier version, and import it here. `found` and `supported` are
  /// the format versions of the bytes and of this software.
  case older(found: UInt64, supported: UInt64)

  /// A newer version of the app wrote the bytes: a model of that version has a field that this
  /// version lacks. Update, then read again.
  ///
  /// `key` is the key of the field, and `model` is the kind of the model.
  case newerField(key: String, model: String)

  /// A newer version of the app wrote the bytes. This version lacks a part of a `Codable` value in
  /// them: a case of an enumeration, or a property of a value that cannot keep unknown properties.
  /// Update, then read again.
  ///
  /// `type` is the type that lacks the part. `part` is the path of the part, as in
  /// `address.street`, or empty for the whole value. The path begins with the fields of models and
  /// the keys of dictionaries that hold the value, as in `moods["Ann"]`.
  case newerValue(type: String, part: String)

  /// The bytes are sound, but the value in them is of another kind than the caller asked for.
  /// `expected` is a noun for the kind that the caller asked for.
  case foreign(expected: String)

  /// The bytes are sound, but the value of a field in them is of another type than the field has in
  /// this version of the app. Two versions of the app use one key for two fields: give the newer
  /// field a key of its own.
  ///
  /// `key` is the key of the field, `model` is the kind of the model, `expected` is the type of the
  /// field here, and `found` describes the value in the bytes.
  case foreignField(key: String, model: String, expected: String, found: String)

  /// The bytes are sound, but a `Codable` type refuses the value, which another version of the app
  /// wrote. Make a missing property Optional, or give it a default in `init(from:)`.
  ///
  /// `type` is that type. `part` is the path of the part that the type refused or missed, as in
  /// `address.street`, or empty for the whole value. `found` describes the part in the bytes, and
  /// is nil if the part is missing.
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

  /// Whether the bytes are sound, but the types of this version of the app do not read them. An
  /// update may not help.
  package var isForeignContent: Bool {
    switch self {
    case .foreignField, .foreignValue: true
    case .truncated, .corrupt, .newer, .older, .newerField, .newerValue, .foreign: false
    }
  }
}

extension DecodingFailure {
  /// The failure of the container of a value that failed to be read. A path to a newer part then
  /// begins with the place of the value in the container.
  ///
  /// - Parameter place: The key of a field, or the key of a dictionary in brackets.
  package func within(_ place: String) -> DecodingFailure {
    guard case .newerValue(let type, let part) = self else { return self }
    let separator = part.isEmpty || part.hasPrefix("[") ? "" : "."
    return .newerValue(type: type, part: place + separator + part)
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
