// SPDX-License-Identifier: MIT

import BinaryCoding
import Testing

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
}
