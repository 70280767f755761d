// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

#if !hasFeature(Embedded)
  import Synchronization
#endif

/// The first entries of an ``OperationLog`` that was loaded from own bytes. They are read when one
/// of them is needed.
final class UnreadOperations: Sendable {
  private final class Entries: Sendable {
    let table: EntryTable

    init(_ table: EntryTable) { self.table = table }
  }

  /// The numbers of unread entries, of their events, and of the elements that they inserted.
  let entryCount, eventCount, elementCount: Int
  private let batch: EventBatch
  private let columns: UnreadColumns
  private let joinLengths: ByteReader
  private let entries = AtomicLazyReference<Entries>()

  /// - Parameters:
  ///   - batch: The history.
  ///   - joinLengths: The length of the document before each chain with several parents.
  init(_ batch: EventBatch, _ columns: UnreadColumns, joinLengths: ByteReader) {
    let first = batch.chains[columns.firstLate]
    entryCount = first.operations.lowerBound
    eventCount = first.events.lowerBound
    elementCount = columns.elementCount
    self.batch = batch
    self.columns = columns
    self.joinLengths = joinLengths
  }

  /// - Complexity: O(1); the first time, O(*n*) for *n* entries.
  subscript(index: Int) -> OperationLog.Entry {
    let entries = entries.load() ?? entries.storeIfNil(read())
    return entries.table[index]
  }

  private func read() -> Entries {
    WorkCounter.read(eventCount)
    let early = batch.readingEarlyOperations(columns)
    var (reader, lengths) = (joinLengths, [Int]())
    for chain in early.chains where chain.parents.count > 1 {
      lengths.append((try? reader.readInt(limit: elementCount)) ?? 0)
    }
    return Entries(OperationLog(early, joinLengths: lengths).entries)
  }
}
