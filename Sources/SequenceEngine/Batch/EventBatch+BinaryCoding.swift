// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Written as FORMAT.md says under "Event batch"; read by ``EventColumns``.
extension EventBatch: BinaryCodable {
  package func encode(to writer: inout ByteWriter) {
    writer.writeVarint(sections.rawValue)
    encodeTables(to: &writer)
    writer.writeCount(chains.count)
    encodeSessionsOfChains(to: &writer)
    for chain in chains { writer.writeCount(chain.length - 1) }
    let endsOfChains = endsOfChains
    encodeParents(to: &writer, endsOfChains)
    encodeOperations(to: &writer, endsOfChains)
    if !floor.isEmpty {
      writer.writeCount(floor.count)
      floor.forEach { $0.encode(to: &writer) }
    }
    base?.encode(to: &writer)
    dropped?.encode(to: &writer)
  }

  private var sections: EventColumns.Sections {
    var sections: EventColumns.Sections = []
    if dropped != nil { sections.insert(.dropped) }
    if !floor.isEmpty { sections.insert(.floor) }
    if base != nil { sections.insert(.base) }
    return sections
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

  /// The place after the last event of each chain.
  private var endsOfChains: [Int] {
    var end = 0
    return chains.map { chain in
      end += chain.length
      return end
    }
  }

  /// The place of the chain that holds the event at a place.
  ///
  /// - Parameter hint: A later chain that may be near.
  private func owner(of event: Int, _ endsOfChains: [Int], near hint: Int) -> Int {
    endsOfChains.indices.last(
      inPrefixWhere: { $0 == 0 || endsOfChains[$0 - 1] <= event }, near: hint)
  }

  private func encodeParents(to writer: inout ByteWriter, _ endsOfChains: [Int]) {
    for (index, chain) in chains.enumerated() {
      writer.writeCount(chain.parents.count)
      for parent in chain.parents {
        switch parent {
        case .inside(let event):
          let owner = owner(of: event, endsOfChains, near: index)
          let rest = endsOfChains[owner] - 1 - event
          writer.writeCount((index - owner - 1) * 3 + (rest == 0 ? 0 : 1))
          if rest > 0 { writer.writeCount(rest) }
        case .outside(let external):
          writer.writeCount(external * 3 + 2)
        }
      }
    }
  }

  private func encodeOperations(to writer: inout ByteWriter, _ endsOfChains: [Int]) {
    var distances = ByteWriter()
    var ends = [Int](repeating: 0, count: sessions.count)
    var begun = 0
    for (index, chain) in chains.enumerated() {
      var end = ends[chain.session]
      if chain.session == begun {
        begun += 1
        end = endBefore(chain, at: index, ends, endsOfChains)
      }
      for run in chain.operations {
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

  /// The expected position of the first run of a session: the end of the session of its first
  /// parent.
  private func endBefore(
    _ chain: Chain, at place: Int, _ ends: [Int], _ endsOfChains: [Int]
  ) -> Int {
    guard case .inside(let event) = chain.parents.first else { return 0 }
    return ends[chains[owner(of: event, endsOfChains, near: place)].session]
  }

  /// Reads a batch that has all its elements and history.
  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    try self.init(droppingFrom: &reader)
    guard sections.isEmpty else {
      throw .unknownForm
    }
  }

  /// Reads a batch whose elements and history may be dropped.
  package init(droppingFrom reader: inout ByteReader) throws(DecodingFailure) {
    self.init(try EventColumns(from: &reader))
  }
}
