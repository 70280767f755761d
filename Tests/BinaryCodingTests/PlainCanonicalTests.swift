// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicationLaws
import TestInputs
import Testing

struct PlainCanonicalTests {
  private struct Forwards: Encodable {
    var alpha = 1
    var beta = [2]
    var b = "x"
  }

  private struct Backwards: Encodable {
    var b = "x"
    var beta: ContiguousArray<UInt8> = [2]
    var alpha: Int8 = 1
  }

  @Test func orderOfKeysAndWidthOfNumbersDoNotMatter() throws {
    #expect(try plain(Forwards()) == plain(Backwards()))
    #expect(try plain(["alpha": 1, "b": 2]) == plain(["b": UInt8(2), "alpha": UInt8(1)]))
  }

  @Test func theDirectPathWritesWhatTheOthersWrite() throws {
    try expectOneForm([Int.min, -1, 0, 1, 127, 128, 255, 256, Int.max])
    try expectOneForm([Int8.min, -1, 0, .max])
    try expectOneForm([UInt16.min, 128, .max])
    try expectOneForm([UInt64.min, 128, .max])
    try expectOneForm([Int128.min, 0, .max])
    try expectOneForm([UInt128.min, 1 << 64, .max])
    try expectOneForm([true, false])
    try expectOneForm(["", "a", "\u{e9}", "e\u{301}"])
    try expectOneForm([Float.pi, .nan, -.zero])
    try expectOneForm([Double.pi, .nan, .infinity])
    try expectOneForm([[UInt8](), [0], [1, 255]])
  }

  /// Expects that values have one form: alone, as a single value, in an array and by key.
  private func expectOneForm<Value: Codable>(_ values: [Value]) throws {
    for value in values {
      let bytes = try plain(value)
      #expect(try plain(Alone(value)) == bytes)
      #expect(try plain(Value?.some(value)) == bytes)
      #expect(try plain([Alone(value)]) == plain([value]))
      #expect(try plain(["k": value]) == plain(["k": Alone(value)]))
      #expect(try plain(fromPlain(Alone<Value>.self, bytes).value) == bytes)
    }
  }

  @Test func bytesHaveOneFormInEveryArray() throws {
    var random = TestRun.generator(seed: 1)
    for _ in 0..<200 {
      let bytes = (0..<random.below(300)).map { _ in UInt8(random.below(256)) }
      let form = try plain(bytes)
      #expect(try plain(bytes.map { Int($0) }) == form)
      #expect(try plain(ContiguousArray(bytes)) == form)
      #expect(try fromPlain([UInt8].self, form) == bytes)
      #expect(try fromPlain([Int128].self, form) == bytes.map { Int128($0) })
      #expect(try fromPlain([Alone<Int>].self, form).map(\.value) == bytes.map { Int($0) })
    }
  }

  @Test func setsAndDictionariesAreSorted() throws {
    let numbers = Array(0..<100).map { $0 * 7 }
    let forms = try (0..<20).map { seed in
      var set = Set<Int>(minimumCapacity: 100 << (seed % 8))
      var dictionary = [Sample.Wrapped: String](minimumCapacity: 100 << (seed % 8))
      var random = SeededGenerator(seed: UInt64(seed))
      for number in random.shuffled(numbers) {
        set.insert(number)
        dictionary[Sample.Wrapped(rawValue: number)] = "\(number)"
      }
      let copy = try fromPlain([Sample.Wrapped: String].self, plain(dictionary))
      #expect(copy == dictionary)
      #expect(try fromPlain(Set<Int>.self, plain(set)) == set)
      return try plain([Alone(set)]) + plain(dictionary)
    }
    #expect(Set(forms).count == 1)
  }

  @Test(arguments: [
    ("a number not in its shortest form", [3, 0x81, 0]),
    ("a number not in its shortest form", [5, 1] + [UInt8](repeating: 0, count: 15)),
    ("a number of more than 128 bits", [6] + [UInt8](repeating: 255, count: 16)),
    ("not-a-number in another form than the one", [7, 1, 0, 0xc0, 0x7f]),
    ("not-a-number in another form than the one", [7, 0, 0, 0xc0, 0xff]),
    ("a number not in its shortest form", [8, 0, 0, 0, 0, 0, 0, 0xf8, 0x7f]),
    ("a number not in its shortest form", [8, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f]),
    ("an array of bytes not in its own form", [10, 2, 3, 1]),
    ("an array of bytes not in its own form", [10, 4, 3, 1, 3, 0]),
    ("an empty array not in its own form", [11, 0]),
    ("keys that do not ascend", [12, 8, 1, 0x62, 3, 1, 1, 0x61, 3, 2]),
    ("keys that do not ascend", [12, 8, 1, 0x61, 3, 1, 1, 0x61, 3, 2]),
    ("text that is not UTF-8", [12, 3, 1, 0xff, 0]),
    ("text that is not UTF-8", [9, 1, 0xff]),
    ("a part that goes beyond its whole", [10, 2, 3, 0x80, 2]),
    ("a part that goes beyond its whole", [10, 3, 9, 2, 0x61, 0x61]),
    ("a part that goes beyond its whole", [10, 2, 10, 3, 9, 1, 0x61]),
    ("no kind of plain value", [13]),
    ("no kind of plain value", [10, 1, 255]),
  ])
  func otherFormsOfAValueAreRefused(what: String, bytes: [UInt8]) {
    // A few more bytes, for a form that takes more than it should.
    #expect {
      try fromPlain(Anything.self, bytes + [0, 0])
    } throws: {
      guard case .corrupt(what, offset: _)? = $0 as? DecodingFailure else { return false }
      return true
    }
  }

  @Test(arguments: [[], [12, 2, 1, 0x61], [10, 1], [9, 2, 0x61], [5, 1], [7]] as [[UInt8]])
  func missingBytesAreMissing(bytes: [UInt8]) {
    #expect(throws: DecodingFailure.truncated(offset: bytes.count)) {
      try fromPlain(Anything.self, bytes)
    }
  }
}
