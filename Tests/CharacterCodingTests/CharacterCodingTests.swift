// SPDX-License-Identifier: MIT

import CharacterCoding
import Foundation
import ReplicatingTypes
import Testing

@Suite struct CharacterCodingTests {
  @Test func aCharacterIsCodedAsAString() throws {
    let characters: [Character] = ["a", "é", "e\u{301}", "👩‍👧", "\r\n", "\u{0}"]
    let data = try JSONEncoder().encode(characters)
    #expect(try JSONDecoder().decode([String].self, from: data) == characters.map { String($0) })
    let read = try JSONDecoder().decode([Character].self, from: data)
    #expect(read.map { Array($0.unicodeScalars) } == characters.map { Array($0.unicodeScalars) })
  }

  @Test func theBytesOfAnArrayAreThoseOfItsStrings() throws {
    let clock = ReplicationEnvironment(milliseconds: { 1_000 }, random: { 4 })
    let again = ReplicationEnvironment(milliseconds: { 1_000 }, random: { 4 })
    let characters: ReplicatingArray<Character> = clock.run { ["a", "👩‍👧"] }
    let strings: ReplicatingArray<String> = again.run { ["a", "👩‍👧"] }
    #expect(try characters.encoded() == strings.encoded())
    #expect(try ReplicatingArray<Character>(encoded: characters.encoded()) == characters)
  }

  @Test(arguments: ["[\"\"]", "[\"ab\"]", "[\"e\u{301}x\"]"])
  func aStringOfNoneOrSeveralIsRefused(_ json: String) throws {
    do {
      _ = try JSONDecoder().decode([Character].self, from: Data(json.utf8))
      Issue.record("read")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.debugDescription.hasSuffix("is not one Character"))
      #expect(context.codingPath.count == 1)
    }
  }

  @Test(arguments: ["[1]", "[null]", "[[\"a\"]]"])
  func anotherKindOfValueIsRefused(_ json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Character].self, from: Data(json.utf8))
    }
  }

  @Test func bytesWithAnotherStringAreRefused() throws {
    let strings: ReplicatingArray<String> = ["a", "bc"]
    let bytes = try strings.encoded()
    #expect {
      try ReplicatingArray<Character>(encoded: bytes)
    } throws: { error in
      guard case .foreignValue(_, _, let found?) = error as? DecodingFailure else { return false }
      return found.contains("is not one Character")
    }
  }
}
