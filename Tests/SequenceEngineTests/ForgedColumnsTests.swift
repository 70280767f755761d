// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import Testing

@testable import SequenceEngine

/// Forged columns of an event batch.
@Suite struct ForgedColumnsTests {
  /// Two sessions of a run. The second has seen the first event of the first.
  private struct Forged {
    /// The distances of the places of the runs' identifiers.
    var identifiers: [Int64] = [0, -1]
    /// The sessions of the chains, as they are written.
    var sessions: [UInt64] = [0, 0]
    var lengths = [2, 1]
    /// The parents of the second chain.
    var parents: [UInt64] = [1, 1]
    var headers = [OperationHeader(length: 2), OperationHeader(length: 1)]
    var distances: [Int64] = []

    func batch() throws(DecodingFailure) -> EventBatch {
      var writer = ByteWriter()
      writer.writeCount(0)
      writer.writeCount(identifiers.count)
      for (number, distance) in identifiers.enumerated() {
        writer.writeSignedVarint(distance)
        writer.writeCount(number)
        writer.writeCount(0)
      }
      writer.writeCount(0)
      writer.writeCount(sessions.count)
      sessions.forEach { writer.writeVarint($0) }
      lengths.forEach { writer.writeCount($0 - 1) }
      writer.writeCount(0)
      if sessions.count > 1 {
        writer.writeCount(1)
        parents.forEach { writer.writeVarint($0) }
      }
      headers.forEach { writer.writeCount($0.code) }
      distances.forEach { writer.writeSignedVarint($0) }
      var reader = ByteReader(writer.bytes, in: 0..<writer.bytes.count, identifiers: [7])
      let batch = try EventBatch(from: &reader)
      try reader.expectEnd()
      var written = ByteWriter()
      batch.encode(to: &written)
      #expect(written.bytes == writer.bytes)
      return batch
    }
  }

  private let limit = Dot.maximumNumber

  @Test func aSessionBeginsWhereThatOfItsParentEnded() throws {
    for parents in [[0], [1, 1]] as [[UInt64]] {
      let batch = try Forged(parents: parents).batch()
      #expect(batch.chains.map(\.session) == [0, 1])
      #expect(batch.operations[1].position == 2, "\(parents)")
    }
    let elsewhere = try Forged(
      headers: [OperationHeader(length: 2), OperationHeader(length: 1, isElsewhere: true)],
      distances: [-2]
    ).batch()
    #expect(elsewhere.operations[1].position == 0)
  }

  @Test func identifiersOutsideOfTheTableAreRefused() {
    for identifiers in [[1, -1], [-1, 0], [0, 0], [0, -2], [.max, 0], [.min, 0]] as [[Int64]] {
      #expect(throws: DecodingFailure.self, "\(identifiers)") {
        try Forged(identifiers: identifiers).batch()
      }
    }
  }

  @Test func sessionsThatTheTableLacksAreRefused() {
    for sessions in [[1, 0], [0, 2], [0, .max], [0, 1 << 63]] as [[UInt64]] {
      #expect(throws: DecodingFailure.self, "\(sessions)") {
        try Forged(sessions: sessions).batch()
      }
    }
    // More sessions begin than there are identifiers.
    #expect(throws: DecodingFailure.self) { try Forged(identifiers: [0]).batch() }
  }

  @Test func sessionsWithoutChainsAreRefused() {
    #expect(throws: DecodingFailure.self) { try Forged(sessions: [0, 1]).batch() }
    #expect(throws: DecodingFailure.self) { try Forged(identifiers: [0, -1, -1]).batch() }
  }

  /// The parent's chain ends at a limit. The next chain's position goes beyond it.
  @Test func positionsBeyondTheLimitsAreRefused() throws {
    let atTheEnd = OperationHeader(length: 2, isElsewhere: true)
    let insert = OperationHeader(length: 1)
    let delete = OperationHeader(length: 1, kind: .deleteBackward)
    let distance = Int64(limit - 2)
    #expect(throws: DecodingFailure.self) {
      try Forged(headers: [atTheEnd, insert], distances: [distance]).batch()
    }
    let deleted = try Forged(headers: [atTheEnd, delete], distances: [distance]).batch()
    #expect(deleted.operations[1].position == limit - 1)
    // No element stands before the start.
    let nothing = OperationHeader(length: 2, kind: .deleteForward)
    #expect(throws: DecodingFailure.self) { try Forged(headers: [nothing, delete]).batch() }
  }
}

extension OperationHeader {
  fileprivate init(length: Int, kind: OperationKind = .insert, isElsewhere: Bool = false) {
    self.init(code: UInt((length - 1) * 6 + Int(kind.rawValue) * 2 + (isElsewhere ? 1 : 0)))
  }
}
