// SPDX-License-Identifier: MIT

import BinaryCoding
import DecentSync
import ReplicationLaws
import Testing

@Suite struct SegmentTests {
  private let sealed: SealedSegment

  init() throws {
    let note = try #require(DocumentID("note/1"))
    let index = try #require(DocumentID("index"))
    let device = DeviceID(rawValue: 7)
    let earlier = [
      SegmentReference(device: device, number: 2, checksum: 9),
      SegmentReference(device: DeviceID(rawValue: 3), number: 1, checksum: 8),
    ]
    sealed = SealedSegment(
      sealing: Segment(
        device: device, number: 300,
        changes: [
          DocumentChange(document: note, after: earlier, version: [1, 2], delta: [3, 4, 5]),
          DocumentChange(document: index, after: [], version: [], delta: [6]),
        ]))
  }

  @Test func survivesEncoding() throws {
    let opened = try SealedSegment(bytes: sealed.bytes)
    #expect(opened == sealed)
    #expect(opened.segment.encoded() == sealed.bytes)
    #expect(opened.segment.changes.map(\.document.text) == ["index", "note/1"])
    #expect(opened.segment.changes.last?.after.map(\.number) == [1, 2])
  }

  @Test func namesItsObject() {
    #expect(sealed.name.text == "log/00000000000000000000000000000007-300")
  }

  @Test func tellsEqualNumbersApart() {
    let other = SealedSegment(
      sealing: Segment(device: sealed.segment.device, number: 300, changes: []))
    #expect(other.name == sealed.name)
    #expect(other.reference != sealed.reference)
  }

  @Test func refusesEveryTruncation() {
    for count in 0..<sealed.bytes.count {
      #expect(throws: DecodingFailure.self, "of \(count) bytes") {
        try SealedSegment(bytes: Array(sealed.bytes.prefix(count)))
      }
    }
  }

  @Test func refusesEveryFlippedBit() {
    for bit in 0..<(sealed.bytes.count * 8) {
      var bytes = sealed.bytes
      bytes[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: DecodingFailure.self, "of bit \(bit)") { try SealedSegment(bytes: bytes) }
    }
  }

  /// Behind the checksum, the other checks must suffice alone: no input traps, and accepted bytes
  /// are a sound segment.
  @Test func readsAnyBytesOrRefusesThem() throws {
    var random = SeededGenerator(seed: 1)
    var accepted = 0
    for round in 0..<4000 {
      var writer = ByteWriter()
      var bytes = Array(sealed.bytes.dropLast(4))
      for _ in 0...random.below(3) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
      writer.write(contentsOf: bytes)
      writer.writeFixed(CRC32C.checksum(of: bytes))
      guard let opened = try? SealedSegment(bytes: writer.bytes) else { continue }
      accepted += 1
      #expect(try Segment(encoded: opened.segment.encoded()) == opened.segment, "round \(round)")
    }
    #expect(accepted > 0)
  }

  @Test(arguments: [true, false])
  func refusesDocumentsOutOfOrder(isTwice: Bool) throws {
    var writer = ByteWriter()
    sealed.segment.device.encode(to: &writer)
    writer.writeCount(1)
    writer.writeCount(2)
    sealed.segment.changes[1].encode(to: &writer)
    sealed.segment.changes[isTwice ? 1 : 0].encode(to: &writer)
    #expect(throws: DecodingFailure.self) {
      try SealedSegment(bytes: Frame.seal(writer, as: Segment.frameKind))
    }
  }

  @Test func refusesOtherFrames() {
    let frame = Frame.seal(ByteWriter(), as: FrameKind(code: 901, name: "something else"))
    #expect(throws: DecodingFailure.foreign(expected: "a log segment")) {
      try SealedSegment(bytes: frame)
    }
  }
}
