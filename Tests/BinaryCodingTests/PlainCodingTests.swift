// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation
import Testing

struct PlainCodingTests {
  @Test func everyKindOfPartRoundTrips() throws {
    let sample = Sample()
    let bytes = try plain(sample)
    let copy = try fromPlain(Sample.self, bytes)
    #expect(copy == sample)
    #expect(Array(copy.text.unicodeScalars) == Array(sample.text.unicodeScalars))
    #expect(copy.named[""]?.first?.sign == .minus)
    #expect(try plain(copy) == bytes)
  }

  @Test func theFormsOfTheDocumentation() throws {
    #expect(try plain(Int?.none) == [0])
    #expect(try plain(false) == [1])
    #expect(try plain(true) == [2])
    #expect(try plain(300) == [3, 0xac, 0x02])
    #expect(try plain(-1) == [4, 0])
    #expect(try plain(UInt128(1) << 64) == [5] + zeros(8) + [1] + zeros(7))
    #expect(try plain(-1 - Int128(1) << 64) == [6] + zeros(8) + [1] + zeros(7))
    #expect(try plain(1.0) == [7, 0, 0, 0x80, 0x3f])
    #expect(try plain(0.1) == [8, 0x9a, 0x99, 0x99, 0x99, 0x99, 0x99, 0xb9, 0x3f])
    #expect(try plain("né") == [9, 3, 0x6e, 0xc3, 0xa9])
    #expect(try plain([256, 1]) == [10, 5, 3, 0x80, 2, 3, 1])
    #expect(try plain([0, 255]) == [11, 2, 0, 255])
    #expect(try plain([Int]()) == [10, 0])
    #expect(try plain(["b": 1, "a": 2]) == [12, 8, 1, 0x61, 3, 2, 1, 0x62, 3, 1])
    #expect(try plain(Sample.Nothing()) == [12, 0])
  }

  @Test func wholeNumbersAreReadByAnyTypeThatHoldsThem() throws {
    #expect(try fromPlain(UInt8.self, plain(Int64(255))) == 255)
    #expect(try fromPlain(Int128.self, plain(Int8(-3))) == -3)
    #expect(try fromPlain(Int128.self, plain(Int128.min)) == .min)
    #expect(try fromPlain(UInt128.self, plain(UInt128.max)) == .max)
    #expect(try fromPlain(Int64.self, plain(Int64.min)) == .min)
    #expect(
      try fromPlain([Alone<UInt128>].self, plain([Alone(Int128.max)]))[0].value == .init(Int128.max)
    )
    #expect(throws: DecodingFailure.self) { try fromPlain(UInt8.self, plain(256)) }
    #expect(throws: DecodingFailure.self) { try fromPlain(UInt.self, plain(-1)) }
    #expect(throws: DecodingFailure.self) { try fromPlain(Int64.self, plain(UInt64.max)) }
    #expect(throws: DecodingFailure.self) { try fromPlain(Int128.self, plain(UInt128.max)) }
    #expect(throws: DecodingFailure.self) { try fromPlain([Int8].self, plain([1, 200])) }
  }

  /// Calls the containers' own methods for 128 bits, as no generic code does.
  private struct Wide: Codable, Equatable {
    private enum Key: CodingKey { case list, signed }

    private struct Last: Codable {
      var value: UInt128

      init(_ value: UInt128) { self.value = value }

      init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(UInt128.self)
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
    }

    var list: [UInt128] = [0, .max]
    var signed: [Int128] = [.min, .max]

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      signed[0] = try container.decode(Int128.self, forKey: .signed)
      var items = try container.nestedUnkeyedContainer(forKey: .list)
      list = [try items.decode(UInt128.self), try items.decode(Last.self).value]
      signed[1] = try items.decode(Int128.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(signed[0], forKey: .signed)
      var items = container.nestedUnkeyedContainer(forKey: .list)
      try items.encode(list[0])
      try items.encode(Last(list[1]))
      try items.encode(signed[1])
    }
  }

  @Test func wholeNumbersOf128BitsPassThroughContainers() throws {
    #expect(try fromPlain(Wide.self, plain(Wide())) == Wide())
  }

  private struct Spellings: Decodable {
    private struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { return nil }
    }

    var values: [Int]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      values = try container.allKeys.map { try container.decode(Int.self, forKey: $0) }
    }
  }

  @Test func keysOfOneLetterInTwoSpellingsStayApart() throws {
    let bytes: [UInt8] = [12, 11, 3, 0x65, 0xcc, 0x81, 3, 1, 2, 0xc3, 0xa9, 3, 2]
    #expect(try fromPlain(Spellings.self, bytes).values == [1, 2])
  }

  @Test func floatingPointNumbersKeepTheirBits() throws {
    let numbers: [Double] = [
      0, -0.0, 1.5, 0.1, .pi, .infinity, -.infinity, .greatestFiniteMagnitude,
      .leastNonzeroMagnitude, Double(Float.leastNonzeroMagnitude),
    ]
    for number in numbers {
      #expect(try fromPlain(Double.self, plain(number)).bitPattern == number.bitPattern)
    }
    #expect(try fromPlain(Double.self, plain(Float(0.1))) == Double(Float(0.1)))
    #expect(try fromPlain(Float.self, plain(0.5)) == 0.5)
    // The bytes are sound, so no repair may take them for damage.
    let failure = #expect(throws: DecodingFailure.self) { try fromPlain(Float.self, plain(0.1)) }
    guard case .foreign = failure else {
      Issue.record("a number that no Float equals: \(String(describing: failure))")
      return
    }
  }

  @Test func notANumberIsOne() throws {
    let odd = Double(nan: 7, signaling: true)
    #expect(try plain(odd) == plain(Float.nan))
    #expect(try plain(-Double.nan) == plain(Double.nan))
    #expect(try fromPlain(Double.self, plain(odd)).isNaN)
    #expect(try fromPlain(Float.self, plain(odd)).isNaN)
  }

  @Test func typesOfFoundationRoundTrip() throws {
    let date = Date(timeIntervalSince1970: 1_700_000_000.123)
    #expect(try fromPlain(Date.self, plain(date)) == date)
    let data = Data((0..<1000).map { UInt8(truncatingIfNeeded: $0) })
    #expect(try fromPlain(Data.self, plain(data)) == data)
    #expect(try plain(data) == plain(Array(data)))
    let id = UUID()
    #expect(try fromPlain(UUID.self, plain(id)) == id)
    let address = try #require(URL(string: "https://example.org/a?b=c"))
    #expect(try fromPlain(URL.self, plain(address)) == address)
    let price = try #require(Decimal(string: "-12345678901234567890.123"))
    #expect(try fromPlain(Decimal.self, plain(price)) == price)
  }

  @Test func otherReadsOfTheSameReaderGoOn() throws {
    var writer = ByteWriter()
    writer.writePlain("a")
    writer.writePlain(Sample())
    writer.writePlain(7)
    var reader = ByteReader(writer.bytes)
    #expect(try reader.readPlain(String.self) == "a")
    #expect(try reader.readPlain(Sample.self) == Sample())
    #expect(try reader.readPlain(Int.self) == 7)
    #expect(reader.isAtEnd)
  }

  private func zeros(_ count: Int) -> [UInt8] {
    Array(repeating: 0, count: count)
  }
}
