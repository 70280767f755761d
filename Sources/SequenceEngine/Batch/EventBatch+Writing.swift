// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Writing, as FORMAT.md says under "Event batch".
extension EventBatch: BinaryCodable {
  package func encode(to writer: inout ByteWriter) {
    writer.writeVarint(dropped == nil ? 0 : Self.droppedSection)
    encodeTables(to: &writer)
    writer.writeCount(chains.count)
    encodeSessionsOfChains(to: &writer)
    for chain in chains { writer.writeCount(chain.events.count - 1) }
    encodeParents(to: &writer)
    encodeOperations(to: &writer)
    dropped?.encode(to: &writer)
  }

  private func encodeTables(to writer: inout ByteWriter) {
    writer.writeCount(sessions.count)
    var place = -1
    for session in sessions {
      session.id.encode(to: &writer, after: &place)
      writer.writeCount(session.firstNumber)
    }
    writer.writeCount(externals.count)
    externals.forEach { $0.encode(to: &writer) }
  }

  private func encodeSessionsOfChains(to writer: inout ByteWriter) {
    var begun = 0
    for chain in chains {
      writer.writeCount(begun - chain.session)
      if chain.session == begun { begun += 1 }
    }
  }

  private func encodeParents(to writer: inout ByteWriter) {
    for (index, chain) in chains.enumerated() {
      writer.writeCount(chain.parents.count)
      for parent in parents[chain.parents] {
        switch parent {
        case .inside(let event, let owner):
          let rest = chains[owner].events.upperBound - 1 - event
          writer.writeCount((index - owner - 1) * 3 + (rest == 0 ? 0 : 1))
          if rest > 0 { writer.writeCount(rest) }
        case .outside(let external):
          writer.writeCount(external * 3 + 2)
        }
      }
    }
  }

  private func encodeOperations(to writer: inout ByteWriter) {
    var distances = ByteWriter()
    var ends = [Int](repeating: 0, count: sessions.count)
    var begun = 0
    for chain in chains {
      var end = ends[chain.session]
      if chain.session == begun {
        begun += 1
        end = endBefore(chain, ends)
      }
      for run in operations[chain.operations] {
        let header = OperationHeader(of: run, after: end)
        let distance = run.position - header.position(after: end)
        writer.writeCount(header.code)
        if distance != 0 { distances.writeSignedVarint(Int64(distance)) }
        end = run.end
      }
      ends[chain.session] = end
    }
    writer.write(contentsOf: distances.bytes)
  }

  /// The expected position of the first run of `chain`, the first chain of its session. The
  /// position is the end of the last run so far in the session of the chain's first parent. If the
  /// batch has no parent of the chain, the position is 0.
  ///
  /// - Parameter ends: The end of each session's last run so far.
  func endBefore(_ chain: Chain, _ ends: [Int]) -> Int {
    guard let first = chain.parents.first, case .inside(_, let parent) = parents[first] else {
      return 0
    }
    return ends[chains[parent].session]
  }
}
