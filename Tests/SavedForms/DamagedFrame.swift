// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicationLaws

/// Damaged forms of a frame's bytes, with a length and a checksum that fit.
public struct DamagedFrame {
  private let header: [UInt8]
  private let body: [UInt8]

  /// The kind that the frame states.
  public let kind: UInt64

  /// - Parameter frame: A frame with a sound header; length and checksum do not matter.
  public init(_ frame: [UInt8]) throws(DecodingFailure) {
    var reader = ByteReader(frame)
    let magic = try reader.readSlice(count: 4)
    guard magic.elementsEqual("DCNT".utf8) || magic.elementsEqual("DCNO".utf8) else {
      throw .foreign(expected: "a frame")
    }
    _ = try reader.readVarint()
    kind = try reader.readVarint()
    header = Array(frame[..<reader.offset])
    _ = try reader.readVarint()
    guard reader.remaining >= 4 else { throw .truncated(offset: frame.count) }
    body = try reader.read(count: reader.remaining - 4)
  }

  /// How many bits the body has.
  public var bitCount: Int { body.count * 8 }

  /// The table of identifiers.
  func identifiers() throws(DecodingFailure) -> [UInt128] {
    var reader = ByteReader(body)
    return try IdentifierTable.read(from: &reader)
  }

  /// The unchanged frame, with a length and a checksum that fit.
  public var resealed: [UInt8] { sealed(body) }

  private func sealed(_ body: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(contentsOf: header)
    writer.writePrefixed(body)
    writer.writeFixed(CRC32C.checksum(of: writer.bytes))
    return writer.bytes
  }

  /// The frame with one bit of its body turned.
  public func flipping(bit: Int) -> [UInt8] {
    var body = body
    body[bit / 8] ^= 1 << UInt8(bit % 8)
    return sealed(body)
  }

  /// The frame of the first bytes of its body.
  public func truncated(to count: Int) -> [UInt8] {
    sealed(Array(body.prefix(count)))
  }

  /// The frame with some bytes of its body cut, doubled, moved or replaced.
  public func spliced(_ random: inout SeededGenerator) -> [UInt8] {
    var body = body
    for _ in 0..<(1 + random.below(3)) {
      let start = random.below(body.count + 1)
      let end = start + random.below(min(8, body.count - start) + 1)
      let slice = Array(body[start..<end])
      switch random.below(5) {
      case 0: body.removeSubrange(start..<end)
      case 1: body.insert(contentsOf: slice, at: random.below(body.count + 1))
      case 2: body.insert(random.pick([0, 1, 2, 0x7f, 0x80, 0xff]), at: start)
      case 3: body.insert(contentsOf: Self.hugeNumber(&random), at: start)
      default:
        for place in start..<end { body[place] = random.pick([0, 1, 2, 0x7f, 0x80, 0xff]) }
      }
    }
    return sealed(body)
  }

  /// The frame with a stretch of its body replaced by a stretch of another frame's.
  public func spliced(with other: DamagedFrame, _ random: inout SeededGenerator) -> [UInt8] {
    var body = body
    body.replaceSubrange(
      Self.stretch(of: body, &random), with: other.body[Self.stretch(of: other.body, &random)])
    return sealed(body)
  }

  private static func stretch(
    of bytes: [UInt8], _ random: inout SeededGenerator
  ) -> Range<Int> {
    let ends = [random.below(bytes.count + 1), random.below(bytes.count + 1)].sorted()
    // Half of the stretches go to the end, so that parts are where they belong.
    return ends[0]..<(random.oneIn(2) ? bytes.count : ends[1])
  }

  /// A varint at one of the limits of numbers.
  private static func hugeNumber(_ random: inout SeededGenerator) -> [UInt8] {
    var writer = ByteWriter()
    let limit = random.pick([32, 40, 41, 48, 49, 63] as [UInt64])
    writer.writeVarint((1 << limit) - random.pick([0, 1, 2] as [UInt64]))
    return writer.bytes
  }
}
