// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import Testing

@testable import ReplicationLaws

/// A field type of one's own: it has bytes, but no frames.
private struct Peak: PersistentReplicable, ReplicaVersion {
  @TaskLocal static var losesBits = false

  private(set) var height: UInt64 = 0

  init() {}
  mutating func climb(to height: UInt64) { self.height = max(self.height, height) }

  var version: Peak { self }
  func merged(with other: Peak) -> Peak { height < other.height ? other : self }
  func contains(_ version: Peak) -> Bool { height >= version.height }
  func delta(since version: Peak) -> Peak? { version.contains(self) ? nil : self }
  func validate(_ delta: Peak) throws(MissingHistory) {}
  mutating func merge(delta: Peak) throws(MissingHistory) { merge(delta) }

  func encode(to writer: inout ByteWriter) {
    writer.writeVarint(Self.losesBits ? height & 0xf : height)
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) { height = try reader.readVarint() }

  static var subject: LawSubject<Peak, UInt64> {
    LawSubject(
      "a peak", make: { Peak() },
      edits: [
        { peak, random in
          let height = UInt64(random.below(32))
          peak.climb(to: height)
          return Edit("climb to \(height)", code: "replica.climb(to: \(height))")
        }
      ],
      observe: \.height)
  }
}

struct UnframedTests {
  @Test func aTypeWithoutFramesHasItsBytesChecked() throws {
    let report = try LawDriver(Peak.subject).run(schedules: 200)
    #expect(report.checks[.encoding] ?? 0 > 0)
    #expect(!report.description.contains("bytes (it is"))
    _ = try ExhaustiveSearch(Peak.subject, edits: ["replica.climb(to: 2)": { $0.climb(to: 2) }])
      .run(SearchScope(edits: 2, merges: 2))
  }

  /// The flaw used to be reported as a breach of a law of deltas, with a script that returns true,
  /// or not at all.
  @Test func aFormThatLosesBitsIsCalledEncoding() throws {
    let violation = Peak.$losesBits.withValue(true) { LawViolation.found(in: Peak.subject) }
    #expect(violation?.law == .encoding)
    #expect(violation?.script.contains { $0.contains("reopened(") } == true, "\(violation as Any)")
    let search = ExhaustiveSearch(
      Peak.subject, edits: ["replica.climb(to: 20)": { $0.climb(to: 20) }])
    #expect {
      try Peak.$losesBits.withValue(true) { try search.run() }
    } throws: {
      ($0 as? LawViolation)?.law == .encoding
    }
  }

  @Test func scriptsOpenWhatTheyWrite() throws {
    var peak = Peak()
    peak.climb(to: 7)
    #expect(try reopened(peak) == peak)
    #expect(try encodedBytes(of: peak) == encodedBytes(of: reopened(peak)))
  }
}
