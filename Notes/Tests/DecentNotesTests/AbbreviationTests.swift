// SPDX-License-Identifier: MIT

import Testing

@testable import DecentNotes

@Suite struct AbbreviationTests {
  @Test func noneAndOneHaveTheFewestDigits() {
    #expect(Abbreviation(of: []).digitCount == 8)
    #expect(Abbreviation(of: [NoteID(rawValue: 5)]).digitCount == 8)
  }

  @Test func idsThatDifferEarlyHaveTheFewestDigits() {
    let ids = [NoteID(rawValue: 1 << 127), NoteID(rawValue: 1 << 100)]
    #expect(Abbreviation(of: ids).digitCount == 8)
  }

  /// Checked against trying every length.
  @Test(arguments: [0, 3, 4, 64, 90, 95, 96, 100])
  func theLengthIsTheShortestThatTellsApart(_ bit: Int) {
    let ids = [0, UInt128(1) << UInt128(bit), 1 << 120].map { NoteID(rawValue: $0) }
    let shortest = (8...32).first { length in
      Set(ids.map { $0.description.prefix(length) }).count == ids.count
    }
    #expect(Abbreviation(of: ids).digitCount == shortest)
  }

  @Test func oneIDTwiceIsShownWhole() {
    #expect(Abbreviation(of: [NoteID(rawValue: 5), NoteID(rawValue: 5)]).digitCount == 32)
  }
}
