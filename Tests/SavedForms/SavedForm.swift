// SPDX-License-Identifier: MIT

import BinaryCoding

/// What of a value a frame holds.
public enum SavedPart: String, CaseIterable, Hashable, Sendable {
  case value, delta, version
}

/// A sample in bytes, under a name of its own within its part.
public struct SavedSample: Hashable, Sendable {
  public let part: SavedPart
  public let name: String
  public let bytes: [UInt8]

  public init(_ part: SavedPart, _ name: String, _ bytes: [UInt8]) {
    self.part = part
    self.name = name
    self.bytes = bytes
  }
}

/// A type with a saved form, for all that tests and fuzzers do with bytes of any origin:
/// the one list of them is ``SavedForms``.
public protocol SavedForm: Sendable, CustomStringConvertible {
  /// What the type is called, in words that can name a folder.
  var name: String { get }

  /// The kind of frame of each part that the type has.
  var kinds: [SavedPart: FrameKind] { get }

  /// Ordinary, empty and extreme values, with deltas and versions of them: always the same.
  func samples() throws(EncodingFailure) -> [SavedSample]

  /// What the bytes stand for, in lines for people.
  ///
  /// - Parameter samples: Deltas and versions are shown by what they mean to the values
  ///   among these.
  func shown(
    _ bytes: [UInt8], as part: SavedPart, to samples: [SavedSample]
  ) throws(DecodingFailure) -> [String]

  /// Reads the bytes and writes them again.
  func rewritten(_ bytes: [UInt8], as part: SavedPart) throws(DecodingFailure) -> [UInt8]

  /// Reads the bytes and looks at all that they show, and nothing else.
  func read(_ bytes: [UInt8], as part: SavedPart) throws(DecodingFailure)

  /// What is wrong with what was read from bytes that somebody forged, or nil. Reading them
  /// is refused with an error, or gives something that can be edited, merged and saved.
  func complaint(
    about bytes: [UInt8], as part: SavedPart
  ) throws(DecodingFailure) -> String?
}

extension SavedForm {
  public var description: String { name }

  /// Which part a frame of some kind holds, nil if none of this type.
  public func part(ofKind code: UInt64) -> SavedPart? {
    SavedPart.allCases.first { kinds[$0]?.code == code }
  }
}
