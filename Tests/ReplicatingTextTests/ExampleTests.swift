// SPDX-License-Identifier: MIT

import Testing

@testable import ReplicatingText

@Suite struct ReplicatingTextExamples {
  @Test func twoCopiesMerge() {
    var mine: ReplicatingText = "Buy milk"
    var yours = mine
    mine.append(" and bread")
    yours.characters.replaceSubrange(4..<4, with: "oat ")
    let before = yours
    yours.merge(mine)
    mine.merge(before)
    #expect(mine.string == "Buy oat milk and bread")
    #expect(yours.string == "Buy oat milk and bread")
    #expect(mine == yours)
    #expect(mine.encoded() == yours.encoded())
  }

  @Test func newerRunsComeFirst() {
    var base = ReplicatingText("THEAT")
    var c = base
    c.unicodeScalars.insert("C", at: 3)
    base.append("RE")
    base.merge(c)
    #expect(base.string == "THECATRE")
  }

  @Test func aSecondHistoryComesFirst() {
    var first = ReplicatingText()
    for letter in "123" { first.append(String(letter)) }
    var second = ReplicatingText()
    second.append("1")
    second.unicodeScalars.removeSubrange(0..<1)
    second.append("789")
    #expect(first.merged(with: second).string == "789123")
    #expect(second.merged(with: first).string == "789123")
  }

  @Test func encodes() throws {
    var text = ReplicatingText("Grüße 👨‍👩‍👧 and more")
    text.characters.removeSubrange(2..<8)
    var other = text
    other.append("!")
    text.utf16.insert("é", at: 1)
    text.merge(other)
    let decoded = try ReplicatingText(encoded: text.encoded())
    #expect(decoded == text)
    #expect(decoded.string == text.string)
    #expect(decoded.encoded() == text.encoded())
  }
}
