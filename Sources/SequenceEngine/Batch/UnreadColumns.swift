// SPDX-License-Identifier: MIT

import BinaryCoding

/// The columns of the operations of a whole history, as bytes.
///
/// Reading the operations takes half of the time of loading a long history, but taking in a change
/// needs only the last operations. The position of an operation follows from the operations before
/// it, so a reader of these columns alone cannot skip to the late chains. Own bytes therefore hold
/// the positions of late chains a second time. When the log needs an earlier chain, it reads all
/// earlier chains together.
struct UnreadColumns: Sendable {
  /// The place of the first late chain.
  let firstLate: Int
  /// The number of elements that the chains before ``firstLate`` insert.
  let elementCount: Int
  /// The headers of all operations, and the headers of the late chains' operations.
  let (headers, lateHeaders): (ByteReader, ByteReader)
  /// The distances of all operations that are not at the expected position.
  let distances: ByteReader
}

extension EventBatch {
  /// Skips the columns of the operations.
  ///
  /// - Parameters:
  ///   - late: The number of late chains, which own bytes hold in another form.
  ///   - scan: A scan at the first header. The call moves the scan to the end of the last distance.
  mutating func skipOperations(
    lateChains late: Int, in scan: inout NumberScan
  ) throws(DecodingFailure) {
    let (headers, firstLate) = (scan.rest, chains.count - late)
    let early = try skipHeaders(of: 0..<firstLate, in: &scan)
    let lateHeaders = scan.rest
    let all = try skipHeaders(of: firstLate..<chains.count, in: &scan, after: early)
    let distances = scan.rest
    try scan.skip(all.elsewhere)
    setOperations(
      UnreadColumns(
        firstLate: firstLate, elementCount: early.inserted, headers: headers,
        lateHeaders: lateHeaders, distances: distances),
      elementCount: all.inserted)
  }

  /// The same batch without its late chains, and with the operations of all other chains.
  ///
  /// Only wrong own bytes with a right checksum have an impossible operation. The reader has
  /// accepted the history already, and this call cannot refuse it. If an operation is impossible,
  /// the call puts all operations at the start of the text.
  func readingEarlyOperations(_ columns: UnreadColumns) -> EventBatch {
    var early = self
    early.chains.removeLast(chains.count - columns.firstLate)
    var reader = columns.headers
    do throws(DecodingFailure) {
      try reader.scanNumbers { headers throws(DecodingFailure) in
        var reader = columns.distances
        let first = headers
        try reader.scanNumbers { distances throws(DecodingFailure) in
          try early.readOperations(first, distances: &distances)
        }
      }
    } catch {
      early.setOperations(Self.operationsAtStart(of: early.chains, columns.headers))
    }
    return early
  }

  private static func operationsAtStart(
    of chains: [Chain], _ headers: ByteReader
  ) -> [OperationRun] {
    var headers = headers
    return (0..<(chains.last?.operations.upperBound ?? 0)).map { _ in
      // The codes were checked by `skipHeaders`.
      let header = OperationHeader(code: UInt((try? headers.readVarint()) ?? 0))
      // The last event of a run of backspaces is then at the start.
      let position = header.kind == .deleteBackward ? header.length - 1 : 0
      return OperationRun(kind: header.kind, position: position, length: header.length)
    }
  }
}
