// SPDX-License-Identifier: MIT

import Testing

@testable import decent

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("\u{301}", 0), ("a\u{200B}b", 2),
    ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("각", 2), ("\u{1100}\u{1161}\u{11A8}", 2), ("ー", 2),
    ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("✌", 1), ("✌\u{FE0F}", 2), ("1", 1),
    ("क्", 1), ("कि", 2), ("ไทย", 3), ("שלום", 4), ("𠀀", 2), ("𝒳", 1), ("—", 1), ("½", 1),
  ])
  func columns(_ text: String, _ count: Int) {
    #expect(text.columnCount == count, "\(text)")
  }
}
