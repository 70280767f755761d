// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import BinaryCoding

struct FrameTests {
  private let kind = FrameKind(code: 300, name: "a test")

  private func frame() -> [UInt8] {
    var writer = ByteWriter()
    writer.writeString("content")
    writer.writeIdentifier(1 << 100)
    writer.writeIdentifier(5)
    writer.writeIdentifier(1 << 100)
    return Frame.seal(writer, as: kind)
  }

  @Test func aFrameGivesBackItsContent() throws {
    var reader = try Frame.open(frame(), expecting: kind)
    #expect(try reader.readString() == "content")
    #expect(try reader.readIdentifier() == 1 << 100)
    #expect(try reader.readIdentifier() == 5)
    #expect(try reader.readIdentifier() == 1 << 100)
    try reader.expectEnd()
  }

  @Test func everyTruncationIsRefused() {
    let bytes = frame()
    for count in bytes.indices {
      #expect(throws: DecodingFailure.self, "\(count) bytes") {
        try Frame.open(Array(bytes[..<count]), expecting: kind)
      }
    }
  }

  @Test func everyChangedBitIsRefused() {
    let bytes = frame()
    for place in 0..<(bytes.count * 8) {
      var changed = bytes
      changed[place / 8] ^= 1 << UInt8(place % 8)
      #expect(throws: DecodingFailure.self, "bit \(place)") {
        try Frame.open(changed, expecting: kind)
      }
    }
  }

  @Test func splicedFramesAreRefused() {
    var random = TestRun.generator(seed: 1)
    let bytes = frame()
    for _ in 0..<TestRun.length(20_000) {
      var changed = bytes
      let start = random.below(bytes.count)
      let end = min(bytes.count, start + random.below(6))
      let from = random.below(bytes.count)
      changed.replaceSubrange(
        start..<end, with: bytes[from..<min(bytes.count, from + random.below(6))])
      guard changed != bytes, (try? Frame.open(changed, expecting: kind)) != nil else { continue }
      Issue.record("\(changed) is opened")
    }
  }

  @Test func ownBytesAreRefusedFromOthers() throws {
    var writer = ByteWriter(for: .ownDevice)
    writer.writeString("content")
    let own = Frame.seal(writer, as: kind)
    #expect(throws: DecodingFailure.foreign(expected: "a test")) {
      try Frame.open(own, expecting: kind)
    }
    #expect(try Frame.open(own, expecting: kind, from: .ownDevice).party == .ownDevice)
    #expect(try Frame.open(frame(), expecting: kind, from: .ownDevice).party == .anyone)
    for count in own.indices {
      #expect(throws: DecodingFailure.self, "\(count) bytes") {
        try Frame.open(Array(own[..<count]), expecting: kind, from: .ownDevice)
      }
    }
  }

  @Test func reasonsAreTold() throws {
    let bytes = frame()
    #expect(throws: DecodingFailure.foreign(expected: "another")) {
      try Frame.open(bytes, expecting: FrameKind(code: 301, name: "another"))
    }
    #expect(throws: DecodingFailure.foreign(expected: "a test")) {
      try Frame.open(Array("GIF89a".utf8), expecting: kind)
    }
    #expect(throws: DecodingFailure.truncated(offset: 0)) { try Frame.open([], expecting: kind) }
    // Another version is told by its checksum, whatever stands before it.
    for party in [CodingParty.anyone, .ownDevice] {
      #expect(throws: DecodingFailure.newer(found: 8, supported: 7)) {
        try Frame.open(otherFrame(8, for: party), expecting: kind, from: party)
      }
      for version in 1...6 as ClosedRange<UInt64> {
        #expect(throws: DecodingFailure.older(found: version, supported: 7)) {
          try Frame.open(otherFrame(version, for: party), expecting: kind, from: party)
        }
      }
      #expect(throws: DecodingFailure.corrupt(what: "format version 0", offset: 5)) {
        try Frame.open(otherFrame(0, for: party), expecting: kind, from: party)
      }
    }
    for place in [4, bytes.count - 1] {
      var damaged = bytes
      damaged[place] ^= 3
      #expect(
        throws: DecodingFailure.corrupt(
          what: "the checksum does not match", offset: bytes.count - 4)
      ) { try Frame.open(damaged, expecting: kind) }
    }
    #expect(throws: DecodingFailure.self) { try Frame.open(bytes + [0], expecting: kind) }
  }
}

/// A frame of another version, which may hold anything between its number and its checksum.
func otherFrame(_ version: UInt64, for party: CodingParty = .anyone) -> [UInt8] {
  var writer = ByteWriter()
  writer.write(contentsOf: (party == .anyone ? "DCNT" : "DCNO").utf8)
  writer.writeVarint(version)
  writer.write(contentsOf: [1, 2, 3])
  writer.writeFixed(CRC32C.checksum(of: writer.bytes))
  return writer.bytes
}
