// SPDX-License-Identifier: MIT

import BinaryCoding
import Testing

struct ByteReaderTests {
  /// The numbers at which the count of bits changes.
  private let edges: [UInt64] = (0..<64).flatMap { (bit: UInt64) -> [UInt64] in
    let power: UInt64 = 1 << bit
    return [power - 1, power, power + 1, ~power]
  }

  @Test func numbersRoundTripInAsFewBytesAsTheyNeed() throws {
    for value in edges {
      var writer = ByteWriter()
      writer.writeVarint(value)
      writer.writeSignedVarint(Int64(bitPattern: value))
      writer.writeFixed(value)
      let length = max(1, (64 - value.leadingZeroBitCount + 6) / 7)
      var reader = ByteReader(writer.bytes)
      #expect(try reader.readVarint() == value)
      #expect(reader.offset == length)
      #expect(try reader.readSignedVarint() == Int64(bitPattern: value))
      #expect(try reader.readFixed(UInt64.self) == value)
      #expect(reader.isAtEnd)
    }
  }

  @Test func longerFormsOfANumberAreRefused() {
    for value in edges {
      var writer = ByteWriter()
      writer.writeVarint(value)
      var bytes = writer.bytes
      bytes[bytes.count - 1] |= 0x80
      bytes.append(0)
      #expect(throws: DecodingFailure.self, "\(bytes)") {
        var reader = ByteReader(bytes)
        _ = try reader.readVarint()
      }
    }
    for last in UInt8(2)...255 {
      #expect(throws: DecodingFailure.self, "\(last)") {
        var reader = ByteReader([UInt8](repeating: 0xff, count: 9) + [last, 0])
        _ = try reader.readVarint()
      }
    }
  }

  @Test func readsBeyondTheEndAreRefused() {
    let bytes: [UInt8] = [0x85, 0x80]
    #expect(throws: DecodingFailure.truncated(offset: 2)) {
      var reader = ByteReader(bytes)
      _ = try reader.readVarint()
    }
    #expect(throws: DecodingFailure.truncated(offset: 2)) {
      var reader = ByteReader(bytes)
      _ = try reader.readFixed(UInt32.self)
    }
    #expect(throws: DecodingFailure.truncated(offset: 1)) {
      var reader = ByteReader([3])
      _ = try reader.readString()
    }
    #expect(throws: DecodingFailure.truncated(offset: 3)) {
      var reader = ByteReader([2, 0, 0])
      _ = try reader.readCount(itemSize: 2)
    }
    #expect(throws: DecodingFailure.truncated(offset: 2)) {
      var reader = ByteReader(bytes, in: 2..<2)
      _ = try reader.read()
    }
  }

  @Test func partsEndWhereTheyEnd() throws {
    var writer = ByteWriter()
    writer.writePrefixed { inner in
      inner.writeString("a")
      inner.writePrefixed([1, 2, 3])
    }
    writer.write(9)
    var reader = ByteReader(writer.bytes)
    var part = try reader.readPart()
    #expect(try part.readString() == "a")
    #expect(throws: DecodingFailure.self) { try part.expectEnd() }
    #expect(try part.readPrefixed() == [1, 2, 3])
    try part.expectEnd()
    #expect(throws: DecodingFailure.self) { try part.read() }
    #expect(try reader.read() == 9)
  }

  @Test func textThatIsNotUTF8IsRefused() {
    for bytes: [UInt8] in [[1, 0x80], [2, 0xc0, 0x80], [3, 0xed, 0xa0, 0x80], [1, 0xff]] {
      #expect(throws: DecodingFailure.corrupt(what: "text that is not UTF-8", offset: 0)) {
        var reader = ByteReader(bytes)
        _ = try reader.readString()
      }
    }
  }

  @Test func identifiersOutsideTheTableAreRefused() {
    #expect(throws: DecodingFailure.self) {
      var reader = ByteReader([1], in: 0..<1, identifiers: [7])
      _ = try reader.readIdentifier()
    }
  }

  @Test func numbersAboveTheirLimitAreRefused() throws {
    var writer = ByteWriter()
    writer.writeVarint(UInt64.max)
    #expect(throws: DecodingFailure.self) {
      var reader = ByteReader(writer.bytes)
      _ = try reader.readInt()
    }
    var reader = ByteReader([5])
    #expect(try reader.readInt(limit: 5) == 5)
  }
}
