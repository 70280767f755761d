// SPDX-License-Identifier: MIT

import BinaryCoding
import Testing

struct PlainContainerTests {
  private enum Key: String, CodingKey { case a, b, c }

  /// Fills containers in turns, so that none is complete before the others.
  private struct Interleaved: Codable, Equatable {
    var first = [1, 300]
    var second = [2, 400]

    init() {}

    init(from decoder: any Decoder) throws {
      let outer = try decoder.container(keyedBy: Key.self)
      var list = try outer.nestedUnkeyedContainer(forKey: .b)
      first = [try list.decode(Int.self)]
      let inner = try list.nestedContainer(keyedBy: Key.self)
      first.append(try list.decode(Int.self))
      second = [try inner.decode(Int.self, forKey: .a), try inner.decode(Int.self, forKey: .c)]
      #expect(list.isAtEnd && list.currentIndex == 3 && list.count == 3)
      #expect(try outer.decodeNil(forKey: .a))
      #expect(Set(outer.allKeys) == [.a, .b, .c])
    }

    func encode(to encoder: any Encoder) throws {
      var outer = encoder.container(keyedBy: Key.self)
      var list = outer.nestedUnkeyedContainer(forKey: .b)
      try outer.encode("replaced", forKey: .c)
      try list.encode(first[0])
      var inner = list.nestedContainer(keyedBy: Key.self)
      try list.encode(first[1])
      try inner.encode(second[1], forKey: .c)
      try outer.encodeNil(forKey: .a)
      try inner.encode(second[0], forKey: .a)
      try outer.encode(7, forKey: .c)
      #expect(list.count == 3)
    }
  }

  @Test func containersMayBeFilledInTurns() throws {
    let bytes = try plain(Interleaved())
    #expect(try fromPlain(Interleaved.self, bytes) == Interleaved())
    let same: [String: Anything] = [
      "a": .none, "c": .whole(7),
      "b": .list([.whole(1), .named(["a": .whole(2), "c": .whole(400)]), .whole(300)]),
    ]
    #expect(try plain(same) == bytes)
  }

  private class Animal: Codable {
    var name = "cat"
    init() {}
  }

  private final class Pet: Animal {
    var owner = "Ada"

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      owner = try container.decode(String.self, forKey: .a)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try super.encode(to: container.superEncoder())
      try container.encode(owner, forKey: .a)
    }
  }

  @Test func superclassesRoundTrip() throws {
    let pet = Pet()
    (pet.name, pet.owner) = ("dog", "Bob")
    let bytes = try plain(pet)
    let copy = try fromPlain(Pet.self, bytes)
    #expect(copy.name == "dog" && copy.owner == "Bob")
    #expect(
      try plain(["a": Anything.text("Bob"), "super": .named(["name": .text("dog")])]) == bytes)
  }

  /// Asks the encoder twice, as a superclass and its subclass do.
  private struct Shared: Encodable {
    func encode(to encoder: any Encoder) throws {
      var one = encoder.container(keyedBy: Key.self)
      try one.encode(1, forKey: .a)
      var nested = one.nestedContainer(keyedBy: Key.self, forKey: .c)
      try nested.encode(3, forKey: .a)
      var other = encoder.container(keyedBy: Key.self)
      try other.encode(2, forKey: .b)
      var again = other.nestedContainer(keyedBy: Key.self, forKey: .c)
      try again.encode(4, forKey: .b)
    }
  }

  @Test func aContainerAskedForTwiceIsOne() throws {
    let same: [String: Anything] = [
      "a": .whole(1), "b": .whole(2), "c": .named(["a": .whole(3), "b": .whole(4)]),
    ]
    #expect(try plain(Shared()) == plain(same))
  }

  /// A container of a key that has another value by now is no part of the bytes.
  @Test func aContainerThatWasReplacedTakesNoMore() throws {
    let replaced = Custom {
      var outer = $0.container(keyedBy: Key.self)
      var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .c)
      try inner.encode(1, forKey: .a)
      try outer.encode(2, forKey: .c)
      var again = outer.nestedContainer(keyedBy: Key.self, forKey: .c)
      try again.encode(3, forKey: .b)
    }
    #expect(try plain(replaced) == plain(["c": Anything.named(["b": .whole(3)])]))
  }

  /// Writes what its closure says.
  private struct Custom: Encodable {
    let body: @Sendable (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try body(encoder) }
  }

  @Test func emptyContainersAreNotNothing() throws {
    #expect(try plain(Custom { _ in }) == [12, 0])
    #expect(try plain(Custom { _ = $0.container(keyedBy: Key.self) }) == [12, 0])
    #expect(try plain(Custom { _ = $0.unkeyedContainer() }) == [10, 0])
    let inner = Custom {
      var list = $0.unkeyedContainer()
      _ = list.superEncoder()
      _ = list.nestedUnkeyedContainer()
      try list.encode(Custom { _ in })
    }
    #expect(try plain(inner) == [10, 6, 12, 0, 10, 0, 12, 0])
    #expect(try fromPlain([Sample.Nothing?].self, plain([Sample.Nothing(), nil])).count == 2)
    #expect(try fromPlain(Sample.Nothing?.self, plain(Sample.Nothing())) != nil)
  }

  @Test func twoValuesInOnePlaceFail() {
    let misuses: [Custom] = [
      Custom {
        _ = $0.unkeyedContainer()
        _ = $0.container(keyedBy: Key.self)
      },
      Custom {
        var single = $0.singleValueContainer()
        try single.encode(1)
        try single.encode(2)
      },
      Custom {
        var single = $0.singleValueContainer()
        try single.encodeNil()
        _ = $0.unkeyedContainer()
      },
      Custom {
        var single = $0.singleValueContainer()
        try single.encode([300])
        try single.encode("a")
      },
    ]
    for misuse in misuses {
      #expect(throws: EncodingFailure.self) { try plain(misuse) }
      #expect(throws: EncodingFailure.self) { try plain([misuse]) }
    }
  }

  private struct Refusal: Error {}

  @Test func whatAValueThrowsIsNoted() {
    let refusing = Custom { _ in throw Refusal() }
    #expect(throws: EncodingFailure(reason: "Refusal()")) { try plain(["a": refusing]) }
    let invalid = Custom { encoder in
      throw EncodingError.invalidValue(
        1, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "no ones"))
    }
    #expect(throws: EncodingFailure(reason: "no ones at a.0")) { try plain(["a": [invalid]]) }
  }

  @Test func itemsAfterTheLastAreMissing() throws {
    #expect(throws: DecodingFailure.self) { try fromPlain(Pair.self, plain([300])) }
    #expect(try fromPlain(Pair.self, plain([300, 301])).second == 301)
  }

  private struct Pair: Decodable {
    var first: Int
    var second: Int

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      first = try list.decode(Int.self)
      #expect(try !list.isAtEnd && !list.decodeNil() || list.isAtEnd)
      second = try list.decode(Int.self)
    }
  }
}
