// SPDX-License-Identifier: MIT

extension SyncEngine {
  /// A segment some of whose changes could not be taken in.
  struct Stuck: Sendable {
    let download: Download
    let held: [HeldChange]
    /// The number of the batch it was tried in.
    let batch: Int

    /// The documents whose further changes may let the held ones in.
    var documents: some Sequence<DocumentID> {
      held.lazy.filter { $0.reason == .missingHistory }.map(\.document)
    }
  }

  /// The next changes to be taken in together: as many as a batch holds. Less is delivered only
  /// if nothing is left to read.
  ///
  /// - Parameter isFinal: Whether nothing is left to read.
  mutating func nextDeliveries(isFinal: Bool) -> [Delivery]? {
    let (deliveries, isFull) = firstBatch(of: queue.readySegments, from: delivered)
    guard let last = deliveries.last, isFull || isFinal else { return nil }
    queue.removeReady(last.isLast ? deliveries.count : deliveries.count - 1)
    delivered = last.isLast ? 0 : last.part.upperBound
    return deliveries
  }

  /// The segments to be tried again: their documents changed since. A segment is tried again
  /// only then, so this ends.
  mutating func deliveriesToRetry() -> [Delivery]? {
    let earlier = stuck
    stuck = []
    for segment in earlier {
      if segment.documents.contains(where: { changed[$0] ?? -1 >= segment.batch }) {
        queue.repeat(segment.download)
      } else {
        stuck.append(segment)
      }
    }
    return nextDeliveries(isFinal: true)
  }

  /// - Parameter start: How many changes of the first segment were delivered.
  private func firstBatch(
    of segments: ArraySlice<Download>, from start: Int
  ) -> (deliveries: [Delivery], isFull: Bool) {
    var deliveries: [Delivery] = []
    var start = start
    var (count, size) = (0, 0)
    for segment in segments {
      let changes = segment.sealed.segment.changes
      var end = start
      while end < changes.count, count < options.batchChanges, size < options.batchBytes {
        size += changes[end].size
        count += 1
        end += 1
      }
      // An empty segment is work, too.
      if changes.isEmpty { count += 1 }
      deliveries.append(Delivery(segment.sealed, from: segment.object, part: start..<end))
      guard end == changes.count, count < options.batchChanges, size < options.batchBytes else {
        return (deliveries, true)
      }
      start = 0
    }
    return (deliveries, false)
  }

  mutating func record(_ outcomes: [ApplyOutcome], of deliveries: [Delivery]) {
    batch += 1
    for (delivery, outcome) in zip(deliveries, outcomes) {
      report.changedDocuments.formUnion(outcome.changed)
      unread.insert(Set(outcome.needed.filter(listed.contains)))
      for document in outcome.changed { changed[document] = batch }
      if delivery.isFirst { held = ([], batch) }
      held.changes += outcome.held
      guard delivery.isLast, !held.changes.isEmpty else { continue }
      stuck.append(
        Stuck(
          download: Download(sealed: delivery.sealed, object: delivery.object),
          held: held.changes, batch: held.batch))
    }
  }
}
