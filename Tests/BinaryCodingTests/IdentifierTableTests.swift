// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import BinaryCoding

@Suite struct IdentifierTableTests {
  private func written(_ identifiers: [UInt128]) -> [UInt8] {
    var writer = ByteWriter()
    IdentifierTable.write(identifiers, to: &writer)
    return writer.bytes
  }

  private func read(_ bytes: [UInt8]) throws -> [UInt128] {
    var reader = ByteReader(bytes)
    let identifiers = try IdentifierTable.read(from: &reader)
    try reader.expectEnd()
    return identifiers
  }

  /// An identifier of a run.
  private func run(_ time: UInt64, _ random: UInt128) -> UInt128 { UInt128(time) << 80 | random }

  @Test func everyTableIsReadAsItWasWritten() throws {
    var random = TestRun.generator(seed: 1)
    let times: [UInt64] = [0, 1, 2, 1_700_000_000_000, 1_700_000_000_001, (1 << 48) - 1]
    for _ in 0..<TestRun.length(2_000) {
      let identifiers = (0..<random.below(6)).map { _ in
        run(random.pick(times), UInt128(random.below(1 << 30)) << UInt128(random.below(51)))
      }
      let bytes = written(identifiers)
      guard try read(bytes) != identifiers else { continue }
      Issue.record("\(identifiers) is read otherwise")
    }
  }

  /// Most frames name one run.
  @Test func oneIdentifierTakesSixteenBytesInTheirOrder() {
    let identifier: UInt128 = 0x0123_4567_89ab_cdef_0123_4567_89ab_cdef
    var writer = ByteWriter()
    writer.writeCount(1)
    writer.writeFixed(identifier)
    #expect(written([identifier]) == writer.bytes)
    #expect(written([]) == [0])
  }

  @Test func runsInTheirOrderTakeElevenBytesOrLittleMore() {
    let seconds = (0..<100).map { run(1_700_000_000_000 + $0 * 1_000, 5) }
    #expect(written(seconds).count == 1 + 16 + 99 * 12)
    #expect(written([seconds[0], 0, seconds[1]]).count == 1 + 16 + 11 + 12)
  }

  @Test func timesBeyondTheirBitsAreRefused() {
    let random = [UInt8](repeating: 0, count: 20)
    let greatest = [UInt8](repeating: 0xff, count: 6)
    let least = [1] + [UInt8](repeating: 0, count: 5)
    var codes: [(first: [UInt8], code: UInt64)] = [
      // A time beyond the greatest, and two times of 0 in another form.
      (greatest, 3), (least, 2), (least, 4),
    ]
    for code in [1 << 49, 1 << 50, 1 << 50 + 1, .max - 1, .max] as [UInt64] {
      codes += [(greatest, code), (least, code)]
    }
    for (first, code) in codes {
      var writer = ByteWriter()
      writer.writeCount(2)
      writer.write(contentsOf: random + first)
      writer.writeVarint(code)
      #expect(throws: DecodingFailure.self, "\(code)") { try read(writer.bytes) }
    }
  }

  /// No memory is taken for identifiers that the bytes cannot hold.
  @Test func moreIdentifiersThanTheBytesHoldAreRefused() {
    #expect(throws: DecodingFailure.truncated(offset: 32)) {
      try read([3] + [UInt8](repeating: 0, count: 31))
    }
    var writer = ByteWriter()
    writer.writeVarint(1 << 40)
    #expect(throws: DecodingFailure.self) { try read(writer.bytes) }
  }

  // MARK: Lists

  @Test func aListOfNewIdentifiersTakesAByteEach() throws {
    let identifiers = (0..<1_000).map { UInt128($0) }
    var writer = ByteWriter()
    writer.writeIdentifier(5)
    var last = -1
    for identifier in identifiers { writer.writeIdentifier(identifier, after: &last) }
    #expect(writer.bytes.count <= 1 + 1_000 + 4)
    var reader = ByteReader(
      writer.bytes, in: 0..<writer.bytes.count, identifiers: writer.identifiers)
    #expect(try reader.readIdentifier() == 5)
    last = -1
    for identifier in identifiers { #expect(try reader.readIdentifier(after: &last) == identifier) }
    try reader.expectEnd()
  }

  @Test func placesOutsideTheTableAreRefused() throws {
    var writer = ByteWriter()
    for distance in [-1, 2, .min, .max] as [Int64] {
      writer = ByteWriter()
      writer.writeSignedVarint(distance)
      var reader = ByteReader(writer.bytes, in: 0..<writer.bytes.count, identifiers: [7, 8])
      var last = -1
      #expect(throws: DecodingFailure.self, "\(distance)") {
        try reader.readIdentifier(after: &last)
      }
    }
  }
}
