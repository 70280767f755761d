// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A whole history on its way into a log: its event batch and its graph.
package struct SavedHistory {
  /// The events.
  let batch: EventBatch
  private var log = SequenceLog()

  /// Reads a whole history.
  ///
  /// - Parameter late: The number of late chains (``SequenceLog/lateChains(of:)``) that own bytes
  ///   were written with.
  package init(
    from reader: inout ByteReader, lateChains late: Int = 0
  ) throws(DecodingFailure) {
    let batch = try EventBatch(droppingFrom: &reader, lateChains: late)
    do throws(MissingHistory) {
      try self.init(events: batch)
    } catch {
      throw reader.corrupt("a history without its beginning")
    }
    if let dropped, !log.drop(dropped) {
      throw reader.corrupt("elements dropped up to no version of the history")
    }
  }

  /// Makes a history of a batch that is a whole history without dropped elements.
  ///
  /// - Returns: Nil for any other batch, and for a batch without events.
  init?(whole batch: EventBatch) {
    guard batch.isWhole, !batch.chains.isEmpty, batch.dropped == nil
    else { return nil }
    do throws(MissingHistory) {
      try self.init(events: batch)
    } catch {
      return nil
    }
  }

  private init(events batch: EventBatch) throws(MissingHistory) {
    self.batch = batch
    log.graph = try CausalGraph(batch)
  }

  /// The number of elements that the events insert.
  package var elementCount: Int { batch.elementCount }

  /// The dropped elements.
  package var dropped: DroppedElements? { batch.dropped }

  /// The log, and the document that it shows.
  ///
  /// - Complexity: Replaying concurrent events takes O(*n* log *n*) for *n* runs. Making the
  ///   document takes *n*²/64 steps at worst: see ``DocumentDraft``.
  package func played() -> (log: SequenceLog, draft: DocumentDraft) {
    var log = log
    log.operations = OperationLog(batch, joinLengths: [])
    // Most histories have one branch. Their operations apply at the written positions.
    if batch.isLinear { return (log, DocumentDraft(batch.operations)) }
    let operations = log.replay(from: 0, documentLength: 0)
    return (log, DocumentDraft(operations))
  }

  /// The log, with the lengths that ``SequenceLog/encodeLengths(of:late:to:)`` wrote.
  ///
  /// - Complexity: O(*c*) for *c* chains if there are late chains. If there are none, O(*n*) for
  ///   *n* runs.
  package func log(
    readingLengthsFrom reader: inout ByteReader
  ) throws(DecodingFailure) -> SequenceLog {
    if let columns = batch.unread {
      var log = log
      log.believe()
      let joinLengths = ByteReader(try reader.readPrefixed())
      log.operations = try OperationLog(
        batch, columns, joinLengths: joinLengths, late: &reader)
      return log
    }
    var lengths: [Int] = []
    for chain in batch.chains where chain.parents.count > 1 {
      lengths.append(try reader.readInt(limit: elementCount))
    }
    var log = log
    log.believe()
    log.operations = OperationLog(batch, joinLengths: lengths)
    return log
  }
}

extension SequenceLog {
  /// The number of late chains, which are the last chains. Own bytes hold the operations of late
  /// chains in a separate form. Changes of other devices are most likely concurrent with late
  /// chains. The number is 0 for a short history, which is read whole.
  package static func lateChains(of history: Extract) -> Int {
    history.batch.chains.count < 4 * NodeSizes.lateChains ? 0 : NodeSizes.lateChains
  }

  /// Appends the part of own bytes that lets merging continue without replaying the whole history:
  /// the length of the document before each event with several parents. The length before any other
  /// event follows from the event's parent. (See FORMAT.md, "Own bytes".)
  ///
  /// - Parameters:
  ///   - history: The whole history.
  ///   - late: The number of late chains, which are written so that they can be read by themselves.
  package func encodeLengths(of history: Extract, late: Int, to writer: inout ByteWriter) {
    guard late > 0 else { return encodeJoinLengths(of: history, to: &writer) }
    var part = ByteWriter()
    encodeJoinLengths(of: history, to: &part)
    writer.writePrefixed(part.bytes)
    encodeLate(late, of: history, to: &writer)
  }

  private func encodeJoinLengths(of history: Extract, to writer: inout ByteWriter) {
    for (chain, run) in zip(history.batch.chains, history.firstRuns)
    where chain.parents.count > 1 {
      writer.writeCount(documentLength(beforeRun: run))
    }
  }

  /// Appends the length of the document before each late chain, and the positions of the chain's
  /// operations.
  private func encodeLate(_ count: Int, of history: Extract, to writer: inout ByteWriter) {
    for (chain, run) in zip(history.batch.chains, history.firstRuns).suffix(count) {
      writer.writeCount(documentLength(beforeRun: run))
      for run in history.batch.operations[chain.operations] { writer.writeCount(run.position) }
    }
  }

  /// The number of elements in the document before the first event of a run.
  private func documentLength(beforeRun run: Int) -> Int {
    operations.entries[operations.firstEntry(ofRun: run)].documentLength
  }

  /// Whether the history can result in a document of this length, as far as the log knows without
  /// replaying the history.
  package func canShow(_ length: Int) -> Bool {
    switch graph.frontier.count {
    case 0: length == 0
    case 1: length == operations.documentLength(after: graph.frontier[0])
    default: length <= elementCount
    }
  }
}
