// SPDX-License-Identifier: MIT

@_exported import BinaryCoding
@_exported import Causality
import SequenceEngine

/// A text that several people can edit at once, each in a copy of their own.
///
/// ```swift
/// var mine: ReplicatingText = "Buy milk"
/// var yours = mine
/// mine.append(" and bread")
/// yours.characters.replaceSubrange(4..<4, with: "oat ")
/// mine.merge(yours)
/// print(mine)  // Buy oat milk and bread
/// ```
///
/// What was typed as a run stays a run: text that two people type at one place
/// is never mixed, and the newer run comes first. Nothing that anybody typed
/// is lost unless somebody who saw it deleted it.
///
/// Positions come in three units, each with a view: ``characters``,
/// ``unicodeScalars`` and ``utf16``. A text keeps its whole history; copies
/// share it. It can be asked for the text at any past version, ``string(at:)``, and
/// for what changed since, ``View/changes(since:)``; an ``Anchor`` is a position that
/// stays with its character.
///
/// Two texts made from equal strings are two histories: merging them gives
/// both contents. Compare ``string`` to compare what is shown.
public struct ReplicatingText: Sendable {
  var storage: TextStorage

  /// Makes an empty text.
  public init() {
    storage = TextStorage()
  }

  /// Makes a text and types `string` into it.
  public init(_ string: String) {
    self.init()
    append(string)
  }

  init(_ storage: TextStorage) {
    self.storage = storage
  }

  /// The text as it stands.
  ///
  /// - Complexity: O(*n*)
  public var string: String {
    String(decoding: storage.rope.utf8(0..<storage.rope.measure.scalars), as: UTF8.self)
  }

  /// Whether no text is shown.
  public var isEmpty: Bool { storage.rope.measure.scalars == 0 }

  /// Types text at the end.
  ///
  /// - Complexity: O(*m* + log *n*)
  public mutating func append(_ string: String) {
    let end = storage.rope.measure.scalars
    replace(scalars: end..<end, with: TextPiece(string))
  }

  /// Types text at the end.
  public static func += (text: inout ReplicatingText, string: String) {
    text.append(string)
  }

  /// Deletes some scalars and types text in their place: every local edit comes
  /// through here.
  mutating func replace(scalars: Range<Int>, with piece: TextPiece) {
    guard !scalars.isEmpty || !piece.isEmpty else { return }
    makeStorageUnique()
    storage.replace(scalars, with: piece)
  }

  mutating func makeStorageUnique() {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copyTakingSession() }
  }
}

extension ReplicatingText: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension ReplicatingText: LosslessStringConvertible {
  public var description: String { string }
}

#if !hasFeature(Embedded)
  extension ReplicatingText: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["string": string]) }
  }
#endif

extension ReplicatingText: Hashable {
  /// Whether both are in the same state: show the same text and have seen the
  /// same edits.
  public static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage || left.storage.log == right.storage.log
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(version.tips)
  }
}
