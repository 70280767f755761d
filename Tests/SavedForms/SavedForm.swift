// SPDX-License-Identifier: MIT

import BinaryCoding

/// The part of a value that a frame holds.
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

/// A type with a saved form, for tests and fuzzers that read bytes of any origin. ``SavedForms`` is
/// the one list of them.
public protocol SavedForm: Sendable, CustomStringConvertible {
  /// The name of the type, in words that can name a folder.
  var name: String { get }

  /// The kind of frame of each part that the type has.
  var kinds: [SavedPart: FrameKind] { get }

  /// Ordinary, empty and extreme values, with deltas and versions of them: always the same.
  func samples() throws(EncodingFailure) -> [SavedSample]

  /// The meaning of the bytes, in lines for people.
  ///
  /// - Parameter samples: The samples whose values show the effects of deltas and versions.
  func shown(
    _ bytes: [UInt8], as part: SavedPart, to samples: [SavedSample]
  ) throws(DecodingFailure) -> [String]

  /// Reads the bytes and writes them again.
  func rewritten(_ bytes: [UInt8], as part: SavedPart) throws(DecodingFailure) -> [UInt8]

  /// Reads the bytes and looks at all that they show, and nothing else.
  func read(_ bytes: [UInt8], as part: SavedPart) throws(DecodingFailure)

  /// The fault in the content of forged bytes, or nil. Reading them throws, or returns a value that
  /// can be edited, merged and saved.
  func complaint(
    about bytes: [UInt8], as part: SavedPart
  ) throws(DecodingFailure) -> String?
}

extension SavedForm {
  public var description: String { name }

  /// The part that a frame of some kind holds; nil if no part of this type has that kind.
  public func part(ofKind code: UInt64) -> SavedPart? {
    SavedPart.allCases.first { kinds[$0]?.code == code }
  }
}
