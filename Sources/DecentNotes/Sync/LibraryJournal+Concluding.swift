// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes

extension LibraryJournal {
  public func take(
    _ acknowledgement: Acknowledgement, from object: ObjectInfo, of remote: RemoteName,
    at time: UInt64
  ) throws -> Bool {
    try database.transaction {
      try objects.record(acknowledgement: object, of: remote)
      let isOfOurID = try acknowledgement.device == devices.current()
      let known = try acknowledgements.all(of: remote)
        .first { $0.acknowledgement.device == acknowledgement.device }
      if isOfOurID {
        let isOurs = try acknowledgements.isKnown(acknowledgement)
        if isOurs || !acknowledgement.isOfAnother(than: known?.acknowledgement) { return true }
      }
      guard acknowledgement.number > known?.acknowledgement.number ?? 0 else { return !isOfOurID }
      try acknowledgements.store(acknowledgement, of: remote, at: time)
      for name in try acknowledgements.storeDoubts(of: acknowledgement, at: remote) {
        try objects.uncover(name, of: remote)
      }
      return !isOfOurID
    }
  }

  public func confirm(
    _ acknowledgement: Acknowledgement, as object: ObjectInfo, of remote: RemoteName
  ) throws {
    try database.transaction { try objects.record(acknowledgement: object, of: remote) }
  }

  public func conclude(_ end: SyncEnd, at remote: RemoteName, time: UInt64) throws -> Conclusion {
    let plan = try database.readTransaction { try makePlan(end, at: remote, time: time) }
    return try database.transaction {
      try noteVisit(of: remote, at: time)
      try pending.update(to: plan.pending, of: remote)
      var due: Acknowledgement?
      if let acknowledgement = plan.acknowledgement, try database.outsideVersion() == plan.version {
        try acknowledgements.store(acknowledgement, of: remote, at: time)
        due = acknowledgement
      }
      return Conclusion(
        acknowledgement: due, contradicting: try contradicting(devices.current(), at: remote),
        replaced: try replaced(among: end.pending, at: remote),
        missing: try missingNotes().compactMap { DocumentID(DocumentName.note($0).text) },
        damaged: plan.damaged)
    }
  }

  /// What is to be stored at the end of a run.
  private struct Plan {
    let pending: [PendingTable.Entry]
    let acknowledgement: Acknowledgement?
    let damaged: [DocumentID]
    /// The state of the database it was made of.
    let version: Int
  }

  /// Works out what is to be stored. To do so may take long, as it may read all documents: it
  /// keeps nobody from writing.
  private func makePlan(_ end: SyncEnd, at remote: RemoteName, time: UInt64) throws -> Plan {
    let version = try database.outsideVersion()
    let entries = try pending.entries(for: end.pending, of: remote)
    let waiting = try candidates(for: remote)
    var draft = AcknowledgementDraft(
      segments: try objects.segments(of: remote), pending: entries,
      doubted: try doubted(at: remote), isCovered: waiting.isEmpty)
    var due: Acknowledgement?
    do {
      due = try self.due(draft, end, at: remote, time: time)
    } catch LibraryFailure.damagedDocument {
      draft.isExact = false
      due = try self.due(draft, end, at: remote, time: time)
    }
    return Plan(
      pending: entries, acknowledgement: due, damaged: try damaged(among: waiting, at: remote),
      version: version)
  }

  /// The objects that were taken in here whole, of those that newcomers cannot read.
  private func doubted(at remote: RemoteName) throws -> [ObjectInfo] {
    let doubted = try acknowledgements.all(of: remote).map(\.acknowledgement).doubtedByNewcomers
    guard !doubted.isEmpty else { return [] }
    return try objects.all(of: remote).filter(\.isComplete).map(\.info).filter(doubted.contains)
  }

  private func due(
    _ draft: AcknowledgementDraft, _ end: SyncEnd, at remote: RemoteName, time: UInt64
  ) throws -> Acknowledgement? {
    guard let device = try devices.known() else { return nil }
    let last = try acknowledgements.all(of: remote).first { $0.acknowledgement.device == device }
    let isStored = try last.map { try objects.isKnown($0.acknowledgement.name, of: remote) }
    return try draft.due(
      by: device, after: last.map { ($0.acknowledgement, $0.time) }, isStored: isStored ?? false,
      at: time, end, digest: { try digest() })
  }

  /// The documents that could not be sent since they cannot be read here.
  private func damaged(
    among candidates: [Candidate], at remote: RemoteName
  ) throws -> [DocumentID] {
    try candidates.compactMap { candidate in
      do {
        _ = try change(of: candidate, beyond: remote)
        return nil
      } catch LibraryFailure.damagedDocument {
        return DocumentID(candidate.name)
      }
    }
  }

  /// The notes that have a place in the order, were not purged and are not here.
  func missingNotes() throws(DatabaseFailure) -> [NoteID] {
    try database.rows(
      """
      SELECT places.note FROM places LEFT JOIN notes ON notes.id = places.note
      WHERE notes.id IS NULL AND places.note NOT IN (SELECT note FROM purges)
      ORDER BY places.note
      """
    ) { row throws(DatabaseFailure) in NoteID(try row.text(at: 0)) }.compactMap(\.self)
  }

  /// Which of the pending objects of a remote are not needed any more.
  func replaced(
    among pending: [PendingObject], at remote: RemoteName
  ) throws -> Set<ObjectName> {
    let damaged = pending.filter(\.isRepairable)
    guard !damaged.isEmpty else { return [] }
    let said = try acknowledgements.all(of: remote).map(\.acknowledgement)
    let replaced = try damaged.filter { object in
      object.isReplaced(
        copies: try objects.segments(of: remote, besides: object.info.name).lazy
          .filter(\.isComplete).map(\.reference),
        acknowledgements: said)
    }
    return Set(replaced.map(\.info.name))
  }

  /// Devices that say that they took in the same as this one and show something else.
  func contradicting(_ device: DeviceID, at remote: RemoteName) throws -> [DeviceID] {
    let all = try acknowledgements.all(of: remote).map(\.acknowledgement)
    guard let ours = all.first(where: { $0.device == device }) else { return [] }
    return all.filter { $0.contradicts(ours) }.map(\.device)
  }

  /// A number for all documents as they are.
  private func digest() throws -> UInt64 {
    let names = try database.rows("SELECT name FROM documents ORDER BY name") {
      row throws(DatabaseFailure) in try row.text(at: 0)
    }
    var digest = StateDigest()
    for text in names {
      guard let id = DocumentID(text), let name = DocumentName(text: text) else { continue }
      let bytes =
        switch name {
        case .index: try library.documents.content(of: name, as: NotebookIndex.self)?.encoded()
        case .note: try library.documents.content(of: name, as: Note.self)?.encoded()
        }
      digest.add(id, holding: bytes ?? [])
    }
    return digest.value
  }

  /// How often the time of a sync is written that does nothing else, in milliseconds.
  private static let visitInterval: UInt64 = 60_000

  private func noteVisit(of remote: RemoteName, at time: UInt64) throws(DatabaseFailure) {
    let last = try lastVisit(of: remote)
    if let last, time >= last, time - last < Self.visitInterval { return }
    try database.run(
      "INSERT OR REPLACE INTO visits (remote, time) VALUES (?, ?)", .text(remote.text),
      .integer(Int(clamping: time)))
  }

  /// When this library synced with a remote last, to the minute, in milliseconds since 1970.
  func lastVisit(of remote: RemoteName) throws(DatabaseFailure) -> UInt64? {
    try database.row("SELECT time FROM visits WHERE remote = ?", .text(remote.text)) {
      UInt64(clamping: $0.integer(at: 0))
    }
  }
}
