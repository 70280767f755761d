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
    try database.transaction {
      try noteVisit(of: remote, at: time)
      let entries = try pending.update(to: end.pending, of: remote)
      let draft = AcknowledgementDraft(
        segments: try objects.segments(of: remote), pending: entries,
        isCovered: try candidates(for: remote).isEmpty)
      let device = try devices.current()
      let last = try acknowledgements.all(of: remote)
        .first { $0.acknowledgement.device == device }
      let isStored = try last.map { try objects.isKnown($0.acknowledgement.name, of: remote) }
      let due = try draft.due(
        by: device, after: last.map { ($0.acknowledgement, $0.time) }, isStored: isStored ?? false,
        at: time, end, digest: { try digest() })
      if let due { try acknowledgements.store(due, of: remote, at: time) }
      return Conclusion(
        acknowledgement: due, contradicting: try contradicting(device, at: remote),
        replaced: try replaced(among: end.pending, at: remote))
    }
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
