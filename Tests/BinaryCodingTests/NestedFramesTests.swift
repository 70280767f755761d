// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import BinaryCoding

struct NestedFramesTests {
  private let kind = FrameKind(code: 300, name: "a test")

  private func frame(of identifiers: [UInt128]) -> [UInt8] {
    var writer = ByteWriter()
    identifiers.forEach { writer.writeIdentifier($0) }
    return Frame.seal(writer, as: kind)
  }

  private func nested(_ all: [[UInt8]], room: Int = 1 << 20) -> ByteWriter {
    var (writer, frames) = (ByteWriter(), NestedFrames(room: room))
    for bytes in all { frames.write(bytes, to: &writer) }
    return writer
  }

  private func unnested(
    _ count: Int, from reader: ByteReader, room: Int = 1 << 20
  ) throws(DecodingFailure) -> [[UInt8]] {
    var (reader, frames, all) = (reader, NestedFrames(room: room), [[UInt8]]())
    for _ in 0..<count { all.append(try frames.read(from: &reader)) }
    try reader.expectEnd()
    return all
  }

  private func reopened(_ writer: ByteWriter) throws(DecodingFailure) -> ByteReader {
    try Frame.open(Frame.seal(writer, as: kind), expecting: kind)
  }

  @Test func framesAndOtherBytesComeBack() throws {
    var random = TestRun.generator(seed: 1)
    for _ in 0..<TestRun.length(300) {
      let all = (0..<random.below(6)).map { _ -> [UInt8] in
        var bytes = frame(of: (0..<random.below(4)).map { _ in UInt128(random.below(5)) << 90 | 7 })
        switch random.below(4) {
        case 0: return []
        case 1: bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
        case 2: bytes.removeLast(random.below(bytes.count))
        default: break
        }
        return bytes
      }
      #expect(try unnested(all.count, from: reopened(nested(all))) == all)
    }
  }

  @Test func frameOfADeviceStaysAsItIs() throws {
    var writer = ByteWriter(for: .ownDevice)
    writer.writeIdentifier(9)
    let own = Frame.seal(writer, as: kind)
    #expect(nested([own]).bytes == [1, UInt8(own.count)] + own)
  }

  /// A forged frame of another version must neither stop the program nor be taken for other bytes.
  @Test func onlyFramesOfThisVersionAreNested() throws {
    for identifiers in [[], [1 << 100]] as [[UInt128]] {
      let frame = Frame.Parts(kind: 300, identifiers: identifiers, payload: [1, 2]).sealed()
      for version in [0, 1, 6, 7, 8, 0x7f] as [UInt8] {
        var body = frame.dropLast(4)
        body[4] = version
        var resealed = ByteWriter()
        resealed.write(contentsOf: body)
        resealed.writeFixed(CRC32C.checksum(of: body))
        let other = resealed.bytes
        let writer = nested([other, other])
        #expect(writer.bytes[0] == (version == 7 ? 2 : 1))
        #expect(try unnested(2, from: reopened(writer)) == [other, other])
      }
    }
  }

  @Test func otherFormsAreRefused() {
    for form in [3, 6, 8, .max] as [UInt64] {
      var writer = ByteWriter()
      writer.writeVarint(form)
      writer.writeVarint(300)
      writer.writeCount(0)
      writer.writeCount(0)
      #expect(throws: DecodingFailure.self, "\(form)") { try unnested(1, from: reopened(writer)) }
    }
  }

  /// No bytes are written as 0. Their other form used to be read, too.
  @Test func noBytesHaveOneForm() {
    for bytes in [[1, 0], [1, 0, 0]] as [[UInt8]] {
      var writer = ByteWriter()
      bytes.forEach { writer.write($0) }
      #expect(throws: DecodingFailure.self) { try unnested(1, from: reopened(writer)) }
    }
  }

  @Test func sharedIdentifiersAreWrittenOnce() {
    let frames = (0..<10).map { _ in frame(of: [1 << 100, 1 << 120]) }
    #expect(nested(frames).identifiers.count == 2)
    #expect(nested(frames).bytes.count < 10 * 12)
  }

  /// Few bytes must not stand for many: beyond the room frames are written as they are.
  @Test func roomIsBounded() throws {
    let frames = (0..<10).map { _ in frame(of: (1..<100).map { UInt128($0) }) }
    let room = 3 * (frames[0].count + NestedFrames.bytesBeside)
    let writer = nested(frames, room: room)
    #expect(try unnested(10, from: reopened(writer), room: room) == frames)
    #expect(throws: DecodingFailure.self) {
      try unnested(10, from: reopened(writer), room: room - 1)
    }
  }

  @Test func everyTruncationIsRefused() throws {
    let writer = nested([frame(of: [1, 2]), frame(of: [2, 3])])
    for count in writer.bytes.indices {
      let reader = ByteReader(
        writer.bytes, in: 0..<count, identifiers: writer.identifiers)
      #expect(throws: DecodingFailure.self, "\(count) bytes") { try unnested(2, from: reader) }
    }
  }
}
