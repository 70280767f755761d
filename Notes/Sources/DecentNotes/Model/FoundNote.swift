// SPDX-License-Identifier: MIT

/// A note that a search found.
public struct FoundNote: Hashable, Identifiable, Sendable {
  /// A part of a note's text, on one line, in pieces.
  public struct Passage: Hashable, Sendable {
    /// A piece of the passage.
    public struct Piece: Hashable, Sendable {
      /// The text of the piece.
      public let text: String
      /// Whether the piece matches the search.
      public let isMatch: Bool
    }

    /// The pieces, in order.
    public let pieces: [Piece]

    /// The passage as one text.
    public var text: String { pieces.map(\.text).joined() }
  }

  /// The note.
  public let summary: NoteSummary
  /// The passage of the text with the first matches; nil if no match is in the text.
  public let passage: Passage?

  public var id: NoteID { summary.id }
}

extension FoundNote.Passage {
  /// The signs that the database puts before and after matches.
  static let signs = (before: "\u{1}", behind: "\u{2}")

  /// Reads the passage that the database made; nil if the passage has no match.
  init?(marked text: String) {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var pieces: [Piece] = []
    func add(_ text: Substring, isMatch: Bool) {
      if !text.isEmpty { pieces.append(Piece(text: String(text), isMatch: isMatch)) }
    }
    for (index, part) in line.split(separator: Self.signs.before, omittingEmptySubsequences: false)
      .enumerated()
    {
      let halves = part.split(
        separator: Self.signs.behind, maxSplits: 1, omittingEmptySubsequences: false)
      guard index > 0, halves.count == 2 else {
        add(part, isMatch: false)
        continue
      }
      add(halves[0], isMatch: true)
      add(halves[1], isMatch: false)
    }
    guard pieces.contains(where: \.isMatch) else { return nil }
    self.pieces = pieces
  }
}
