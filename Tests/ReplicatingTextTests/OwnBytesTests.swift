// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import BinaryCoding
@testable import ReplicatingText

/// Own bytes: the history, and the text that follows from it.
@Suite struct OwnBytesTests {
  /// Copies that were edited concurrently, with several branches and merges.
  private func copies(_ random: inout SeededGenerator) -> [ReplicatingText] {
    var copies = [ReplicatingText](repeating: ReplicatingText("häppy 🎉 days"), count: 3)
    for _ in 0..<(5 + random.below(40)) {
      let index = random.below(3)
      let count = copies[index].unicodeScalars.count
      let start = random.below(count + 1)
      switch random.below(5) {
      case 0: copies[index].merge(copies[random.below(3)])
      case 1:
        let end = min(count, start + random.below(4))
        copies[index].unicodeScalars.removeSubrange(start..<end)
      default: copies[index].unicodeScalars.insert(["a", "bé", "🐈‍⬛"][random.below(3)], at: start)
      }
    }
    return copies
  }

  @Test func ownBytesGiveTheSameTextWhichMergesTheSame() throws {
    var random = TestRun.generator(seed: 1)
    for run in 0..<TestRun.length(150) {
      let copies = copies(&random)
      for text in copies {
        let loaded = try ReplicatingText(encoded: text.encoded(for: .ownDevice), from: .ownDevice)
        guard loaded == text, loaded.string == text.string, loaded.encoded() == text.encoded()
        else {
          Issue.record("run \(run): \(text)")
          return
        }
        for other in copies {
          let merged = text.merged(with: other)
          let same = loaded.merged(with: other)
          let again = other.merged(with: loaded)
          guard merged.string == same.string, same.string == again.string,
            merged.encoded() == same.encoded(), again.encoded() == same.encoded()
          else {
            Issue.record("run \(run): \(text) with \(other)")
            return
          }
        }
      }
    }
  }

  @Test func canonicalBytesAreTakenAsOwn() throws {
    let text: ReplicatingText = "words"
    #expect(try ReplicatingText(encoded: text.encoded(), from: .ownDevice) == text)
    #expect(throws: DecodingFailure.foreign(expected: "a text")) {
      try ReplicatingText(encoded: text.encoded(for: .ownDevice))
    }
  }

  @Test func nothingIsWrittenToOthers() {
    var text: ReplicatingText = "words"
    text.unicodeScalars.removeSubrange(1..<3)
    #expect(text.encoded(for: .anyone) == text.encoded())
  }

  /// Changed bytes with a right checksum are refused, or give a text that can be edited and merged.
  @Test func changedOwnBytesNeverTrap() throws {
    var random = TestRun.generator(seed: 2)
    var count = 0
    for _ in 0..<TestRun.length(20) {
      let copies = copies(&random)
      let text = copies[0].merged(with: copies[1])
      let bytes = text.encoded(for: .ownDevice)
      for _ in 0..<60 {
        var changed = bytes
        changed[random.below(bytes.count - 4)] ^= 1 << UInt8(random.below(8))
        guard var read = try? ReplicatingText(encoded: changed.resealed(), from: .ownDevice)
        else { continue }
        count += 1
        read.unicodeScalars.insert("x", at: read.unicodeScalars.count / 2)
        for other in copies { read.merge(other) }
        _ = (read.string, read.encoded())
      }
    }
    #expect(count > 0, "no change was read, so nothing was tried")
  }

  @Test func aTextOfAnotherLengthIsRefused() throws {
    let text: ReplicatingText = "words"
    var writer = ByteWriter(for: .ownDevice)
    text.encode(to: &writer)
    var bytes = writer.bytes
    let place = try #require(bytes.lastIndex(of: UInt8(ascii: "w")))
    bytes[place - 1] -= 1
    bytes.removeLast()
    var reader = ByteReader(
      bytes, in: 0..<bytes.count, identifiers: writer.identifiers, party: .ownDevice)
    #expect(throws: DecodingFailure.self) { try ReplicatingText(from: &reader) }
  }

  /// Where several events are tips, the length is not known. A merge that replays them knows.
  @Test func aTextOfAnotherLengthIsShownAnew() throws {
    let base: ReplicatingText = "shared"
    var (text, second, third) = (base, base, base)
    text.unicodeScalars.insert("X", at: 0)
    second.unicodeScalars.insert("Y", at: 6)
    third.unicodeScalars.insert("Z", at: 3)
    text.merge(second)
    var writer = ByteWriter(for: .ownDevice)
    text.encode(to: &writer)
    let end = [8] + Array("XsharedY".utf8) + [0]
    #expect(writer.bytes.suffix(end.count) == end[...])
    let bytes = writer.bytes.dropLast(end.count) + [6] + Array("shared".utf8) + [0]
    var reader = ByteReader(
      Array(bytes), in: 0..<bytes.count, identifiers: writer.identifiers, party: .ownDevice)
    var read = try ReplicatingText(from: &reader)
    #expect(read.string == "shared")
    read.merge(third)
    #expect(read.string == "XshaZredY")
    #expect(read.encoded(for: .ownDevice) == text.merged(with: third).encoded(for: .ownDevice))
  }
}
