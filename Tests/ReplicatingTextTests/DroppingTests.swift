// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicationLaws
import SequenceEngine
import TestInputs
import Testing

@testable import ReplicatingText

@Suite struct DroppingTests {
  @Test func deletedTextIsForgottenAndTheRestStays() throws {
    var text: ReplicatingText = "Buy milk and bread"
    let before = text.version
    text.unicodeScalars.removeSubrange(8..<18)
    let full = text.encoded()
    text.dropDeleted()
    #expect(text.string == "Buy milk")
    #expect(try text.string(at: before) == "Buy milk" + String(repeating: "\u{fffd}", count: 10))
    #expect(text.encoded().count < full.count)
    #expect(!String(decoding: text.encoded(), as: UTF8.self).contains("bread"))
    let loaded = try ReplicatingText(encoded: text.encoded())
    #expect(loaded == text)
    #expect(loaded.encoded() == text.encoded())
    #expect(try loaded.string(at: before) == text.string(at: before))
    let own = try ReplicatingText(encoded: text.encoded(for: .ownDevice), from: .ownDevice)
    #expect(own == text && own.encoded() == text.encoded() && own.string == "Buy milk")
  }

  @Test func oneThatDroppedAndOneThatDidNotBecomeEqual() throws {
    var dropped: ReplicatingText = "häppy days"
    dropped.unicodeScalars.removeSubrange(1..<4)
    var other = dropped
    dropped.dropDeleted()
    #expect(dropped != other && dropped.version != other.version)
    #expect(dropped.contains(other.version) && !other.contains(dropped.version))
    other.unicodeScalars.removeSubrange(0..<1)
    other.append("!")
    let one = dropped.merged(with: other)
    let two = other.merged(with: dropped)
    #expect(one == two && one.encoded() == two.encoded() && one.string == "y days!")
    let delta = try #require(dropped.delta(since: other.version))
    try other.merge(delta: delta)
    #expect(other == one && other.encoded() == one.encoded())
    #expect(dropped.delta(since: one.version) == nil)
    // Elements deleted later keep their text.
    #expect(try one.string(at: dropped.version) == "hy days")
  }

  @Test func textDeletedElsewhereIsKeptUntilDroppedThere() throws {
    var mine: ReplicatingText = "one two"
    var yours = mine
    yours.unicodeScalars.removeSubrange(0..<4)
    mine.dropDeleted()
    let both = mine.merged(with: yours)
    #expect(try both.string(at: mine.version) == "one two")
    yours.dropDeleted()
    let gaps = String(repeating: "\u{fffd}", count: 4)
    #expect(try mine.merged(with: yours).string(at: mine.version) == gaps + "two")
  }

  @Test func versionsSayWhatWasDropped() throws {
    var text: ReplicatingText = "abc"
    text.unicodeScalars.removeSubrange(0..<2)
    let before = text.version
    text.dropDeleted(upTo: text.sessions)
    let version = text.version
    #expect(version != before && version.dropped == before.tips)
    let read = try #require(ReplicatingText.Version("\(version)"))
    #expect(read == version && "\(read)" == "\(version)")
    #expect(try ReplicatingText.Version(encoded: version.encoded()) == version)
    #expect(before.merged(with: version.news(since: before)) == version)
    for wrong in ["~", "empty~", "empty~empty", "\(before)~", "\(before)~empty", "~\(before)"] {
      #expect(ReplicatingText.Version(wrong) == nil, "\(wrong)")
    }
    #expect(throws: MissingHistory.self) {
      try text.dropDeleted(upTo: ("other" as ReplicatingText).version)
    }
  }

  @Test func editsGoOnInTheSameSession() throws {
    var text: ReplicatingText = "abc"
    text.unicodeScalars.removeSubrange(0..<2)
    text.dropDeleted()
    text.append("d")
    let copy = text
    text.dropDeleted()
    text.append("e")
    #expect(text.sessions.count == 1)
    #expect(copy.string == "cd" && text.string == "cde")
  }

  /// A history may claim a trillion deleted scalars in a few bytes.
  @Test func hugeGapsAreNotShown() throws {
    let bytes = forged(
      operations: [(0, 0, 1 << 36), (1, 0, 1 << 36)], dropped: [0..<(1 << 36)], text: "")
    var text = try ReplicatingText(encoded: bytes)
    #expect(text.isEmpty)
    let session = text.sessions[0].version.tips[0].session
    let last = Dot(session: session, number: (1 << 36) - 1)
    let middle = try #require(ReplicatingText.Version("\(last)"))
    #expect(throws: MissingHistory(.dropped)) { try text.string(at: middle) }
    #expect(throws: MissingHistory(.dropped)) { try text.utf16.changes(since: middle) }
    var undo = try TextUndo(encoded: undoing(session, (1 << 36)..<(1 << 37)))
    #expect(throws: MissingHistory(.dropped)) { try undo.undo(&text.utf16) }
    #expect(undo.canUndo && text.isEmpty && text.sessions.count == 1)
    var some = try TextUndo(encoded: undoing(session, (1 << 37) - 3..<(1 << 37)))
    var copy = text
    #expect(try some.undo(&copy.utf16).count == 1)
    #expect(copy.string == "\u{fffd}\u{fffd}\u{fffd}")
    text.append("a")
    #expect(try ReplicatingText(encoded: text.encoded()).string == "a")
    var other = ReplicatingText()
    let delta = try #require(text.delta(since: other.version))
    try other.merge(delta: delta)
    #expect(other == text && other.string == "a")
  }

  @Test func whatIsDroppedMustBeDeleted() throws {
    for (dropped, kept) in [([0..<2], "c"), ([1..<3], "a"), ([0..<1], "bc"), ([], "abc")] {
      let bytes = forged(
        operations: [(0, 0, 3), (1, 0, 2)], dropped: dropped, text: kept)
      let delta = forged(
        operations: [(0, 0, 3), (1, 0, 2)], dropped: dropped, text: kept, isDelta: true)
      let read = try ReplicatingText.Delta(encoded: delta)
      var text = ReplicatingText()
      if dropped == [0..<2] {
        #expect(try ReplicatingText(encoded: bytes).string == "c")
        try text.merge(delta: read)
        #expect(text.encoded() == bytes)
      } else {
        #expect(throws: DecodingFailure.self) { try ReplicatingText(encoded: bytes) }
        #expect(throws: MissingHistory.self) { try text.validate(read) }
        #expect(throws: MissingHistory.self) { try text.merge(delta: read) }
        #expect(text == ReplicatingText() && text.version == ReplicatingText.Version())
      }
    }
  }

  /// Bytes changed with the checksum made right again.
  @Test func changedBytesNeverTrap() throws {
    var random = TestRun.generator(seed: 1)
    var (count, deltas) = (0, 0)
    for _ in 0..<TestRun.length(40) {
      var replicas = ManyReplicas(&random, droppingText: true)
      for _ in 0..<30 { _ = try replicas.step(&random) }
      let texts = replicas.texts
      var text = texts[0].merged(with: texts[1])
      text.dropDeleted()
      let delta = text.delta(since: texts[1].version)
      let deltaBytes = delta.map { [$0.encoded()] } ?? []
      for bytes in [text.encoded(), text.encoded(for: .ownDevice)] + deltaBytes {
        for _ in 0..<40 {
          var changed = bytes
          changed[random.below(bytes.count - 4)] ^= 1 << UInt8(random.below(8))
          let all = changed.resealed()
          if let delta = try? ReplicatingText.Delta(encoded: all) {
            deltas += 1
            for var text in texts {
              let isValid = (try? text.validate(delta)) != nil
              let before = text
              let isTaken = (try? text.merge(delta: delta)) != nil
              #expect(isValid == isTaken)
              if !isTaken { #expect(before == text) }
            }
          }
          guard var read = try? ReplicatingText(encoded: all, from: .ownDevice) else { continue }
          count += 1
          read.unicodeScalars.insert("x", at: read.unicodeScalars.count / 2)
          for other in texts { read.merge(other) }
          read.dropDeleted()
          _ = (read.string, read.encoded())
          for session in read.sessions { _ = try? read.string(at: session.version) }
        }
      }
    }
    #expect(count > 0 && deltas > 0, "no change was read, so nothing was tried")
  }

  /// The bytes of a step to undo that names some edits of a session.
  private func undoing(_ session: SessionID, _ numbers: Range<Int>) -> [UInt8] {
    var writer = ByteWriter()
    for number in [10, 500, 1, 1] { writer.writeCount(number) }
    DotRange(session: session, numbers: numbers).encode(to: &writer)
    writer.write(0)
    writer.writeCount(0)
    return Frame.seal(writer, as: TextUndo.frameKind)
  }

  /// The bytes of one session's operations: kind, position, length.
  private func forged(
    operations: [(kind: Int, position: Int, length: Int)], dropped: [Range<Int>], text: String,
    isDelta: Bool = false
  ) -> [UInt8] {
    var writer = ByteWriter()
    let session = SessionID(run: RunID(rawValue: 5), number: 0)
    let count = operations.reduce(0) { $0 + $1.length }
    writer.writeCount(1)
    writer.writeCount(1)
    session.encode(to: &writer)
    for number in [0, 0, 1, 0, count - 1, 0] { writer.writeCount(number) }
    var end = 0
    var distances: [Int] = []
    for operation in operations {
      let distance = operation.position - end
      writer.writeCount((operation.length - 1) * 6 + operation.kind * 2 + (distance == 0 ? 0 : 1))
      if distance != 0 { distances.append(distance) }
      end = operation.position + (operation.kind == 0 ? operation.length : 0)
    }
    for distance in distances { writer.writeSignedVarint(Int64(distance)) }
    writer.writeCount(1)
    Dot(session: session, number: count - 1).encode(to: &writer)
    writer.writeCount(dropped.count)
    var next = 0
    for range in dropped {
      writer.writeCount(range.lowerBound - next)
      next = range.upperBound
    }
    for range in dropped { writer.writeCount(range.count - 1) }
    writer.writePrefixed(Array(text.utf8))
    return Frame.seal(
      writer, as: isDelta ? ReplicatingText.Delta.frameKind : ReplicatingText.frameKind)
  }
}

extension ReplicatingText {
  fileprivate mutating func dropDeleted(upTo sessions: [EditSession]) {
    for session in sessions { try? dropDeleted(upTo: session.version) }
  }
}
