// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Written as FORMAT.md says under "Event batch"; read by ``EventColumns``.
extension EventBatch: BinaryCodable {
  package func encode(to writer: inout ByteWriter) {
    writer.writeVarint(sections.rawValue)
    writer.writeCount(sessions.count)
    for session in sessions {
      session.id.encode(to: &writer)
      writer.writeCount(session.firstNumber)
    }
    writer.writeCount(externals.count)
    externals.forEach { $0.encode(to: &writer) }
    writer.writeCount(chains.count)
    for chain in chains { writer.writeCount(chain.session) }
    for chain in chains { writer.writeCount(chain.length - 1) }
    encodeParents(to: &writer)
    encodeOperations(to: &writer)
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

  private func encodeParents(to writer: inout ByteWriter) {
    var ends: [Int] = []
    for (index, chain) in chains.enumerated() {
      writer.writeCount(chain.parents.count)
      for parent in chain.parents {
        switch parent {
        case .inside(let event):
          let owner = ends.indices.last(inPrefixWhere: { $0 == 0 || ends[$0 - 1] <= event })
          let rest = ends[owner] - 1 - event
          writer.writeCount((index - owner - 1) * 3 + (rest == 0 ? 0 : 1))
          if rest > 0 { writer.writeCount(rest) }
        case .outside(let external):
          writer.writeCount(external * 3 + 2)
        }
      }
      ends.append((ends.last ?? 0) + chain.length)
    }
  }

  private func encodeOperations(to writer: inout ByteWriter) {
    var distances = ByteWriter()
    var ends = [Int](repeating: 0, count: sessions.count)
    for chain in chains {
      var end = ends[chain.session]
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

  /// Reads a batch that has all its elements and history.
  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    try self.init(droppingFrom: &reader)
    guard sections.isEmpty else {
      throw .unknownForm
    }
  }

  /// Reads a batch of which elements and history may be dropped.
  package init(droppingFrom reader: inout ByteReader) throws(DecodingFailure) {
    self.init(try EventColumns(from: &reader))
  }
}
