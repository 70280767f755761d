// SPDX-License-Identifier: MIT

extension String {
  /// The number of columns that a terminal takes for this text: none for combining marks, two for
  /// wide letters and emoji. The text must have no control characters.
  var columnCount: Int {
    utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.columnCount }
  }

  /// This text if it fits into `limit` columns, or else the text's beginning and `…`.
  func cut(to limit: Int) -> String {
    guard columnCount > limit else { return self }
    var result = ""
    var left = limit - 1
    for letter in self {
      left -= letter.columnCount
      guard left >= 0 else { break }
      result.append(letter)
    }
    return limit > 0 ? result + "…" : ""
  }
}

extension Character {
  /// How many columns a terminal takes for this character.
  fileprivate var columnCount: Int {
    guard let first = unicodeScalars.first else { return 0 }
    let isEmoji =
      first.properties.isEmojiPresentation
      || first.properties.isEmoji && unicodeScalars.contains(Unicode.Scalar.emojiSelector)
    return isEmoji ? 2 : unicodeScalars.reduce(0) { $0 + $1.columnCount }
  }
}

extension Unicode.Scalar {
  /// The scalar that makes the scalar before it an emoji.
  fileprivate static let emojiSelector: Unicode.Scalar = "\u{FE0F}"

  /// How many columns a terminal takes for a scalar that is no emoji.
  fileprivate var columnCount: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: 0
    default: Self.conjoining.contains(value) ? 0 : isWide ? 2 : 1
    }
  }

  /// Hangul vowels and final consonants that join the syllable before them.
  private static let conjoining: ClosedRange<UInt32> = 0x1160...0x11FF

  private var isWide: Bool {
    value >= 0x1100 && Self.wide.contains { $0.contains(value) }
  }

  /// The wide and fullwidth scalars (Unicode Standard Annex #11), except emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
    0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
