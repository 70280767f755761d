// SPDX-License-Identifier: MIT

import SequenceEngine

extension ReplicatingText {
  /// A text with positions counted in one unit. Reading and editing through a
  /// view reads and edits the text.
  public struct View<Unit: TextUnit>: Sendable {
    var text: ReplicatingText
  }

  /// The text by `Character`s, which is what a person counts.
  ///
  /// Finding a position costs O(*n*).
  public var characters: View<CharacterUnit> {
    get { View(text: self) }
    _modify {
      var view = View<CharacterUnit>(text: self)
      self = ReplicatingText.placeholder
      defer { self = view.text }
      yield &view
    }
  }

  /// The text by Unicode scalars, its own elements.
  public var unicodeScalars: View<ScalarUnit> {
    get { View(text: self) }
    _modify {
      var view = View<ScalarUnit>(text: self)
      self = ReplicatingText.placeholder
      defer { self = view.text }
      yield &view
    }
  }

  /// The text by UTF-16 code units, as Apple's text views and JavaScript count.
  ///
  /// Finding a position costs O(log *n*).
  public var utf16: View<UTF16Unit> {
    get { View(text: self) }
    _modify {
      var view = View<UTF16Unit>(text: self)
      self = ReplicatingText.placeholder
      defer { self = view.text }
      yield &view
    }
  }

  /// Stands in a text's place while a view holds the only reference to it.
  private static let placeholder = ReplicatingText()
}

extension ReplicatingText.View {
  /// How many units there are.
  public var count: Int { Unit.count(text) }

  /// The text in a range. A range that cuts a scalar takes all of it.
  public subscript(range: Range<Int>) -> String {
    String(decoding: text.storage.rope.utf8(scalars(range)), as: UTF8.self)
  }

  /// Types text.
  ///
  /// - Parameter offset: At most ``count``. Within a scalar it counts as the scalar's
  ///   start.
  /// - Complexity: that of finding the position, and O(*m* + log *n*).
  public mutating func insert(_ string: String, at offset: Int) {
    replaceSubrange(offset..<offset, with: string)
  }

  /// Deletes text. A range that cuts a scalar takes all of it.
  public mutating func removeSubrange(_ range: Range<Int>) {
    replaceSubrange(range, with: "")
  }

  /// Deletes text and types other text in its place.
  public mutating func replaceSubrange(_ range: Range<Int>, with string: String) {
    replaceSubrange(range, with: TextPiece(string))
  }

  /// Deletes text and types prepared text in its place.
  public mutating func replaceSubrange(_ range: Range<Int>, with piece: TextPiece) {
    text.replace(scalars: scalars(range), with: piece)
  }

  func scalars(_ range: Range<Int>) -> Range<Int> {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "\(range) is not within 0..<\(count)")
    return Unit.scalars(range, in: text)
  }
}
