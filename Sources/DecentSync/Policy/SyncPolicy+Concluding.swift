// SPDX-License-Identifier: MIT

/// The end of a run.
extension SyncPolicy {
  /// Notes the end of a run. Makes an ``AcknowledgementDraft`` from the rows, and stores the
  /// acknowledgement if one is due. Stores none if a document changed while the draft was made.
  package func conclude(_ end: SyncEnd, at time: UInt64) throws -> Conclusion {
    let revision = try documents.revision()
    let pending = try objects.pendingRows(for: end.pending)
    let (isCovered, damaged) = try coveredAndDamaged()
    let draft = try draft(pending, isCovered: isCovered)
    let due = try due(draft, end, at: time)
    return try rows.transaction {
      try noteVisit(at: time)
      try objects.update(pending)
      var acknowledged: Acknowledgement?
      if let due, try documents.revision() == revision {
        try notices.store(due, at: time)
        acknowledged = due
      }
      return Conclusion(
        acknowledgement: acknowledged,
        card: try notices.takeDueCard(naming: end.deviceName, after: end.lastCard, at: time),
        contradicting: try contradicting(),
        replaced: try replaced(among: end.pending), damaged: damaged)
    }
  }

  private func draft(_ pending: [PendingRow], isCovered: Bool) throws -> AcknowledgementDraft {
    let present = try objects.all().filter { !$0.row.holdsNoClaims }
      .map { (reference: $0.row.reference, isComplete: $0.row.isComplete) }
    return AcknowledgementDraft(
      objects: present, pending: pending.map { ($0.object, $0.sightings) },
      doubted: try doubted(), isCovered: isCovered)
  }

  /// The objects of `doubtedByNewcomers` that this device took in whole.
  private func doubted() throws -> [ObjectInfo] {
    let doubted = try heeded().doubtedByNewcomers
    if doubted.isEmpty { return [] }
    return try objects.all().filter(\.row.isComplete)
      .map { ObjectInfo(name: $0.name, size: $0.row.size) }.filter(doubted.contains)
  }

  private func due(
    _ draft: AcknowledgementDraft, _ end: SyncEnd, at time: UInt64
  ) throws -> Acknowledgement? {
    let device = try device()
    let last = try notices.acknowledgement(of: device)
    let isStored = try last.map { try objects[$0.acknowledgement.name] != nil } ?? false
    var draft = draft
    func due() throws -> Acknowledgement? {
      try draft.due(
        by: device, after: last.map { ($0.acknowledgement, $0.time) }, isStored: isStored, at: time,
        end, digest: { try documents.digest() })
    }
    do {
      return try due()
    } catch is DamagedDocument {
      draft.isExact = false
      return try due()
    }
  }

  /// The waiting documents that are damaged here. `isCovered` is true if no document waits: then
  /// the remote covers all documents.
  private func coveredAndDamaged() throws -> (isCovered: Bool, damaged: [DocumentID]) {
    let waiting = try outbox.waiting().map(\.document)
    return (waiting.isEmpty, try waiting.filter { try documents.readable($0) == nil })
  }

  /// The pending objects that are no longer needed.
  package func replaced(among pending: [PendingObject]) throws -> Set<ObjectName> {
    let damaged = pending.filter(\.isRepairable)
    if damaged.isEmpty { return [] }
    let said = try notices.acknowledgements().map(\.acknowledgement)
    let whole = try objects.all().filter { $0.row.isComplete && !$0.row.holdsNoClaims }
    let replaced = try damaged.filter { object in
      if try objects.isTorn(object.info.name) { return true }
      return object.isReplaced(
        copies: whole.filter { $0.name != object.info.name }.map(\.row.reference),
        acknowledgements: said)
    }
    return Set(replaced.map(\.info.name))
  }

  /// The devices that took in the same objects as this device, and whose acknowledgements state
  /// other contents.
  package func contradicting() throws -> [DeviceID] {
    let all = try heeded()
    let device = try identity.row().device
    guard let ours = all.first(where: { $0.device == device }) else { return [] }
    return all.filter { $0.contradicts(ours) }.map(\.device)
  }

  /// The time of the last sync with the remote, to the minute, in milliseconds since 1970; nil if
  /// there was none.
  package func lastSync() throws -> UInt64? {
    let row = try rows.row(key(.remote), as: RemoteRow.self)
    return row.flatMap { $0.lastSync == 0 ? nil : $0.lastSync }
  }

  private func noteVisit(at time: UInt64) throws {
    if let last = try lastSync(), time >= last, time - last < 60_000 { return }
    try rows.set(key(.remote), to: RemoteRow(lastSync: time))
  }

  /// The last acknowledgements of the devices that are not retired.
  private func heeded() throws -> [Acknowledgement] {
    let retired = Set(try notices.retired())
    return try notices.acknowledgements().map(\.acknowledgement).filter {
      !retired.contains($0.device)
    }
  }
}
