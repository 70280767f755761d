// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import Foundation
import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingText

@Suite struct AnchorTests {
  /// Anchors stand at the places of their elements in the naive tree, in every copy.
  @Test(arguments: [1, 2] as [UInt64])
  func anchorsStayWithTheirCharacters(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    for schedule in 0..<TestRun.length(300) {
      var replicas = ManyReplicas(&random)
      var anchors: [ReplicatingText.Anchor] = [.start, .end]
      for step in 0..<(20 + random.below(30)) {
        let text = replicas.texts[try replicas.step(&random)]
        guard random.oneIn(3) else { continue }
        let offset = random.below(text.unicodeScalars.count + 1)
        let side: ReplicatingText.Anchor.Side = random.oneIn(2) ? .before : .after
        let anchor = text.unicodeScalars.anchor(at: offset, side)
        anchors.append(try ReplicatingText.Anchor(encoded: anchor.encoded()))
        let naive = NaiveText(text)
        let isRight = text.unicodeScalars.offset(of: anchor) == offset
        if !isRight || anchors.contains(where: { naive.offset(of: $0) != offsetIn(text, $0) }) {
          Issue.record("schedule \(schedule), step \(step): \(text.string.debugDescription)")
          return
        }
      }
    }
  }

  private func offsetIn(_ text: ReplicatingText, _ anchor: ReplicatingText.Anchor) -> Int? {
    text.unicodeScalars.offset(of: anchor)
  }

  @Test func sidesDecideWhereTextTypedAtTheAnchorGoes() throws {
    var text: ReplicatingText = "ab"
    let before = text.characters.anchor(at: 1)
    let after = text.characters.anchor(at: 1, .after)
    text.characters.insert("xyz", at: 1)
    #expect(text.characters.offset(of: before) == 4)
    #expect(text.characters.offset(of: after) == 1)
  }

  @Test func startAndEndStayThere() {
    var text = ReplicatingText()
    let (start, end) = (text.utf16.anchor(at: 0, .after), text.utf16.anchor(at: 0))
    #expect(start == .start && end == .end)
    text.append("👍")
    #expect(text.utf16.offset(of: start) == 0)
    #expect(text.utf16.offset(of: end) == 2)
    #expect(text.utf16.anchor(at: 2) == .end)
    #expect(text.utf16.anchor(at: 2, .after) != .end)
  }

  @Test func anchorsOfDeletedTextStandWhereItStood() {
    var text: ReplicatingText = "one two three"
    let anchors = [
      text.characters.anchor(at: 5), text.characters.anchor(at: 5, .after),
    ]
    text.characters.removeSubrange(4..<8)
    #expect(anchors.map { text.characters.offset(of: $0) } == [4, 4])
    text.characters.insert("2 ", at: 4)
    let offsets = anchors.map { text.characters.offset(of: $0) }
    #expect(offsets == [4, 4] || offsets == [6, 6])
  }

  @Test func eachUnitCountsInItsOwnWay() {
    let text: ReplicatingText = "👨‍👩‍👧é👍x"
    let anchor = text.characters.anchor(at: 3)
    #expect(text.characters.offset(of: anchor) == 3)
    #expect(text.unicodeScalars.offset(of: anchor) == 7)
    #expect(text.utf16.offset(of: anchor) == 11)
    let within = text.unicodeScalars.anchor(at: 2)
    #expect(text.characters.offset(of: within) == 0)
    #expect(text.utf16.anchor(at: 10) == text.utf16.anchor(at: 9), "half a pair")
  }

  @Test func anchorsOfOtherTextsAreUnknown() {
    var mine: ReplicatingText = "mine"
    var yours = mine
    yours.append(" and yours")
    let anchor = yours.characters.anchor(at: 7)
    #expect(mine.characters.offset(of: anchor) == nil)
    mine.merge(yours)
    #expect(mine.characters.offset(of: anchor) == 7)
    #expect(ReplicatingText("other").characters.offset(of: anchor) == nil)
  }

  @Test func forgedAnchorsNeverTrap() throws {
    var text: ReplicatingText = "abc"
    text.characters.removeSubrange(1..<2)
    let session = try #require(text.characters.anchor(at: 0).element).session
    let other = SessionID(run: RunID(rawValue: 1), number: 2)
    for session in [session, other] {
      for number in [0, 1, 2, 3, 4, Dot.maximumNumber] {
        for side in [ReplicatingText.Anchor.Side.before, .after] {
          let anchor = ReplicatingText.Anchor(side, Dot(session: session, number: number))
          let decoded = try ReplicatingText.Anchor(encoded: anchor.encoded())
          let offset = text.utf16.offset(of: decoded)
          #expect((offset != nil) == (session != other && number < 3), "\(number)")
        }
      }
    }
  }

  /// An app may keep a comment as JSON, with an anchor for its place.
  @Test func inJSONTheyAreTheirBytes() throws {
    var text: ReplicatingText = "one two"
    let anchors: [ReplicatingText.Anchor] = [
      .start, .end, text.characters.anchor(at: 4), text.characters.anchor(at: 4, .after),
    ]
    let json = try JSONEncoder().encode(anchors)
    #expect(
      try JSONDecoder().decode([String].self, from: json)
        == anchors.map { Base64.encode($0.encoded()) })
    let read = try JSONDecoder().decode([ReplicatingText.Anchor].self, from: json)
    #expect(read == anchors)
    text.characters.insert("- ", at: 4)
    text.characters.insert("- ", at: 0)
    #expect(read.map { text.characters.offset(of: $0) } == [0, 11, 8, 6])
    let others = try JSONEncoder().encode([text])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([ReplicatingText.Anchor].self, from: others)
    }
  }

  @Test func damagedBytesAreRefused() throws {
    let text: ReplicatingText = "abc"
    for anchor in [.start, .end, text.characters.anchor(at: 1)] {
      let bytes = anchor.encoded()
      for place in bytes.indices {
        #expect(throws: DecodingFailure.self) {
          try ReplicatingText.Anchor(encoded: Array(bytes[..<place]))
        }
        var damaged = bytes
        damaged[place] ^= 1
        #expect(throws: DecodingFailure.self) { try ReplicatingText.Anchor(encoded: damaged) }
      }
    }
    var writer = ByteWriter()
    writer.writeVarint(4)
    let newer = Frame.seal(writer, as: ReplicatingText.Anchor.frameKind)
    #expect(throws: DecodingFailure.self) { try ReplicatingText.Anchor(encoded: newer) }
  }
}
