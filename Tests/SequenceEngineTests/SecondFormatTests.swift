// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

/// Batches in the second version of the format are read for ever.
@Suite struct SecondFormatTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func batchesOfTheSecondFormatAreReadAsThoseOfThis(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    for _ in 0..<TestRun.length(60) {
      let history = RandomHistory(&random)
      var replica = Replica()
      for chain in history.chains { try replica.add(chain) }
      let known = history.chains.prefix(random.below(6)).map(\.last)
      let batches = [
        replica.log.wholeExtract.batch,
        replica.log.extract(since: SequenceVersion(tips: known, hints: []))?.batch ?? EventBatch(),
      ]
      for batch in batches {
        var (old, new) = (ByteWriter(), ByteWriter())
        batch.encodeInSecondFormat(to: &old)
        batch.encode(to: &new)
        for (writer, format) in [(old, 2), (new, 3)] as [(ByteWriter, UInt64)] {
          var reader = ByteReader(
            writer.bytes, in: 0..<writer.bytes.count, identifiers: writer.identifiers,
            format: format)
          #expect(try EventBatch(from: &reader) == batch, "format \(format)")
          try reader.expectEnd()
        }
      }
    }
  }

  /// All versions of the format wrote sessions in the order of first appearance. The present one
  /// can write no other order.
  @Test(arguments: [1, 2] as [UInt64])
  func sessionsOutOfOrderAreRefused(format: UInt64) throws {
    #expect(try batch(ofSessions: 0, 1, format: format).chains.map(\.session) == [0, 1])
    #expect(throws: DecodingFailure.self) { try batch(ofSessions: 1, 0, format: format) }
  }

  /// Two sessions, each of which inserts one element.
  private func batch(
    ofSessions first: UInt8, _ second: UInt8, format: UInt64
  ) throws -> EventBatch {
    let tables: [UInt8] = [2, 0, 0, 0, 0, 1, 0, 0]
    let chains: [UInt8] =
      format == 1
      ? [2, first, 0, 0, 0, second, 0, 0, 0] : [2, first, second, 0, 0, 0, 0, 0, 0]
    let bytes = (format == 1 ? [] : [0]) + tables + chains
    var reader = ByteReader(bytes, in: 0..<bytes.count, identifiers: [7], format: format)
    let batch = try EventBatch(from: &reader)
    try reader.expectEnd()
    return batch
  }
}

extension EventBatch {
  /// Writes a batch without sections.
  fileprivate func encodeInSecondFormat(to writer: inout ByteWriter) {
    writer.writeCount(0)
    writer.writeCount(sessions.count)
    for session in sessions {
      session.id.encode(to: &writer)
      writer.writeCount(session.firstNumber)
    }
    writer.writeCount(externals.count)
    externals.forEach { $0.encode(to: &writer) }
    writer.writeCount(chains.count)
    for chain in chains { writer.writeCount(chain.session) }
    for chain in chains { writer.writeCount(chain.events.count - 1) }
    encodeParentsInSecondFormat(to: &writer)
    var distances = ByteWriter()
    var ends = [Int](repeating: 0, count: sessions.count)
    for chain in chains {
      for run in operations[chain.operations] {
        let header = OperationHeader(of: run, after: ends[chain.session])
        let distance = run.position - header.position(after: ends[chain.session])
        writer.writeCount(header.code)
        if distance != 0 { distances.writeSignedVarint(Int64(distance)) }
        ends[chain.session] = run.end
      }
    }
    writer.write(contentsOf: distances.bytes)
  }

  private func encodeParentsInSecondFormat(to writer: inout ByteWriter) {
    for (index, chain) in chains.enumerated() {
      writer.writeCount(chain.parents.count)
      for parent in parents[chain.parents] {
        switch parent {
        case .inside(let event, let owner):
          let rest = chains[owner].events.upperBound - 1 - event
          writer.writeCount((index - owner - 1) * 3 + (rest == 0 ? 0 : 1))
          if rest > 0 { writer.writeCount(rest) }
        case .outside(let external): writer.writeCount(external * 3 + 2)
        }
      }
    }
  }
}
