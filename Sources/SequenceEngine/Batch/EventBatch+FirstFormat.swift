// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Reads the first version of the format: one chain after the other.
extension EventBatch {
  mutating func readFirstFormat(from reader: inout ByteReader) throws(DecodingFailure) {
    try readTables(from: &reader)
    var place = 0
    var ends = [Int](repeating: 0, count: sessions.count)
    var begun = 0
    for _ in 0..<(try reader.readCount(itemSize: 4)) {
      let session = try reader.readInt()
      guard session <= begun, session < sessions.count else {
        throw reader.corrupt("an unknown session")
      }
      if session == begun { begun += 1 }
      var chain = Chain(session: session, events: try Self.readEvents(from: &reader, at: place))
      place = chain.events.upperBound
      let firstParent = parents.count
      for _ in 0..<(try reader.readCount()) {
        parents.append(try readFirstFormatParent(from: &reader, at: chain.events.lowerBound))
      }
      chain.parents = firstParent..<parents.count
      let firstOperation = operations.count
      var left = chain.events.count
      while left > 0 {
        let run = try OperationRun(firstFormat: &reader, after: ends[session])
        left -= run.length
        guard left >= 0 else { throw reader.corrupt("operations beyond their chain") }
        ends[session] = run.end
        append(run)
      }
      chain.operations = firstOperation..<operations.count
      chains.append(chain)
    }
  }

  private func readFirstFormatParent(
    from reader: inout ByteReader, at place: Int
  ) throws(DecodingFailure) -> Parent {
    let code = try reader.readInt()
    if code & 1 == 1 {
      guard code >> 1 < externals.count else { throw reader.corrupt("an unknown parent") }
      return .outside(code >> 1)
    }
    let event = place - (code >> 1)
    guard event >= 0, event < place else { throw reader.corrupt("a parent before its time") }
    return .inside(event: event, chain: chain(of: event))
  }
}

extension OperationRun {
  fileprivate init(firstFormat reader: inout ByteReader, after end: Int) throws(DecodingFailure) {
    var header = OperationHeader(
      code: UInt(try reader.readInt(limit: OperationHeader.maximumCode)))
    var position = end
    if header.isElsewhere {
      let distance = try reader.readSignedVarint()
      guard distance != 0, distance.magnitude <= UInt64(Dot.maximumNumber) else {
        throw reader.corrupt("an impossible position")
      }
      position += Int(distance)
    }
    guard header.kind != .deleteBackward || header.length > 1 else {
      throw reader.corrupt("an impossible position")
    }
    // From here on as in the current format, where an expected position needs no distance.
    header.isElsewhere = false
    var end = header.kind == .deleteBackward ? position + 1 : position
    guard let run = OperationHeader.run(code: UInt(header.code), distance: 0, after: &end) else {
      throw reader.corrupt("an impossible position")
    }
    self = run
  }
}
