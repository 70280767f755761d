// SPDX-License-Identifier: MIT

import ReplicatingTypes
import ReplicationLaws
import Testing

@testable import DecentSync

@Suite struct PackedBytesTests {
  private var samples: [[UInt8]] {
    var random = SeededGenerator(seed: 1)
    let words = ["library ", "device ", "note ", "merge ", "text "]
    let prose = (0..<2000).flatMap { _ in Array(words[random.below(words.count)].utf8) }
    return [
      [], [0x28], [7, 7, 7], Array("DCNT".utf8), prose, [UInt8](repeating: 5, count: 100_000),
      (0..<5000).map { _ in UInt8(random.below(256)) }, ReplicatingText("some text").encoded(),
    ]
  }

  @Test func whatIsPackedIsUnpacked() throws {
    for bytes in samples {
      let packed = PackedBytes.pack(bytes)
      #expect(packed.count <= bytes.count)
      #expect(try PackedBytes.unpack(packed) == bytes)
    }
    #expect(PackedBytes.pack(samples[4]).count < samples[4].count / 3)
  }

  @Test func everyTruncationAndMostBitFlipsAreNoticed() {
    let bytes = samples[4]
    let packed = PackedBytes.pack(bytes)
    for count in 4..<packed.count {
      #expect(throws: PackedBytes.Failure.self) { try PackedBytes.unpack(Array(packed[..<count])) }
    }
    #expect(throws: PackedBytes.Failure.damaged) { try PackedBytes.unpack(packed + [0]) }
    for place in 32..<(packed.count * 8) {
      var changed = packed
      changed[place / 8] ^= 1 << UInt8(place % 8)
      // The frame within has a checksum of its own. Unpacking must only not trap and not grow.
      guard let read = try? PackedBytes.unpack(changed) else { continue }
      #expect(read.count <= changed.count * PackedBytes.greatestRatio)
    }
  }

  @Test func moreThanTheReaderTakesIsRefused() throws {
    let packed = PackedBytes.pack(samples[4])
    let count = samples[4].count
    #expect(throws: PackedBytes.Failure.tooLarge(claimed: UInt64(count), limit: count - 1)) {
      try PackedBytes.unpack(packed, greatest: count - 1)
    }
    #expect(try PackedBytes.unpack(packed, greatest: count) == samples[4])
  }

  /// A frame that states 2 GiB in a few bytes.
  @Test func aClaimOfTooMuchIsRefused() throws {
    let hostile: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0x80, 0x03, 0, 0x04, 0x05]
    let failure = #expect(throws: PackedBytes.Failure.self) { try PackedBytes.unpack(hostile) }
    #expect(failure == .tooLarge(claimed: 1 << 31, limit: 13 * PackedBytes.greatestRatio))
  }
}
