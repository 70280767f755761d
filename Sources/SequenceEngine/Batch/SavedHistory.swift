// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The event batch of a whole history on its way into a log.
package struct SavedHistory {
  /// The events.
  let batch: EventBatch
  private var log = SequenceLog()
  /// The number of elements that the events insert and the base shows.
  package let elementCount: Int

  /// Reads the batch.
  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    let batch = try EventBatch(droppingFrom: &reader)
    do throws(MissingHistory) {
      try self.init(events: batch)
    } catch {
      throw reader.corrupt("a history without its beginning")
    }
    if let dropped, !log.drop(dropped) {
      throw reader.corrupt("elements dropped up to no version of the history")
    }
    if !batch.floor.isEmpty, !log.setFloor(batch.floor) {
      throw reader.corrupt("history dropped up to no version of it")
    }
  }

  /// Takes a batch that was read before.
  ///
  /// - Throws: ``MissingHistory`` if the batch is not whole, or if it drops elements or history up
  ///   to no version of it.
  package init(_ batch: EventBatch) throws(MissingHistory) {
    try self.init(events: batch)
    guard dropped.map({ log.drop($0) }) ?? true,
      batch.floor.isEmpty || log.setFloor(batch.floor)
    else { throw MissingHistory() }
  }

  /// Takes a whole history of which nothing was dropped, with no derived session.
  ///
  /// - Returns: Nil for any other batch.
  init?(whole batch: EventBatch) {
    guard batch.isWhole, !batch.chains.isEmpty, batch.dropped == nil, batch.floor.isEmpty,
      !batch.sessions.contains(where: { $0.id.isDerived })
    else { return nil }
    do throws(MissingHistory) {
      try self.init(events: batch)
    } catch {
      return nil
    }
  }

  private init(events batch: EventBatch) throws(MissingHistory) {
    self.batch = batch
    elementCount = (batch.base?.elementCount ?? 0) + batch.elementCount
    log.graph = try CausalGraph(batch)
  }

  /// The dropped elements.
  package var dropped: DroppedElements? { batch.dropped }

  /// The log, and the document that it shows.
  ///
  /// - Complexity: O(*n* log *n*) in the runs to replay concurrent events. The document costs as
  ///   ``DocumentDraft`` describes: at worst a 64th of the square.
  package func played() -> (log: SequenceLog, draft: DocumentDraft) {
    var log = log
    log.operations = OperationLog(batch, joinLengths: [])
    // Most histories have one branch: every run happened at its written position.
    let known = batch.base?.elementCount ?? 0
    if batch.isLinear {
      let base = known == 0 ? [] : [OperationRun(kind: .insert, position: 0, length: known)]
      return (log, DocumentDraft(base + batch.operations))
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
    for chain in batch.chains where chain.parents.count > 1 {
      lengths.append(try reader.readInt(limit: elementCount))
    }
    var log = log
    log.operations = OperationLog(batch, joinLengths: lengths)
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
