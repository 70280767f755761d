// SPDX-License-Identifier: MIT

import SequenceEngine

extension ReplicatingText {
  /// A text with positions counted in one unit. Reading and editing a view reads and edits the
  /// text.
  public struct View<Unit: TextUnit>: Sendable {
    @usableFromInline var text: ReplicatingText

    @inlinable init(text: ReplicatingText) {
      self.text = text
    }
  }

  /// The text by `Character`s, the unit that people count.
  ///
  /// Finding a position costs O(*n*) for *n* scalars of text.
  public var characters: View<CharacterUnit> {
    @inlinable get { View(text: self) }
    @inlinable _modify {
      var view = View<CharacterUnit>(text: consume self)
      defer { self = view.text }
      yield &view
    }
  }

  /// The text by Unicode scalars, its own elements.
  public var unicodeScalars: View<ScalarUnit> {
    @inlinable get { View(text: self) }
    @inlinable _modify {
      var view = View<ScalarUnit>(text: consume self)
      defer { self = view.text }
      yield &view
    }
  }

  /// The text by UTF-16 code units, as Apple's text views and JavaScript count.
  ///
  /// Finding a position costs O(log *n*) for *n* scalars of text.
  public var utf16: View<UTF16Unit> {
    @inlinable get { View(text: self) }
    @inlinable _modify {
      var view = View<UTF16Unit>(text: consume self)
      defer { self = view.text }
      yield &view
    }
  }
}

extension ReplicatingText.View {
  /// The number of units in the text.
  ///
  /// - Complexity: O(*n*) for *n* `Character`s, O(1) for the other units.
  @inlinable public var count: Int { Unit.count(text) }

  /// The text in a range. If the range cuts a scalar, the text includes the whole scalar.
  ///
  /// - Precondition: The range lies within `0..<count`.
  /// - Complexity: O(*m* + log *n*) for *m* bytes in a text of *n* bytes, plus the cost of finding
  ///   positions.
  public subscript(range: Range<Int>) -> String {
    text.string(scalars: Unit.scalars(range, in: text))
  }

  /// Types text.
  ///
  /// - Parameters:
  ///   - string: The text to type.
  ///   - offset: The place to type at. An offset within a scalar counts as the scalar's start.
  /// - Precondition: The offset lies within `0...count`.
  /// - Complexity: O(*m* + log *n*) for *m* bytes in a text of *n* bytes, plus the cost of finding
  ///   positions.
  @inlinable public mutating func insert(_ string: String, at offset: Int) {
    replaceSubrange(offset..<offset, with: string)
  }

  /// Deletes text. A range that cuts a scalar deletes the whole scalar.
  ///
  /// - Precondition: The range lies within `0..<count`.
  /// - Complexity: O(*m* + log *n*) for *m* bytes in a text of *n* bytes, plus the cost of finding
  ///   positions.
  @inlinable public mutating func removeSubrange(_ range: Range<Int>) {
    replaceSubrange(range, with: "")
  }

  /// Deletes text and types other text in its place. A range that cuts a scalar replaces the whole
  /// scalar.
  ///
  /// - Precondition: The range lies within `0..<count`.
  /// - Complexity: O(*m* + log *n*) for *m* deleted and typed bytes in a text of *n* bytes, plus
  ///   the cost of finding the positions.
  @inlinable
  @inline(__always)
  public mutating func replaceSubrange(_ range: Range<Int>, with string: String) {
    text.replace(scalars: Unit.scalars(range, in: text), with: string)
  }

  /// Deletes text and types prepared text in its place. A range that cuts a scalar replaces the
  /// whole scalar.
  ///
  /// - Precondition: The range lies within `0..<count`.
  /// - Complexity: O(*m* + log *n*) for *m* deleted and typed bytes in a text of *n* bytes, plus
  ///   the cost of finding the positions.
  @inlinable
  @inline(__always)
  public mutating func replaceSubrange(_ range: Range<Int>, with piece: TextPiece) {
    text.replace(scalars: Unit.scalars(range, in: text), with: piece)
  }

  func scalars(_ range: Range<Int>) -> Range<Int> {
    let scalars = Unit.scalars(range, in: text)
    text.storage.check(scalars)
    return scalars
  }
}
