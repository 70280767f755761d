// SPDX-License-Identifier: MIT

/// The table of identifiers at the beginning of a frame's body.
///
/// ```
/// count   random bits          time        times of the other identifiers,
///         80 of each, fixed    48 bits,    varints: 0, or 1 more than the zigzag
///                              fixed       of the distance from the time before
/// ```
///
/// The id of a program run begins with the time of the run. The table of a note may list thousands
/// of runs, mostly in the order of their times. So each time is written as its distance from the
/// time before, where the time 0 is passed over. The stamp of a register that was never set
/// contains an id with the time 0, which is the id of no run.
package enum IdentifierTable {
  /// The size of the random bits of an identifier, in bytes.
  private static let randomSize = 10
  /// The least size of an identifier, in bytes.
  static let smallestSize = randomSize + 1

  package static func write(_ identifiers: [UInt128], to writer: inout ByteWriter) {
    writer.writeCount(identifiers.count)
    for identifier in identifiers {
      writer.writeFixed(UInt64(truncatingIfNeeded: identifier))
      writer.writeFixed(UInt16(truncatingIfNeeded: identifier >> 64))
    }
    guard let first = identifiers.first else { return }
    writer.writeFixed(UInt32(truncatingIfNeeded: first >> 80))
    writer.writeFixed(UInt16(first >> 112))
    var last = Int64(first >> 80)
    for time in identifiers.dropFirst().lazy.map({ Int64($0 >> 80) }) {
      writer.writeVarint(time == 0 ? 0 : code(ofDistance: time - last))
      if time > 0 { last = time }
    }
  }

  /// A time has 48 bits and a distance has 49 bits, so no code overflows.
  private static func code(ofDistance distance: Int64) -> UInt64 {
    UInt64(bitPattern: (distance << 1) ^ (distance >> 63)) + 1
  }

  package static func read(
    from reader: inout ByteReader
  ) throws(DecodingFailure) -> [UInt128] {
    let count = try reader.readCount(itemSize: smallestSize)
    if count == 0 { return [] }
    let bits = try reader.readSlice(count: randomSize * count)
    var identifiers = bits.withUnsafeBytes { bits in
      (0..<count).map { index in
        let low = bits.loadUnaligned(fromByteOffset: randomSize * index, as: UInt64.self)
        let high = bits.loadUnaligned(fromByteOffset: randomSize * index + 8, as: UInt16.self)
        return UInt128(UInt64(littleEndian: low)) | UInt128(UInt16(littleEndian: high)) << 64
      }
    }
    var last = Int64(try reader.readFixed(UInt32.self))
    last |= Int64(try reader.readFixed(UInt16.self)) << 32
    identifiers[0] |= UInt128(last) << 80
    for index in 1..<count {
      guard let distance = try readDistance(from: &reader) else { continue }
      last += distance
      guard last > 0, last < 1 << 48 else { throw reader.corrupt("an impossible identifier") }
      identifiers[index] |= UInt128(last) << 80
    }
    return identifiers
  }

  /// - Returns: The distance of a time from the time before, at most 2^49; nil for the time 0.
  private static func readDistance(
    from reader: inout ByteReader
  ) throws(DecodingFailure) -> Int64? {
    let code = try reader.readVarint()
    guard code > 0 else { return nil }
    guard code <= 1 << 50 else { throw reader.corrupt("an impossible identifier") }
    let zigzag = code - 1
    return Int64(zigzag >> 1) ^ -Int64(zigzag & 1)
  }
}
