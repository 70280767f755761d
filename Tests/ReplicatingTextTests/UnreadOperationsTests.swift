// SPDX-License-Identifier: MIT

import ReplicationLaws
import SequenceEngine
import TestInputs
import Testing

@testable import BinaryCoding
@testable import ReplicatingText

/// Long histories that were loaded from own bytes: their first operations are read when one of them
/// is needed.
@Suite struct UnreadOperationsTests {
  /// Three devices that each edited before they saw the last edits of the others.
  private struct Devices {
    var texts = [ReplicatingText](repeating: "some words to begin with", count: 3)
    var versions: [SequenceVersion] = []

    mutating func play(rounds: Int, _ random: inout SeededGenerator) {
      for _ in 0..<rounds {
        for place in texts.indices { Self.edit(&texts[place], &random) }
        versions.append(texts[0].version)
        for place in texts.indices { texts[place].merge(texts[(place + 1) % texts.count]) }
      }
    }

    static func edit(_ text: inout ReplicatingText, _ random: inout SeededGenerator) {
      let count = text.unicodeScalars.count
      let start = random.below(count + 1)
      text.unicodeScalars.insert("né\(random.below(10))", at: start)
      if count > 40, random.below(3) == 0 {
        // Backspaces.
        for place in (7..<(8 + random.below(5))).reversed() {
          text.unicodeScalars.removeSubrange(place..<(place + 1))
        }
      } else if count > 30 {
        let first = random.below(count - 5)
        text.unicodeScalars.removeSubrange(first..<(first + 3))
      }
    }
  }

  private func loaded(_ text: ReplicatingText) throws -> ReplicatingText {
    try ReplicatingText(encoded: text.encoded(for: .ownDevice), from: .ownDevice)
  }

  @Test func aLoadedTextAnswersAsTheOneThatWasSaved() throws {
    var random = TestRun.generator(seed: 1)
    for run in 0..<TestRun.length(10) {
      var devices = Devices()
      devices.play(rounds: 100 + random.below(60), &random)
      let saved = devices.texts[0]
      for (place, other) in devices.texts.enumerated() {
        // Each asks first for something else.
        let text = try loaded(saved)
        if place == 0 { #expect(text.encoded(for: .ownDevice) == saved.encoded(for: .ownDevice)) }
        if place == 1 {
          for version in devices.versions where random.below(20) == 0 {
            #expect(try text.string(at: version) == saved.string(at: version), "run \(run)")
          }
        }
        let (merged, same) = (text.merged(with: other), saved.merged(with: other))
        #expect(merged == same && merged.string == same.string, "run \(run)")
        #expect(merged.encoded() == same.encoded(), "run \(run)")
        #expect(try loaded(text).encoded() == saved.encoded(), "run \(run)")
      }
    }
  }

  @Test func onlyAnOldPlaceReadsWhatWasLeftUnread() throws {
    var random = TestRun.generator(seed: 2)
    var devices = Devices()
    devices.play(rounds: 150, &random)
    var text = try loaded(devices.texts[0])
    var other = devices.texts[1]
    let late = WorkCounter.during {
      for _ in 0..<8 {
        Devices.edit(&text, &random)
        Devices.edit(&other, &random)
        if let delta = other.delta(since: text.version) { try? text.merge(delta: delta) }
        if let delta = text.delta(since: other.version) { try? other.merge(delta: delta) }
      }
    }
    #expect(text.string == other.string)
    #expect(late.unread == 0, "a change of another device reads old operations")
    let early = WorkCounter.during {
      _ = (try? text.string(at: devices.versions[3]), text.encoded())
    }
    // The tracker that own bytes hold knows more chains than small nodes have late ones: loading
    // reads all.
    #expect(early.unread > 300 || NodeSizes.areSmall, "old operations were read before")
    #expect(text.encoded() == other.encoded())
  }

  /// Changed bytes with a right checksum are refused, or give a text whose history can be asked for.
  @Test func changedBytesNeverTrap() throws {
    var random = TestRun.generator(seed: 3)
    var devices = Devices()
    devices.play(rounds: 100, &random)
    let bytes = devices.texts[0].encoded(for: .ownDevice)
    var read = 0
    for _ in 0..<TestRun.length(400) {
      var changed = bytes
      changed[random.below(bytes.count - 4)] ^= 1 << UInt8(random.below(8))
      guard var text = try? ReplicatingText(encoded: changed.resealed(), from: .ownDevice)
      else { continue }
      read += 1
      Devices.edit(&text, &random)
      text.merge(devices.texts[1])
      _ = (text.string, text.encoded(), try? text.string(at: devices.versions[random.below(100)]))
    }
    #expect(read > TestRun.length(40), "hardly a change was read, so nothing was tried")
  }
}
