// SPDX-License-Identifier: MIT

import Testing

@testable import BinaryCoding

struct CRC32CTests {
  @Test func knownChecksums() {
    #expect(CRC32C.checksum(of: Array("123456789".utf8)) == 0xe306_9283)
    #expect(CRC32C.checksum(of: []) == 0)
    // RFC 3720, appendix B.4.
    #expect(CRC32C.checksum(of: [UInt8](repeating: 0, count: 32)) == 0x8a91_36aa)
    #expect(CRC32C.checksum(of: [UInt8](repeating: 255, count: 32)) == 0x62a8_ab43)
    #expect(CRC32C.checksum(of: Array(UInt8(0)..<32)) == 0x46dd_794e)
    #expect(CRC32C.checksum(of: Array((UInt8(0)..<32).reversed())) == 0x113f_db5c)
  }

  /// Checks every length around the steps of the algorithm, at every distance from a step.
  @Test func anyLengthBitByBit() {
    let bytes = (0..<80).map { UInt8(truncatingIfNeeded: $0 * 151 + 7) }
    for start in 0..<17 {
      for end in start..<bytes.count {
        let slow = bytes[start..<end].reduce(~0 as UInt32) { state, byte in
          (0..<8).reduce(state ^ UInt32(byte)) { state, _ in
            state & 1 == 1 ? (state >> 1) ^ 0x82f6_3b78 : state >> 1
          }
        }
        #expect(CRC32C.checksum(of: bytes[start..<end]) == ~slow)
        #expect(CRC32C.checksum(of: bytes[start..<end].lazy.map { $0 }) == ~slow)
        let throughTables = bytes[start..<end].withUnsafeBufferPointer {
          CRC32C.checksumThroughTables(of: $0)
        }
        #expect(throughTables == ~slow)
      }
    }
  }
}
