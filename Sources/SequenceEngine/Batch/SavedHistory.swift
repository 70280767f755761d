// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The event batch of a whole history on its way into a log.
package struct SavedHistory {
  private let columns: EventColumns
  private var log = SequenceLog()
  /// The number of elements that the events insert and the base shows.
  package let elementCount: Int

  /// Reads the batch.
  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    let columns = try EventColumns(from: &reader)
    do throws(MissingHistory) {
      try self.init(columns)
    } catch {
      throw reader.corrupt("a history without its beginning")
    }
    if let dropped, !log.drop(dropped) {
      throw reader.corrupt("elements dropped up to no version of the history")
    }
    if !columns.floor.isEmpty, !log.setFloor(columns.floor) {
      throw reader.corrupt("history dropped up to no version of it")
    }
  }

  /// Takes a batch that was read before.
  ///
  /// - Throws: ``MissingHistory`` if the batch is not whole, or if it drops elements or history up
  ///   to no version of it.
  package init(_ batch: EventBatch) throws(MissingHistory) {
    try self.init(EventColumns(batch))
    guard dropped.map({ log.drop($0) }) ?? true,
      columns.floor.isEmpty || log.setFloor(columns.floor)
    else { throw MissingHistory() }
  }

  /// Takes a whole history of which nothing was dropped, with no derived session.
  ///
  /// - Returns: Nil for any other columns.
  init?(whole columns: EventColumns) {
    guard columns.isWhole, !columns.sessions.contains(where: { $0.id.isDerived }) else {
      return nil
    }
    do throws(MissingHistory) {
      try self.init(columns)
    } catch {
      return nil
    }
  }

  /// The events as a batch.
  ///
  /// - Complexity: O(*n*) in the runs.
  var batch: EventBatch { EventBatch(columns) }

  private init(_ columns: EventColumns) throws(MissingHistory) {
    self.columns = columns
    elementCount = (columns.base?.elementCount ?? 0) + columns.elementCount
    log.graph = try CausalGraph(columns)
  }

  /// The dropped elements.
  package var dropped: DroppedElements? { columns.dropped }

  /// The log, and the document that it shows.
  ///
  /// - Complexity: O(*n* log *n*) in the runs to replay concurrent events. The document costs as
  ///   ``DocumentDraft`` describes: at worst a 64th of the square.
  package func played() -> (log: SequenceLog, draft: DocumentDraft) {
    var log = log
    log.operations = OperationLog(columns, joinLengths: [])
    // Most histories have one branch: every run happened at its written position.
    let known = columns.base?.elementCount ?? 0
    if columns.isLinear {
      let base = known == 0 ? [] : [OperationRun(kind: .insert, position: 0, length: known)]
      return (log, DocumentDraft(base + columns.operations))
    }
    let operations = log.replay(from: 0, documentLength: known)
    let base = known == 0 ? [] : [DocumentOperation.insert(elements: 0..<known, at: 0)]
    return (log, DocumentDraft(base + operations))
  }

  /// The log, with the lengths that ``SequenceLog/encodeJoinLengths(of:to:)`` kept.
  ///
  /// - Complexity: O(*n*) in the runs.
  package func log(
    readingJoinLengthsFrom reader: inout ByteReader
  ) throws(DecodingFailure) -> SequenceLog {
    var lengths: [Int] = []
    for chain in columns.chains where chain.parents.count > 1 {
      lengths.append(try reader.readInt(limit: elementCount))
    }
    var log = log
    log.operations = OperationLog(columns, joinLengths: lengths)
    return log
  }
}

extension SequenceLog {
  /// Appends the part of a device's own bytes that lets merging continue without playing the whole
  /// history again: the length of the document at each event with several parents. The length at
  /// any other event follows from the event before. (See FORMAT.md, "Own bytes".)
  ///
  /// - Parameter history: The whole history.
  package func encodeJoinLengths(of history: Extract, to writer: inout ByteWriter) {
    for (chain, run) in zip(history.batch.chains, history.firstRuns)
    where chain.parents.count > 1 {
      // An event with several parents begins a run.
      let entry = operations.firstEntry(ofRun: run)
      writer.writeCount(operations.entries[entry].documentLength)
    }
  }

  /// Whether the history can result in a document of this length, as far as that can be decided
  /// without playing it.
  package func canShow(_ length: Int) -> Bool {
    switch graph.frontier.count {
    case 0: length == baseLength
    case 1: length == operations.documentLength(after: graph.frontier[0])
    default: length <= elementCount
    }
  }
}
