// SPDX-License-Identifier: MIT

import BinaryCoding
import Testing

struct ByteWriterTests {
  @Test func formsOfNumbersAndText() {
    var writer = ByteWriter()
    writer.writeVarint(300)
    writer.writeSignedVarint(-2)
    writer.writeSignedVarint(1)
    writer.writeFixed(UInt32(0x0102_0304))
    writer.writeString("é")
    writer.writePrefixed([7])
    #expect(writer.bytes == [0xac, 0x02, 3, 2, 4, 3, 2, 1, 2, 0xc3, 0xa9, 1, 7])
  }

  @Test func identifiersAreWrittenOnce() {
    var writer = ByteWriter()
    writer.writeIdentifier(9)
    writer.writePrefixed { $0.writeIdentifier(8) }
    writer.writeIdentifier(9)
    #expect(writer.identifiers == [9, 8])
    #expect(writer.bytes == [0, 1, 1, 0])
  }

  @Test func theFirstFailureIsKept() {
    var writer = ByteWriter()
    writer.fail(EncodingFailure(reason: "one"))
    writer.writePrefixed { $0.fail(EncodingFailure(reason: "two")) }
    #expect(writer.failure == EncodingFailure(reason: "one"))
  }
}
