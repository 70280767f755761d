// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import Foundation
import ReplicationLaws
import TestInputs
import Testing

/// The stamps in `Codable` formats.
@Suite struct StampCodingTests {
  private let run = RunID(rawValue: 0x0199_0b5d_2a00_abcd_0123_4567_89ab_cdef)
  private var session: SessionID { SessionID(run: run, number: 3) }
  private var dot: Dot { Dot(session: session, number: 41) }
  private let time = HybridTimestamp(rawValue: 1_764_444_000_000 << 16 | 2)

  private var vector: VersionVector {
    var vector = VersionVector()
    vector.advance(session, to: 42)
    vector.advance(SessionID(run: run, number: 0), to: 1)
    return vector
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func read<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  private func check<Value: Codable & Equatable>(_ value: Value, reads json: String) throws {
    #expect(try self.json([value]) == "[\(json)]")
    #expect(try read([Value].self, "[\(json)]") == [value])
    let list = try PropertyListEncoder().encode([value])
    #expect(try PropertyListDecoder().decode([Value].self, from: list) == [value])
    var writer = ByteWriter()
    writer.writePlain(value)
    var reader = ByteReader(writer.bytes)
    #expect(try reader.readPlain(Value.self) == value)
  }

  @Test func theirJSONCanBeRead() throws {
    let run = "01k45ntag0nf6g28t5cy4tqkff"
    try check(time, reads: #""1764444000000-2""#)
    try check(self.run, reads: #""\#(run)""#)
    try check(session, reads: #""\#(run)-3""#)
    try check(dot, reads: #""\#(run)-3-41""#)
    try check(vector, reads: #"{"\#(run)-0":1,"\#(run)-3":42}"#)
    try check([dot: "a"], reads: #"{"\#(run)-3-41":"a"}"#)
    try check(VersionVector(), reads: "{}")
  }

  @Test func extremesSurvive() throws {
    for bits in [0, 1, UInt64.max, 0xffff, 1 << 16] {
      let time = HybridTimestamp(rawValue: bits)
      #expect(HybridTimestamp(time.description) == time)
    }
    for bits in [0, 1, UInt128.max, 1 << 127] {
      let run = RunID(rawValue: bits)
      #expect(RunID(run.description) == run)
    }
    let last = SessionID(run: run, number: (1 << 31) - 1)
    #expect(SessionID(last.description) == last)
    let dot = Dot(session: last, number: Dot.maximumNumber)
    #expect(Dot(dot.description) == dot)
  }

  private func expectCorrupt<Value: Decodable>(_ type: Value.Type, _ json: String) {
    let error = #expect(throws: DecodingError.self, "\(json)") { try read(type, json) }
    guard case .dataCorrupted? = error else {
      Issue.record("\(json): \(String(describing: error))")
      return
    }
  }

  @Test func otherTextsAreRefused() {
    let run = "01k45ntag0nf6g28t5cy4tqkff"
    let tooLate = "281474976710656-0"
    for text in ["", "-", "1", "1-", "-1", "1-65536", "01-2", "+1-2", "1-+2", "1--2", tooLate] {
      expectCorrupt(HybridTimestamp.self, #""\#(text)""#)
    }
    for text in ["", run + "0", String(run.dropLast()), run.uppercased(), "z" + run.dropFirst()] {
      expectCorrupt(RunID.self, #""\#(text)""#)
    }
    for text in ["", run, "\(run)-", "\(run)-01", "\(run)-2147483648", "\(run)--1", "-1"] {
      expectCorrupt(SessionID.self, #""\#(text)""#)
    }
    let beyond = Dot.maximumNumber + 1
    for text in ["\(run)-3", "\(run)-3-", "\(run)-3-\(beyond)", "\(run)-3--1", "\(run)-3-+1"] {
      expectCorrupt(Dot.self, #""\#(text)""#)
    }
    for counts in [
      #""x": 1"#, #""\#(run)-3": 0"#, #""\#(run)-3": -1"#, #""\#(run)-3": \#(beyond)"#,
    ] {
      expectCorrupt(VersionVector.self, "{\(counts)}")
    }
    #expect(throws: DecodingError.self) { try read(VersionVector.self, "[1]") }
    #expect(throws: DecodingError.self) { try read(Dot.self, "7") }
  }

  /// Damaged JSON gives an error or a value that is written as it was read.
  @Test func damagedJSONNeverStops() throws {
    struct Stamps: Codable, Equatable {
      var time: HybridTimestamp
      var dots: [Dot: SessionID]
      var vector: VersionVector
    }
    let stamps = Stamps(time: time, dots: [dot: session], vector: vector)
    let bytes = Array(try json(stamps).utf8)
    var random = TestRun.generator(seed: 1)
    var count = 0
    for _ in 0..<2_000 {
      var damaged = bytes
      for _ in 0...random.below(3) {
        let place = random.below(damaged.count)
        damaged[place] = random.pick(Array("0123456789-+az\"{}:,e.".utf8))
      }
      guard let read = try? JSONDecoder().decode(Stamps.self, from: Data(damaged)) else { continue }
      count += 1
      #expect(try self.read(Stamps.self, json(read)) == read)
    }
    #expect(count > 50)
  }

  @Test func newDotsAreAllDifferent() {
    let here = ReplicationEnvironment(milliseconds: { 7 }, random: { 7 })
    let dots = (0..<100).map { _ in here.newDot() }
    #expect(Set(dots).count == 100 && dots == dots.sorted())
    #expect(Set(dots.map(\.session)).count == 100)
    var vector = VersionVector()
    for dot in dots { vector.advance(dot.session, to: dot.number + 1) }
    #expect(dots.allSatisfy(vector.contains))
  }
}
