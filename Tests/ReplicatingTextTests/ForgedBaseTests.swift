// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingText
@testable import SequenceEngine

/// Bytes of texts without their history that no writer makes.
@Suite struct ForgedBaseTests {
  /// The parts of a base that may be forged.
  private struct Forged {
    var counts: [(session: UInt32, count: Int)] = [(0, 3)]
    var tips: [(session: UInt32, number: Int)] = [(0, 2)]
    var lamport = 3
    /// The place of the session, the distance of the first number, the length.
    var runs: [(place: Int, distance: Int, length: Int)] = [(0, 0, 3)]
    var floor: [(session: UInt32, number: Int)] = []
    /// This and the next: the first number and the length of the only chain, which builds on the
    /// base.
    var firstNumber = 3
    var length = 0
    /// The text at the base, then the text that the chain inserts before it.
    var text = "abc"

    var shown: String { String(text.dropFirst(text.count - length) + text.dropLast(length)) }

    var bytes: [UInt8] {
      var writer = ByteWriter()
      func id(_ number: UInt32) -> SessionID {
        SessionID(run: RunID(rawValue: 5), number: number)
      }
      writer.writeCount(4 + (floor.isEmpty ? 0 : 2))
      if length == 0 {
        for _ in 0..<3 { writer.writeCount(0) }
      } else {
        writer.writeCount(1)
        var place = -1
        id(0).encode(to: &writer, after: &place)
        for number in [firstNumber, 0, 1, 0, length - 1, 0, (length - 1) * 6] {
          writer.writeCount(number)
        }
      }
      if !floor.isEmpty {
        writer.writeCount(floor.count)
        for tip in floor { Dot(session: id(tip.session), number: tip.number).encode(to: &writer) }
      }
      writer.writeCount(counts.count)
      var place = -1
      for (session, count) in counts {
        id(session).encode(to: &writer, after: &place)
        writer.writeCount(count)
      }
      writer.writeCount(tips.count)
      for tip in tips { Dot(session: id(tip.session), number: tip.number).encode(to: &writer) }
      writer.writeCount(lamport)
      writer.writeCount(runs.count)
      for run in runs { writer.writeCount(run.place) }
      for run in runs { writer.writeSignedVarint(Int64(run.distance)) }
      for run in runs { writer.writeCount(run.length - 1) }
      writer.writePrefixed(Array(text.utf8))
      return Frame.seal(writer, as: ReplicatingText.frameKind)
    }
  }

  private static let limit = Dot.maximumNumber

  private static let sound: [Forged] = [
    Forged(),
    Forged(runs: [], text: ""),
    Forged(runs: [(0, 2, 1), (0, -3, 2)]),
    Forged(length: 2, text: "abcde"),
    Forged(counts: [(0, 3), (1, 3)], lamport: 6),
    // A text of three scalars, at the end of an enormous history.
    Forged(
      counts: [(0, limit)], tips: [(0, limit - 1)], lamport: limit,
      runs: [(0, limit - 3, 3)]),
    Forged(
      counts: (0..<1000).map { ($0, limit) }, tips: [(0, 0), (999, limit - 1)],
      lamport: 1000 * limit, runs: [(7, 5, 1), (7, -4, 2)]),
  ]

  private static let wrong: [Forged] = [
    Forged(counts: [], tips: [], lamport: 0, runs: [], text: ""),
    Forged(counts: [(0, 3), (0, 4)]),
    Forged(tips: []),
    Forged(tips: [(0, 3)]),
    Forged(tips: [(0, 2), (0, 1)]),
    Forged(tips: [(1, 2)]),
    Forged(lamport: 2),
    Forged(lamport: 4),
    Forged(lamport: Int.max / 2),
    Forged(runs: [(0, 0, 4)], text: "abcd"),
    Forged(runs: [(0, 0, 2), (0, -1, 1)]),
    Forged(runs: [(0, 0, 1), (0, 0, 2)]),
    Forged(runs: [(1, 0, 3)]),
    Forged(runs: [(0, -1, 3)]),
    Forged(runs: [(0, limit, 3)]),
    Forged(runs: [(0, 0, limit + 1)]),
    Forged(text: "ab"),
    Forged(text: "abcd"),
    Forged(firstNumber: 2, length: 2, text: "abcde"),
    Forged(firstNumber: 4, length: 2, text: "abcde"),
    // No deleted text is dropped up to the floor. The floor is unknown, or it is the base.
    Forged(floor: [(0, 3)], length: 2, text: "abcde"),
    Forged(floor: [(0, 9)], length: 2, text: "abcde"),
    Forged(floor: [(0, 2)], length: 2, text: "abcde"),
    Forged(
      counts: [(0, limit)], tips: [(0, limit - 1)], lamport: limit, runs: [(0, limit - 3, 3)],
      firstNumber: limit, length: 2, text: "abcde"),
  ]

  @Test func basesThatCannotBeAreRefused() throws {
    for (place, forged) in Self.wrong.enumerated() {
      #expect(throws: DecodingFailure.self, "\(place)") {
        try ReplicatingText(encoded: forged.bytes)
      }
    }
  }

  @Test func basesThatCanBeAreKept() throws {
    for (place, forged) in Self.sound.enumerated() {
      let bytes = forged.bytes
      var text = try ReplicatingText(encoded: bytes)
      #expect(text.encoded() == bytes, "\(place)")
      #expect(text.string == forged.shown, "\(place)")
      text.append("!")
      text.dropHistory()
      for other in Self.sound {
        let other = try ReplicatingText(encoded: other.bytes)
        let both = text.merged(with: other)
        #expect(both.encoded() == other.merged(with: text).encoded())
        text.merge(both)
      }
      #expect(try ReplicatingText(encoded: text.encoded()) == text)
    }
  }

  /// Bytes changed with the checksum made right again.
  @Test func changedBytesNeverTrap() throws {
    var random = TestRun.generator(seed: 12)
    for _ in 0..<TestRun.length(20) {
      var texts = [ReplicatingText](repeating: "a text that all have seen", count: 3)
      for _ in 0..<25 {
        let (index, other) = (random.below(3), random.below(3))
        switch random.below(8) {
        case 0: texts[index].dropHistory()
        case 1: texts[index].dropDeletedText()
        case 2, 3: texts[index].merge(texts[other])
        case 4:
          guard let session = texts[index].sessions.first else { break }
          try texts[index].dropHistory(upTo: session.version)
        default: ManyReplicas.edit(&texts[index], &random)
        }
      }
      let text = texts[0]
      var all = [text.encoded(), text.encoded(for: .ownDevice), text.version.encoded()]
      if let delta = text.delta(since: texts[1].version) { all.append(delta.encoded()) }
      for bytes in all {
        for _ in 0..<60 {
          var changed = bytes
          for _ in 0...random.below(2) {
            changed[random.below(bytes.count - 4)] ^= 1 << UInt8(random.below(8))
          }
          try use(changed.resealed(), texts, &random)
        }
      }
    }
  }

  private func use(
    _ bytes: [UInt8], _ texts: [ReplicatingText], _ random: inout SeededGenerator
  ) throws {
    if let version = try? ReplicatingText.Version(encoded: bytes) {
      for text in texts {
        _ = (text.contains(version), text.delta(since: version), try? text.string(at: version))
      }
    }
    if let delta = try? ReplicatingText.Delta(encoded: bytes) {
      for var text in texts {
        let before = text
        let isValid = (try? text.validate(delta)) != nil
        let isTaken = (try? text.merge(delta: delta)) != nil
        #expect(isValid == isTaken)
        if !isTaken { #expect(before == text) }
        ManyReplicas.edit(&text, &random)
        #expect(try ReplicatingText(encoded: text.encoded()).string == text.string)
      }
    }
    if let read = try? ReplicatingText(encoded: bytes) {
      let again = try ReplicatingText(encoded: read.encoded())
      #expect(again == read && again.encoded() == read.encoded())
    }
    guard var read = try? ReplicatingText(encoded: bytes, from: .ownDevice) else { return }
    ManyReplicas.edit(&read, &random)
    for other in texts {
      _ = other.merged(with: read).string
      read.merge(other)
    }
    for session in read.sessions { _ = try? read.string(at: session.version) }
    if let first = read.sessions.first { try? read.dropHistory(upTo: first.version) }
    _ = (read.string, read.encoded())
    read.dropHistory()
    ManyReplicas.edit(&read, &random)
    // Own bytes are believed in the text that they show and the text that was dropped. So the bytes
    // written from them for others need not be sound.
    _ = (read.string, try? ReplicatingText(encoded: read.encoded()))
  }
}
