// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

/// Batches in the first version of the format are read for ever.
@Suite struct FirstFormatTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func batchesOfTheFirstFormatAreRead(seed: UInt64) throws {
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
        var writer = ByteWriter()
        batch.encodeInFirstFormat(to: &writer)
        var reader = ByteReader(
          writer.bytes, in: 0..<writer.bytes.count, identifiers: writer.identifiers, format: 1)
        #expect(try EventBatch(from: &reader) == batch)
        try reader.expectEnd()
      }
    }
  }
}

extension EventBatch {
  fileprivate func encodeInFirstFormat(to writer: inout ByteWriter) {
    writer.writeCount(sessions.count)
    for session in sessions {
      session.id.encode(to: &writer)
      writer.writeCount(session.firstNumber)
    }
    writer.writeCount(externals.count)
    externals.forEach { $0.encode(to: &writer) }
    writer.writeCount(chains.count)
    var ends = [Int](repeating: 0, count: sessions.count)
    for chain in chains {
      writer.writeCount(chain.session)
      writer.writeCount(chain.events.count - 1)
      writer.writeCount(chain.parents.count)
      for parent in parents[chain.parents] {
        switch parent {
        case .inside(let event, _): writer.writeCount((chain.events.lowerBound - event) << 1)
        case .outside(let external): writer.writeCount(external << 1 | 1)
        }
      }
      for run in operations[chain.operations] {
        let distance = run.position - ends[chain.session]
        writer.writeCount(
          (run.length - 1) * 6 + Int(run.kind.rawValue) * 2 + (distance != 0 ? 1 : 0))
        if distance != 0 { writer.writeSignedVarint(Int64(distance)) }
        ends[chain.session] = run.end
      }
    }
  }
}
