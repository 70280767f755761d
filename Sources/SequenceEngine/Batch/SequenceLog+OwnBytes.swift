// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// What a device keeps beside a history, so that merging can go on without
/// playing all of it again: how long the document was wherever several branches
/// met. Everywhere else the length follows from the one before. (See FORMAT.md,
/// "Own bytes".)
extension SequenceLog {
  /// Appends those lengths.
  ///
  /// - Parameter batch: The whole history.
  package func encodeDocumentLengths(of batch: EventBatch, to writer: inout ByteWriter) {
    var numbers = [Int](repeating: 0, count: batch.sessions.count)
    for chain in batch.chains {
      let dot = Dot(session: batch.sessions[chain.session].id, number: numbers[chain.session])
      numbers[chain.session] += chain.length
      guard chain.parents.count > 1, let event = graph.index(of: dot) else { continue }
      writer.writeCount(operations.entries[operations.entry(of: event)].documentLength)
    }
  }

  /// Reads them into a log just read from the same bytes.
  package mutating func readDocumentLengths(
    from reader: inout ByteReader
  ) throws(DecodingFailure) {
    var entry = 0
    var lengths: [Int] = []
    lengths.reserveCapacity(graph.runs.count)
    for index in 0..<graph.runs.count {
      let parents = graph.runs[index].parents.count
      let events = graph.events(ofRun: index)
      var length = 0
      if parents > 1 {
        length = try reader.readInt(limit: elementCount)
      } else if parents == 1 {
        let parent = graph.parents(ofRun: index)[0]
        let isLast = parent == events.lowerBound - 1
        length = isLast ? lengths[index - 1] : operations.documentLength(after: parent)
      }
      (entry, length) = operations.complete(
        from: entry, to: events.upperBound, documentLength: length)
      lengths.append(length)
    }
  }

  /// Whether a document of this length can be what the history makes, as far as
  /// can be told without playing it.
  package func canShow(_ length: Int) -> Bool {
    switch graph.frontier.count {
    case 0: length == 0
    case 1: length == operations.documentLength(after: graph.frontier[0])
    default: length <= elementCount
    }
  }
}
