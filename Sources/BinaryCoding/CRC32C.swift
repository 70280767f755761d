// SPDX-License-Identifier: MIT

// Builds without the C target compute every checksum through tables.
#if canImport(CChecksum)
  internal import CChecksum
#endif

/// The Castagnoli cyclic redundancy check (RFC 3720, appendix B.4). It detects damage, not forgery.
///
/// The processor's CRC-32C instruction computes the checksum. Processors without the instruction
/// use tables, sixteen bytes at a time, as in Kounavis and Berry, "Novel Table Lookup-Based
/// Algorithms for High-Performance CRC Generation", IEEE Transactions on Computers 57, 2008,
/// doi:10.1109/TC.2008.85.
public enum CRC32C {
  /// Sixteen rows of 256 remainders, one remainder for each value of a byte. Row *k* holds the
  /// effect of the byte on the remainder *k* bytes later.
  private static let tables: [UInt32] = {
    var tables: [UInt32] = (0..<256).map { index in
      (0..<8).reduce(UInt32(index)) { remainder, _ in
        remainder & 1 == 1 ? (remainder >> 1) ^ 0x82f6_3b78 : remainder >> 1
      }
    }
    for index in 256..<(16 * 256) {
      let before = tables[index - 256]
      tables.append(tables[Int(before & 0xff)] ^ (before >> 8))
    }
    return tables
  }()

  /// The checksum of some bytes.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.withContiguousStorageIfAvailable(checksum)
      ?? Array(bytes).withUnsafeBufferPointer(checksum)
  }

  #if canImport(CChecksum)
    private static let hasInstruction = crc32c_has_instruction()
  #endif

  private static func checksum(of bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    #if canImport(CChecksum)
      if hasInstruction, let start = bytes.baseAddress {
        return ~crc32c_extend(~0, start, bytes.count)
      }
    #endif
    return checksumThroughTables(of: bytes)
  }

  /// The same checksum as ``checksum(of:)``, computed without the processor's instruction.
  static func checksumThroughTables(of bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      var state = ~0 as UInt32
      let raw = UnsafeRawBufferPointer(bytes)
      let rest = raw.count & ~15
      for offset in stride(from: 0, to: rest, by: 16) {
        let low = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let high = raw.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
        state =
          remainder(of: UInt64(littleEndian: low) ^ UInt64(state), tables, before: 8)
          ^ remainder(of: UInt64(littleEndian: high), tables, before: 0)
      }
      for byte in raw[rest...] {
        state = tables[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ (state >> 8)
      }
      return ~state
    }
  }

  /// The remainder of eight bytes, with `rest` other bytes after them.
  @inline(__always)
  private static func remainder(
    of bytes: UInt64, _ tables: UnsafeBufferPointer<UInt32>, before rest: Int
  ) -> UInt32 {
    var result = 0 as UInt32
    for byte in 0..<8 {
      let value = Int(truncatingIfNeeded: (bytes >> UInt64(byte * 8)) & 0xff)
      result ^= tables[(7 - byte + rest) * 256 + value]
    }
    return result
  }
}
