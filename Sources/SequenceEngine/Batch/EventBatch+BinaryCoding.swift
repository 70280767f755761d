// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Written and read as FORMAT.md says under "Event batch".
extension EventBatch: BinaryCodable {
  package func encode(to writer: inout ByteWriter) {
    writer.writeCount(sessions.count)
    for session in sessions {
      session.id.encode(to: &writer)
      writer.writeCount(session.firstNumber)
    }
    writer.writeCount(externals.count)
    externals.forEach { $0.encode(to: &writer) }
    writer.writeCount(chains.count)
    var place = 0
    var ends = [Int](repeating: 0, count: sessions.count)
    for chain in chains {
      writer.writeCount(chain.session)
      writer.writeCount(chain.length - 1)
      encodeParents(of: chain, at: place, to: &writer)
      for run in chain.operations {
        run.encode(after: ends[chain.session], to: &writer)
        ends[chain.session] = run.end
      }
      place += chain.length
    }
  }

  private func encodeParents(of chain: Chain, at place: Int, to writer: inout ByteWriter) {
    writer.writeCount(chain.parents.count)
    for parent in chain.parents {
      switch parent {
      case .inside(let event): writer.writeCount((place - event) << 1)
      case .outside(let external): writer.writeCount(external << 1 | 1)
      }
    }
  }

  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    try readSessions(from: &reader)
    for _ in 0..<(try reader.readCount(itemSize: 3)) {
      externals.append(try Dot(from: &reader))
    }
    guard Set(externals).count == externals.count else { throw reader.corrupt("a parent twice") }
    var place = 0
    var ends = [Int](repeating: 0, count: sessions.count)
    for _ in 0..<(try reader.readCount(itemSize: 4)) {
      let chain = try Self.readChain(
        from: &reader, at: place, externals: externals.count, ends: &ends)
      // No sum overflows: both parts are limited.
      place += chain.length
      guard place <= Self.maximumCount else { throw reader.corrupt("too many events") }
      chains.append(chain)
    }
    let endNumbers = endNumbers
    guard zip(endNumbers, sessions).allSatisfy({ $0 > $1.firstNumber }) else {
      throw reader.corrupt("a session without events")
    }
    guard endNumbers.allSatisfy({ $0 <= Dot.maximumNumber }) else {
      throw reader.corrupt("a session with too many events")
    }
  }

  private mutating func readSessions(from reader: inout ByteReader) throws(DecodingFailure) {
    for _ in 0..<(try reader.readCount(itemSize: 3)) {
      let id = try SessionID(from: &reader)
      sessions.append(Session(id: id, firstNumber: try reader.readInt(limit: Dot.maximumNumber)))
    }
    guard Set(sessions.map { $0.id }).count == sessions.count else {
      throw reader.corrupt("a session twice")
    }
  }

  private static func readChain(
    from reader: inout ByteReader, at place: Int, externals: Int, ends: inout [Int]
  ) throws(DecodingFailure) -> Chain {
    let session = try reader.readInt()
    guard session < ends.count else { throw reader.corrupt("an unknown session") }
    let length = try reader.readInt(limit: Dot.maximumNumber - 1) + 1
    let parents = try readParents(from: &reader, at: place, externals: externals)
    var chain = Chain(session: session, parents: parents, operations: [], length: length)
    var left = length
    while left > 0 {
      let run = try OperationRun(from: &reader, after: ends[session])
      guard run.length <= left else { throw reader.corrupt("operations beyond their chain") }
      left -= run.length
      ends[session] = run.end
      chain.operations.append(run)
    }
    return chain
  }

  private static func readParents(
    from reader: inout ByteReader, at place: Int, externals: Int
  ) throws(DecodingFailure) -> [Parent] {
    var parents: [Parent] = []
    for _ in 0..<(try reader.readCount()) {
      let code = try reader.readInt()
      let parent: Parent = code & 1 == 1 ? .outside(code >> 1) : .inside(place - (code >> 1))
      switch parent {
      case .inside(let event):
        guard event >= 0, event < place else { throw reader.corrupt("a parent before its time") }
      case .outside(let external):
        guard external < externals else { throw reader.corrupt("an unknown parent") }
      }
      parents.append(parent)
    }
    return parents
  }
}

extension OperationRun {
  /// Appends a header, and the distance from where the session's last run
  /// ended if this one is elsewhere.
  fileprivate func encode(after end: Int, to writer: inout ByteWriter) {
    let isElsewhere = position != end
    writer.writeCount((length - 1) * 6 + Int(kind.rawValue) * 2 + (isElsewhere ? 1 : 0))
    if isElsewhere { writer.writeSignedVarint(Int64(position - end)) }
  }

  fileprivate init(from reader: inout ByteReader, after end: Int) throws(DecodingFailure) {
    let header = try reader.readInt(limit: Dot.maximumNumber * 6)
    let length = header / 6 + 1
    guard let kind = OperationKind(rawValue: UInt8(header % 6 / 2)) else {
      throw reader.corrupt("an unknown operation")
    }
    var position = end
    if header % 2 == 1 {
      let distance = try reader.readSignedVarint()
      guard distance != 0, distance.magnitude <= UInt64(Dot.maximumNumber) else {
        throw reader.corrupt("an impossible position")
      }
      position += Int(distance)
    }
    let lowest = kind == .deleteBackward ? position - length + 1 : position
    let highest = kind == .insert ? position + length : position
    guard lowest >= 0, highest <= Dot.maximumNumber, kind != .deleteBackward || length > 1 else {
      throw reader.corrupt("an impossible position")
    }
    self.init(kind: kind, position: position, length: length)
  }
}
