// SPDX-License-Identifier: MIT

import Testing

@testable import BinaryCoding

@Suite struct PlainCodingTests {
  private struct Person: Codable, Equatable {
    enum Kind: String, Codable { case friend, foe }
    enum Contact: Codable, Equatable { case mail(String), phone(code: Int, number: UInt64), none }

    var name: String
    var age: Int8?
    var kind: Kind
    var contacts: [Contact]
    var ratios: [String: Double]
    var children: [Person]
    var none: [Int]?
  }

  private static let person = Person(
    name: "Ada \u{1F44B}", age: -3, kind: .friend,
    contacts: [.mail("a@b"), .phone(code: 44, number: .max), .none],
    ratios: ["z": 0.5, "a": -.infinity, "é": 1e-300],
    children: [
      Person(name: "", age: nil, kind: .foe, contacts: [], ratios: [:], children: [], none: [])
    ], none: nil)

  private func bytes<Value: Encodable>(_ value: Value) -> [UInt8] {
    var writer = ByteWriter()
    writer.writePlain(value)
    #expect(writer.failure == nil)
    return writer.bytes
  }

  private func read<Value: Decodable>(_ bytes: [UInt8], _ type: Value.Type) throws -> Value {
    var reader = ByteReader(bytes)
    let value = try reader.readPlain(type)
    try reader.expectEnd()
    return value
  }

  private func expectRoundTrip<Value: Codable & Equatable>(_ value: Value) throws {
    #expect(try read(bytes(value), Value.self) == value)
  }

  /// Written by hand: containers have calls of their own for these types.
  private struct Wide: Codable, Equatable {
    var list: [UInt128] = [0, .max]
    var signed: Int128 = .min

    private enum Key: CodingKey { case list, signed }
    private struct Single: Codable, Equatable {
      var value: UInt128

      init(value: UInt128) { self.value = value }

      init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(UInt128.self)
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
    }

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      signed = try container.decode(Int128.self, forKey: .signed)
      var elements = try container.nestedUnkeyedContainer(forKey: .list)
      list = [try elements.decode(UInt128.self), try elements.decode(Single.self).value]
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(signed, forKey: .signed)
      var elements = container.nestedUnkeyedContainer(forKey: .list)
      try elements.encode(list[0])
      try elements.encode(Single(value: list[1]))
    }
  }

  @Test func wideIntegersInContainersComeBack() throws {
    try expectRoundTrip(Wide())
  }

  @Test func valuesComeBack() throws {
    try expectRoundTrip(Self.person)
    try expectRoundTrip(Int.min)
    try expectRoundTrip(UInt64.max)
    try expectRoundTrip([Int128.min, .max, 0, -1])
    try expectRoundTrip(UInt128.max)
    try expectRoundTrip([Optional(1), nil])
    try expectRoundTrip(Optional<String>.none)
    try expectRoundTrip([3: "three", -1: "minus one"])
    try expectRoundTrip(Float(0.1))
    try expectRoundTrip([true, false])
    try expectRoundTrip(["\u{e9}": 1])
  }

  @Test func equalValuesWriteEqualBytes() {
    struct Forwards: Encodable {
      var a = 1
      var b = "x"
    }
    struct Backwards: Encodable {
      var b = "x"
      var a = 1
    }
    #expect(bytes(Forwards()) == bytes(Backwards()))
    #expect(bytes(Int8(5)) == bytes(UInt64(5)))
    #expect(bytes(Double.nan) == bytes(-Double.signalingNaN))
  }

  @Test func numbersAreCheckedForTheirRange() {
    #expect(throws: DecodingFailure.self) { try read(bytes(300), UInt8.self) }
    #expect(throws: DecodingFailure.self) { try read(bytes(-1), UInt.self) }
    #expect(throws: DecodingFailure.self) { try read(bytes("1"), Int.self) }
    #expect(throws: DecodingFailure.self) { try read(bytes(1), Person.self) }
  }

  @Test func aValueThatThrowsFailsTheWriter() {
    struct Refuses: Encodable {
      struct No: Error {}
      func encode(to encoder: any Encoder) throws { throw No() }
    }
    var writer = ByteWriter()
    writer.writePlain([Refuses()])
    #expect(writer.failure != nil)
  }

  @Test func deepNestingIsRefusedBothWays() {
    final class Chain: Codable {
      var next: Chain?
      init(_ next: Chain?) { self.next = next }
    }
    var writer = ByteWriter()
    writer.writePlain((0..<200).reduce(Chain(nil)) { chain, _ in Chain(chain) })
    #expect(writer.failure != nil)
    // Lists of one list each, a hundred thousand deep.
    let hostile = (0..<100_000).flatMap { _ in [9, 1] as [UInt8] }
    #expect(throws: DecodingFailure.self) { try read(hostile, [String].self) }
  }

  @Test func everyTruncationAndBitFlipEndsInAValueOrAnError() {
    let whole = bytes(Self.person)
    for count in whole.indices {
      #expect(throws: DecodingFailure.self) { try read(Array(whole[..<count]), Person.self) }
    }
    var accepted = 0
    for index in whole.indices {
      for bit in 0..<8 {
        var flipped = whole
        flipped[index] ^= 1 << bit
        if (try? self.read(flipped, Person.self)) != nil { accepted += 1 }
      }
    }
    #expect(accepted < whole.count * 8)
  }

  @Test func equivalentKeysOfOtherSpellingStayApart() throws {
    let tree = PlainTree.map([
      (key: "e\u{301}", value: .integer(1)), (key: "\u{e9}", value: .integer(2)),
    ])
    var writer = ByteWriter()
    tree.encode(to: &writer)
    var reader = ByteReader(writer.bytes)
    guard case .map(let members) = try PlainTree(from: &reader) else {
      Issue.record("not a map")
      return
    }
    #expect(members.count == 2)
  }
}
