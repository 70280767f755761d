// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import BinaryCoding

/// Bytes in other collections than an array.
@Suite struct PlainBytesTests {
  private struct Photo: Codable, Equatable {
    var image: Data
    var former: Data?
    var pages: [Data]
  }

  /// A collection with an `encode(to:)` of its own.
  private struct Digits: RangeReplaceableCollection, Codable, Equatable {
    var digits: [UInt8] = []

    var startIndex: Int { 0 }
    var endIndex: Int { digits.count }
    subscript(place: Int) -> UInt8 { digits[place] }
    func index(after place: Int) -> Int { place + 1 }

    mutating func replaceSubrange(
      _ range: Range<Int>, with new: some Collection<UInt8>
    ) {
      digits.replaceSubrange(range, with: new)
    }
  }

  private let array: [UInt8] = [9, 8, 7, 0, 255]

  private func plain(_ value: some Encodable) -> [UInt8] {
    var writer = ByteWriter()
    writer.writePlain(value)
    return writer.bytes
  }

  private func expectLeaf<Bytes: Codable & Equatable>(_ bytes: Bytes, of array: [UInt8]) throws {
    let leaf = try #require(PlainBytes.leaf(of: bytes))
    #expect(!(leaf is [UInt8]), "copied before it is written")
    #expect(plain(bytes) == plain(array))
    var reader = ByteReader(plain(array))
    #expect(try reader.readPlainLeaf(Bytes.self) == bytes, "read byte for byte")
    #expect(reader.isAtEnd)
  }

  @Test func bytesAreCopiedInOneGo() throws {
    try expectLeaf(Data(array), of: array)
    let longer: [UInt8] = [1] + array
    let data: Data = Data(longer).dropFirst()
    try expectLeaf(data, of: array)
    try expectLeaf(Data(), of: [])
    try expectLeaf(ContiguousArray(array), of: array)
  }

  @Test func partsAreReadAsTheyWereWritten() throws {
    let photo = Photo(image: Data(array), former: Data(), pages: [Data([1]), Data(array)])
    var reader = ByteReader(plain(photo))
    #expect(try reader.readPlain(Photo.self) == photo)
  }

  @Test func otherValuesAreRefused() throws {
    for bytes in [plain("text"), plain([1, 2, 300]), plain([[1]])] {
      var reader = ByteReader(bytes)
      #expect(throws: DecodingFailure.self) { try reader.readPlain(Data.self) }
    }
  }

  @Test func aTypeWithItsOwnFormKeepsIt() throws {
    let digits = Digits(array)
    #expect(PlainBytes.leaf(of: digits) == nil)
    #expect(plain(digits) == plain(["digits": array]))
    var reader = ByteReader(plain(digits))
    #expect(try reader.readPlain(Digits.self) == digits)
    #expect(PlainBytes.leaf(of: ["a"]) == nil)
  }
}
