// SPDX-License-Identifier: MIT

import DecentSync

/// A journal that counts what it takes in. All else is the journal's own doing.
final class CountingJournal: SyncJournal {
  let journal: MemoryJournal<WordList>
  /// The transactions that took something in.
  private(set) var batches = 0
  /// The most changes in one of them.
  private(set) var mostChanges = 0
  /// How often each segment was taken in, or a part of it.
  private(set) var deliveries: [SegmentReference: Int] = [:]

  init(_ journal: MemoryJournal<WordList>) {
    self.journal = journal
  }

  func apply(_ deliveries: [Delivery], of remote: RemoteName) -> [ApplyOutcome] {
    batches += 1
    mostChanges = max(mostChanges, deliveries.map(\.changes.count).reduce(0, +))
    for delivery in deliveries { self.deliveries[delivery.sealed.reference, default: 0] += 1 }
    return journal.apply(deliveries, of: remote)
  }

  func device() -> DeviceID { journal.device() }
  func knownObjects(of remote: RemoteName) -> [KnownObject] { journal.knownObjects(of: remote) }
  func miss(_ names: [ObjectName], of remote: RemoteName) { journal.miss(names, of: remote) }
  func forget(_ names: [ObjectName], of remote: RemoteName) { journal.forget(names, of: remote) }
  func nextSealed(for remote: RemoteName, limit: Int, forOthers: Bool) -> SealedSegment? {
    journal.nextSealed(for: remote, limit: limit, forOthers: forOthers)
  }
  func postpone(at remote: RemoteName, isSure: Bool) -> [DocumentID] {
    journal.postpone(at: remote, isSure: isSure)
  }
  func take(
    _ acknowledgement: Acknowledgement, from object: ObjectInfo, of remote: RemoteName,
    at time: UInt64
  ) -> Bool { journal.take(acknowledgement, from: object, of: remote, at: time) }
  func conclude(_ end: SyncEnd, at remote: RemoteName, time: UInt64) throws -> Conclusion {
    try journal.conclude(end, at: remote, time: time)
  }
  func confirm(
    _ acknowledgement: Acknowledgement, as object: ObjectInfo, of remote: RemoteName
  ) { journal.confirm(acknowledgement, as: object, of: remote) }
  func confirm(_ sealed: SealedSegment, at remote: RemoteName) {
    journal.confirm(sealed, at: remote)
  }
  func didSeal(_ reference: SegmentReference) -> Bool { journal.didSeal(reference) }
  func renewDevice(replacing old: DeviceID) -> DeviceID { journal.renewDevice(replacing: old) }
}
