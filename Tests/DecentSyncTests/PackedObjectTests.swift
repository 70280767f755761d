// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicationLaws
import Testing

@testable import DecentSync

/// Objects in the form in which they are sent: compressed if that is smaller.
@Suite struct PackedObjectTests {
  private func object(delta: [UInt8]) throws -> LogObject {
    let claim = Claim(
      document: try #require(DocumentID("note/1")), base: [], news: [1, 2], delta: delta)
    return LogObject(
      device: DeviceID(rawValue: 7), number: 3, level: 0, taken: [], claims: [claim])
  }

  private func longText() -> [UInt8] {
    (0..<2000).flatMap { Array("line \($0 * 7919 % 9973) of a note\n".utf8) }
  }

  @Test func aLargeObjectIsCompressed() throws {
    let object = try object(delta: longText())
    let sealed = SealedObject(sealing: object)
    #expect(sealed.bytes.count < object.encoded().count / 2)
    let opened = try SealedObject(bytes: sealed.bytes)
    #expect(opened == sealed)
    #expect(opened.object == object)
  }

  @Test func aSmallObjectIsSentAsItIs() throws {
    let object = try object(delta: [1, 2, 3])
    #expect(SealedObject(sealing: object).bytes == object.encoded())
  }

  /// Two versions of a compressor write different bytes for one object.
  @Test func anObjectIsNamedAlikeCompressedOrNot() throws {
    let object = try object(delta: longText())
    let plain = try SealedObject(bytes: object.encoded())
    #expect(plain.reference == SealedObject(sealing: object).reference)
  }

  @Test func damageIsNoticed() throws {
    let bytes = SealedObject(sealing: try object(delta: longText())).bytes
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: DecodingFailure.self) { try SealedObject(bytes: Array(bytes[..<count])) }
    }
    for place in 0..<(bytes.count * 8) {
      var changed = bytes
      changed[place / 8] ^= 1 << UInt8(place % 8)
      #expect(throws: DecodingFailure.self) { try SealedObject(bytes: changed) }
    }
  }

  /// A whole frame around content that is damaged or claims to be 2 GiB large.
  @Test(
    arguments: [
      [], [0x28, 0xb5, 0x2f, 0xfd],
      [0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0x80, 0x03, 0, 0x04, 0x05],
      [UInt8](repeating: 0, count: 40),
    ] as [[UInt8]])
  func contentThatIsNoObjectIsRefused(_ content: [UInt8]) {
    let bytes = PackedObject(content: content).encoded()
    #expect(throws: DecodingFailure.self) { try SealedObject(bytes: bytes) }
  }

  /// Bytes that compress some thirty times.
  @Test func contentMuchLargerThanItsObjectIsRefused() throws {
    var random = SeededGenerator(seed: 1)
    var delta: [UInt8] = []
    for _ in 0..<640 {
      for _ in 0..<256 { withUnsafeBytes(of: random.next()) { delta += $0 } }
      delta += [UInt8](repeating: 0, count: 62 << 10)
    }
    let object = try object(delta: delta)
    let frame = object.encoded()
    let content = PackedBytes.pack(frame, effort: .low)
    #expect(content.count < frame.count / 16)
    let bytes = PackedObject(content: content).encoded()
    #expect(throws: DecodingFailure.self) { _ = try SealedObject(bytes: bytes).claims.count }
    // Such an object is sent as it is.
    #expect(SealedObject(sealing: object).bytes == frame)
  }

  /// An object compressed twice is refused: bytes are unpacked only once.
  @Test func anObjectIsCompressedOnce() throws {
    let sealed = SealedObject(sealing: try object(delta: longText()))
    let twice = PackedObject(content: sealed.bytes).encoded()
    #expect(throws: DecodingFailure.self) { try SealedObject(bytes: twice) }
  }
}
