// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicationLaws
import TestInputs
import Testing

struct PlainHostileTests {
  @Test func everyTruncationIsRefused() throws {
    let bytes = try plain(Sample())
    for count in bytes.indices {
      if let value = try? fromPlain(Sample.self, Array(bytes[..<count])) {
        Issue.record("\(count) bytes of \(bytes.count) are read as \(value)")
      }
    }
  }

  @Test func everyChangedBitGivesAValueOrAnError() throws {
    let bytes = try plain(Sample())
    var read = 0
    for place in 0..<(bytes.count * 8) {
      var changed = bytes
      changed[place / 8] ^= 1 << UInt8(place % 8)
      if try checkReading(changed) { read += 1 }
      _ = try? fromPlain(Sample.self, changed)
    }
    #expect(read > 0 && read < bytes.count * 8)
  }

  @Test func randomBytesGiveAValueOrAnError() throws {
    var random = TestRun.generator(seed: 1)
    var read = 0
    for _ in 0..<TestRun.length(100_000) {
      // Mostly tags and short lengths, so that many are nearly right.
      let bytes = (0..<random.below(30)).map { _ in
        UInt8(random.oneIn(8) ? random.below(256) : random.below(14))
      }
      if try checkReading(bytes) { read += 1 }
    }
    #expect(read > 100)
  }

  @Test func splicedValuesGiveAValueOrAnError() throws {
    var random = TestRun.generator(seed: 2)
    let samples = [
      try plain(Sample()), try plain([Sample.Shape.box(1, 2), .point]),
      try plain(["a": ["b": 300]]),
    ]
    for _ in 0..<TestRun.length(20_000) {
      var bytes = random.pick(samples)
      let other = random.pick(samples)
      let start = random.below(bytes.count)
      let end = min(bytes.count, start + random.below(20))
      let from = random.below(other.count)
      bytes.replaceSubrange(start..<end, with: other[from..<min(other.count, from + 20)])
      _ = try checkReading(bytes)
      _ = try? fromPlain(Sample.self, bytes)
    }
  }

  /// Readable bytes have one form: their value, written again, gives the same bytes.
  private func checkReading(_ bytes: [UInt8]) throws -> Bool {
    var reader = ByteReader(bytes)
    guard let value = try? reader.readPlain(Anything.self) else { return false }
    if try plain(value) != Array(bytes[..<reader.offset]) {
      Issue.record("\(bytes) is not how \(value) is written")
    }
    return true
  }

  @Test func lengthsBeyondTheEndAllocateNothing() {
    let huge: [UInt8] = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]
    for tag in UInt8(9)...12 {
      #expect(throws: DecodingFailure.truncated(offset: 11)) {
        try fromPlain(Anything.self, [tag] + huge)
      }
    }
    #expect(throws: DecodingFailure.truncated(offset: 11)) {
      try fromPlain([UInt8].self, [11] + huge)
    }
  }

  @Test func aKindThatWasNotAskedForIsNamed() throws {
    let bytes = try plain(["text": 5])
    #expect(throws: DecodingFailure.foreign(expected: "a whole number but text")) {
      try fromPlain(Int.self, plain("five"))
    }
    #expect(
      throws: DecodingFailure.foreignValue(
        type: "Dictionary<String, String>", part: "text", found: "not text but a whole number")
    ) { try fromPlain([String: String].self, bytes) }
    #expect(
      throws: DecodingFailure.foreignValue(type: "Wrapper", part: "inner", found: nil)
    ) { try fromPlain(Wrapper.self, bytes) }
  }

  private struct Wrapper: Decodable {
    var inner: Int
  }

  /// The bytes were checked, so they are as they were written.
  @Test func whatATypeRefusesIsNotCorrupt() throws {
    let bytes = try plain([1, 200])
    #expect(
      throws: DecodingFailure.foreignValue(
        type: "Array<Int8>", part: "1", found: "not a number of the range of Int8")
    ) { try fromPlain([Int8].self, bytes) }
    let refusal = DecodingFailure.foreignValue(type: "Even", part: "", found: "an odd number")
    #expect(throws: refusal) { try fromPlain(Even.self, plain(["number": 3])) }
    #expect(
      "\(refusal)" == """
        Even does not read what the data has for it (an odd number): read what other versions of the \
        app wrote in init(from:), or give the newer property another name
        """)
  }

  private struct Even: Decodable {
    let number: Int

    private enum CodingKeys: CodingKey { case number }

    init(from decoder: any Decoder) throws {
      number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
      guard number.isMultiple(of: 2) else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: [], debugDescription: "an odd number"))
      }
    }
  }

  /// The bytes are sound: a newer version of the type has written them.
  @Test func aCaseThatAnEnumerationLacksIsNewer() throws {
    let moods = try plain(["calm", "mad"])
    #expect(throws: DecodingFailure.newerValue(type: "Mood", part: "1")) {
      try fromPlain([Sample.Mood].self, moods)
    }
    let shapes = try plain(["a": ["line": ["_0": 1]]])
    #expect(throws: DecodingFailure.newerValue(type: "Shape", part: "a")) {
      try fromPlain([String: Sample.Shape].self, shapes)
    }
  }

  /// An array whose items are all bytes has a form of its own.
  @Test func anItemThatATypeDoesNotReadIsNewer() throws {
    for last in [4, 1000] {
      var reader = ByteReader(try plain([1, 2, 3, last]))
      #expect(throws: DecodingFailure.newerValue(type: "Color", part: "3")) {
        try reader.readWholePlain(Color.self)
      }
    }
    var reader = ByteReader(try plain([1, 2, 3]))
    #expect(try reader.readWholePlain(Color.self).parts == [1, 2, 3])
  }

  private struct Color: Decodable {
    let parts: [Int]

    init(from decoder: any Decoder) throws {
      var items = try decoder.unkeyedContainer()
      parts = try (0..<3).map { _ in try items.decode(Int.self) }
    }
  }
}
