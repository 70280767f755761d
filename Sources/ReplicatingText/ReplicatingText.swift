// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
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
/// Text that a person types in one go stays together. Texts that two people type at one place are
/// never interleaved, and the newer text comes first. No typed text is lost unless a person who saw
/// it deleted it.
///
/// Positions come in three units, each with a view that is a collection: ``characters``,
/// ``unicodeScalars`` and ``utf16``. A ``TextEditing`` binds a text to a field on the screen. A
/// text keeps its whole history, and copies share the history. ``string(at:)`` gives the text of
/// any past version, and ``View/changes(since:)`` the changes since a version. An ``Anchor`` is a
/// position that stays with its character. ``dropDeleted()`` forgets deleted text.
///
/// Two texts made from equal strings have two histories: merging them gives both contents. To
/// compare the shown text, compare ``string``.
public struct ReplicatingText: Sendable {
  @usableFromInline var storage: TextStorage

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

  /// The shown text.
  ///
  /// - Complexity: O(*n*) for *n* bytes of text.
  public var string: String {
    String(decoding: storage.rope.utf8(0..<storage.rope.measure.scalars), as: UTF8.self)
  }

  /// The text in a range of scalars.
  @usableFromInline
  func string(scalars: Range<Int>) -> String {
    storage.check(scalars)
    return String(decoding: storage.rope.utf8(scalars), as: UTF8.self)
  }

  /// The number of scalars in the text.
  @usableFromInline var scalarCount: Int { storage.rope.measure.scalars }

  /// The number of bytes of the text as UTF-8.
  ///
  /// - Complexity: O(1)
  public var utf8Count: Int { storage.rope.measure.bytes }

  /// Whether no text is shown.
  public var isEmpty: Bool { storage.rope.measure.scalars == 0 }

  /// The number of `Character`s, as a string counts.
  ///
  /// - Complexity: O(*n*) for *n* bytes of text.
  public var count: Int { characters.count }

  /// Types text at the end.
  ///
  /// - Complexity: O(*m* + log *n*) for *m* bytes in a text of *n* bytes.
  public mutating func append(_ string: String) {
    let end = storage.rope.measure.scalars
    replace(scalars: end..<end, with: string)
  }

  /// Types text before the `Character` at an offset. The views ``utf16`` and ``unicodeScalars``
  /// find a position faster.
  ///
  /// - Precondition: The offset lies within `0...count`.
  /// - Complexity: O(*n* + *m*) for *m* bytes in a text of *n* bytes.
  public mutating func insert(_ string: String, at offset: Int) {
    characters.insert(string, at: offset)
  }

  /// Types text at the end.
  public static func += (text: inout ReplicatingText, string: String) {
    text.append(string)
  }

  /// Deletes some scalars and types prepared text in their place.
  ///
  /// The code of an edit that continues typing is inlined into the caller, because function calls
  /// would take most of the time of such an edit.
  @inlinable
  @inline(__always)
  mutating func replace(scalars: Range<Int>, with piece: TextPiece) {
    switch piece.content {
    case .short(let word, let count):
      if !typeOn(scalars, word, count: count) {
        replaceElsewhere(scalars, withShort: word, count: count)
      }
    case .long(let string): replace(scalars: scalars, withLong: string)
    }
  }

  /// Deletes some scalars and types text in their place.
  ///
  /// The text of most edits is a single byte. The inlined code reads this byte from the string, so
  /// the caller need not keep the string alive for a function call.
  @inlinable
  @inline(__always)
  mutating func replace(scalars: Range<Int>, with string: String) {
    let start = string.utf8.withContiguousStorageIfAvailable { ($0.count, $0.first ?? 0) }
    if let (count, byte) = start, count <= 1 {
      replace(scalars: scalars, withShort: UInt64(byte), count: count)
    } else {
      replace(scalars: scalars, withLong: string)
    }
  }

  /// Deletes some scalars and types text in their place.
  ///
  /// - Parameter utf8: Well-formed UTF-8.
  private mutating func replace(scalars: Range<Int>, with utf8: UnsafeBufferPointer<UInt8>) {
    if let word = ASCIIWord(utf8) {
      replace(scalars: scalars, withShort: word.bytes, count: word.count)
    } else if prepareEdit(scalars, count: utf8.count) {
      storage.replace(scalars, with: utf8)
    }
  }

  /// Deletes some scalars and types up to eight ASCII characters in their place.
  @usableFromInline
  mutating func replace(scalars: Range<Int>, withShort text: UInt64, count: Int) {
    if !typeOn(scalars, text, count: count) {
      replaceElsewhere(scalars, withShort: text, count: count)
    }
  }

  /// Deletes and types as ``replace(scalars:withShort:count:)`` does, if the edit continues the
  /// last edit.
  ///
  /// - Returns: False if the edit is elsewhere. Nothing is changed then.
  @inlinable
  @inline(__always)
  mutating func typeOn(_ scalars: Range<Int>, _ word: UInt64, count: Int) -> Bool {
    isKnownUniquelyReferenced(&storage) && storage.typeOn(scalars, word, count: count)
  }

  @usableFromInline
  @inline(never)
  mutating func replaceElsewhere(_ scalars: Range<Int>, withShort text: UInt64, count: Int) {
    if prepareEdit(scalars, count: count) {
      storage.replace(scalars, with: ASCIIWord(bytes: text, count: count))
    }
  }

  @usableFromInline
  mutating func replace(scalars: Range<Int>, withLong string: String) {
    // Native strings are read without a copy: a copy would cost reference counting.
    let isNative: Void? = string.utf8.withContiguousStorageIfAvailable {
      replace(scalars: scalars, with: $0)
    }
    if isNative == nil {
      var string = string
      string.withUTF8 { replace(scalars: scalars, with: $0) }
    }
  }

  /// Prepares an edit: makes the storage unique to this text, and opens or continues a session.
  ///
  /// - Returns: False if there is nothing to edit. No session is opened then.
  private mutating func prepareEdit(_ scalars: Range<Int>, count: Int) -> Bool {
    if scalars.isEmpty, count == 0 {
      storage.check(scalars)
      return false
    }
    makeStorageUnique()
    storage.makeReady()
    return true
  }

  package mutating func makeStorageUnique() { TextStorage.makeUnique(&storage) }
}

extension ReplicatingText: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension ReplicatingText: TextOutputStream {
  public mutating func write(_ string: String) { append(string) }
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
  /// Whether two texts are in the same state: they show the same text and have seen the same edits.
  public static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage || left.storage.log == right.storage.log
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(version.tips)
  }
}
