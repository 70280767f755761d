// SPDX-License-Identifier: MIT

/// The Castagnoli cyclic redundancy check (RFC 3720, appendix B.4), which
/// catches accidents, not attacks.
public enum CRC32C {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { remainder, _ in
      remainder & 1 == 1 ? (remainder >> 1) ^ 0x82f6_3b78 : remainder >> 1
    }
  }

  /// The checksum of some bytes.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      ~bytes.reduce(~0) { state, byte in
        table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ (state >> 8)
      }
    }
  }
}
