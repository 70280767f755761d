// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicationLaws

/// The bytes of a frame in ways that its author did not write them, but with a
/// checksum that fits.
struct DamagedFrame {
  private let header: [UInt8]
  private let body: [UInt8]

  /// - Parameter frame: A sound one.
  init(_ frame: [UInt8]) throws {
    var reader = ByteReader(frame)
    _ = try reader.read(count: 4)
    _ = try reader.readVarint()
    _ = try reader.readVarint()
    header = Array(frame[..<reader.offset])
    body = try reader.readPrefixed()
  }

  /// How many bits the body has.
  var bitCount: Int { body.count * 8 }

  private func sealed(_ body: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(contentsOf: header)
    writer.writePrefixed(body)
    writer.writeFixed(CRC32C.checksum(of: writer.bytes))
    return writer.bytes
  }

  /// The frame with one bit of its body turned.
  func flipping(bit: Int) -> [UInt8] {
    var body = body
    body[bit / 8] ^= 1 << UInt8(bit % 8)
    return sealed(body)
  }

  /// The frame of the first bytes of its body.
  func truncated(to count: Int) -> [UInt8] {
    sealed(Array(body.prefix(count)))
  }

  /// The frame with some bytes of its body cut, doubled, moved or replaced.
  func spliced(_ random: inout SeededGenerator) -> [UInt8] {
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

  /// A varint at one of the limits of what numbers may be.
  private static func hugeNumber(_ random: inout SeededGenerator) -> [UInt8] {
    var writer = ByteWriter()
    let limit = random.pick([32, 40, 41, 48, 49, 63] as [UInt64])
    writer.writeVarint((1 << limit) - random.pick([0, 1, 2] as [UInt64]))
    return writer.bytes
  }
}
