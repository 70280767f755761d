// SPDX-License-Identifier: MIT

import BinaryCoding

/// A stored acknowledgement and its time.
struct AcknowledgementRow: SyncRow, Hashable {
  var acknowledgement: Acknowledgement
  /// Milliseconds since 1970.
  var time: UInt64

  init(_ acknowledgement: Acknowledgement, time: UInt64) {
    self.acknowledgement = acknowledgement
    self.time = time
  }

  func encode(to writer: inout ByteWriter) {
    writer.writeVarint(time)
    writer.writePrefixed(acknowledgement.encoded())
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    time = try reader.readVarint()
    acknowledgement = try Acknowledgement(encoded: try reader.readPrefixed())
  }
}

/// The last card of a device.
struct CardRow: SyncRow, Hashable {
  var card: DeviceCard
  /// The time when it was read or is to be written, in milliseconds since 1970.
  var time: UInt64
  /// Whether it was read. If not, it is a card of this device that may not have been written.
  var isConfirmed: Bool

  init(_ card: DeviceCard, time: UInt64, isConfirmed: Bool) {
    self.card = card
    self.time = time
    self.isConfirmed = isConfirmed
  }

  func encode(to writer: inout ByteWriter) {
    writer.writeVarint(time)
    writer.write(isConfirmed ? 1 : 0)
    writer.writePrefixed(card.encoded())
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    time = try reader.readVarint()
    isConfirmed = try reader.read() != 0
    card = try DeviceCard(encoded: try reader.readPrefixed())
  }
}

/// The acknowledgements of devices.
extension SyncPolicy {
  func acknowledgements() throws -> [AcknowledgementRow] {
    try rows.rows(in: key(.acknowledgement)).map { try AcknowledgementRow(row: $0.value) }
  }

  private func acknowledgementKey(_ device: DeviceID) -> RowKey {
    key(.acknowledgement).adding(device)
  }

  /// Takes in an acknowledgement if it is the latest of its device, and records its object. Objects
  /// that it calls unreadable count for nothing until the device acknowledges without naming them.
  ///
  /// - Returns: False if a second device uses this device's id: the acknowledgement bears the id,
  ///   is newer than this device's last one or another of its number, and is not this device's last
  ///   one in another remote, which may be the same folder.
  package func take(
    _ acknowledgement: Acknowledgement, from info: ObjectInfo, at time: UInt64
  ) throws -> Bool {
    try rows.transaction {
      try record(acknowledgement, from: info, at: time)
      let isOfOurID = try acknowledgement.device == deviceRow().device
      let last = try rows.row(
        acknowledgementKey(acknowledgement.device), as: AcknowledgementRow.self)?.acknowledgement
      if isOfOurID {
        let isOurs = try isKnownAnywhere(acknowledgement)
        if isOurs || !acknowledgement.isOfAnother(than: last) { return true }
      }
      guard acknowledgement.number > last?.number ?? 0 else { return !isOfOurID }
      try store(acknowledgement, at: time)
      try noteDoubts(of: acknowledgement, insteadOf: last)
      return !isOfOurID
    }
  }

  /// Records the object of an acknowledgement.
  package func record(
    _ acknowledgement: Acknowledgement, from info: ObjectInfo, at time: UInt64
  ) throws {
    let reference = SegmentReference(
      device: acknowledgement.device, number: acknowledgement.number, checksum: 0)
    try recordUnclaiming(reference, from: info, at: time)
  }

  /// Records an object that holds no claims.
  func recordUnclaiming(
    _ reference: SegmentReference, from info: ObjectInfo, at time: UInt64
  ) throws {
    try rows.transaction {
      try drop(info.name, noting: .nothing)
      var row = ObjectRow(size: info.size, reference: reference, level: 0, since: time)
      row.holdsNoClaims = true
      row.isComplete = true
      try rows.set(key(.object, info.name), to: row)
    }
  }

  private func store(_ acknowledgement: Acknowledgement, at time: UInt64) throws {
    try rows.set(
      acknowledgementKey(acknowledgement.device),
      to: AcknowledgementRow(acknowledgement, time: time))
  }

  /// Whether an acknowledgement is the last of its device in any remote: two remotes may be one
  /// folder, or copies of each other.
  private func isKnownAnywhere(_ acknowledgement: Acknowledgement) throws -> Bool {
    try SyncNotes.remotes(in: rows).contains { remote in
      let key = RowKey(.acknowledgement).adding(remote.text).adding(acknowledgement.device)
      return try rows.row(key, as: AcknowledgementRow.self)?.acknowledgement == acknowledgement
    }
  }

  // MARK: Doubts

  private func doubtKey(_ info: ObjectInfo) -> RowKey {
    key(.doubt, info.name).adding(info.size)
  }

  /// Whether a device calls an object unreadable.
  func isDoubted(_ info: ObjectInfo) throws -> Bool {
    try !rows.rows(in: doubtKey(info), after: nil, limit: 1).isEmpty
  }

  private func noteDoubts(
    of acknowledgement: Acknowledgement, insteadOf last: Acknowledgement?
  ) throws {
    let device = acknowledgement.device
    for info in last?.unreadable ?? [] {
      try rows.set(doubtKey(info).adding(device), to: nil)
    }
    if try isRetired(device) { return }
    for info in acknowledgement.unreadable {
      let isNew = try !isDoubted(info)
      try rows.set(doubtKey(info).adding(device), to: [UInt8]())
      guard isNew, var row = try object(info.name), row.size == info.size else { continue }
      if try row.isOurs || isRetired(row.reference.device) { try keepPromises(of: info.name, row) }
      try removeClaims(of: info.name, row.reference, noting: row.isOurs ? .own : .nothing)
      row.live = 0
      try rows.set(key(.object, info.name), to: row)
    }
  }

  /// Drops the doubts of a device about the objects that it called unreadable.
  func dropDoubts(of device: DeviceID) throws {
    let last = try rows.row(acknowledgementKey(device), as: AcknowledgementRow.self)
    for info in last?.acknowledgement.unreadable ?? [] {
      try rows.set(doubtKey(info).adding(device), to: nil)
    }
  }

  /// The last acknowledgements of the devices that are not retired.
  private func heeded() throws -> [Acknowledgement] {
    let retired = Set(try retired())
    return try acknowledgements().map(\.acknowledgement).filter { !retired.contains($0.device) }
  }

  // MARK: The end of a run

  /// Notes how a run ended, and makes an ``AcknowledgementDraft`` from the rows. An acknowledgement
  /// that is due is stored before it is returned. Nothing is acknowledged if a document changed
  /// meanwhile.
  package func conclude(_ end: SyncEnd, at time: UInt64) throws -> Conclusion {
    let revision = try documents.revision()
    let pending = try pendingRows(for: end.pending)
    let (isCovered, damaged) = try coveredAndDamaged()
    let draft = try draft(pending, isCovered: isCovered)
    let due = try due(draft, end, at: time)
    return try rows.transaction {
      try noteVisit(at: time)
      try update(pending)
      var acknowledged: Acknowledgement?
      if let due, try documents.revision() == revision {
        try store(due, at: time)
        acknowledged = due
      }
      return Conclusion(
        acknowledgement: acknowledged,
        card: try takeDueCard(naming: end.deviceName, after: end.lastCard, at: time),
        contradicting: try contradicting(),
        replaced: try replaced(among: end.pending), missing: try documents.missing(),
        damaged: damaged)
    }
  }

  private func draft(_ pending: [PendingRow], isCovered: Bool) throws -> AcknowledgementDraft {
    let segments = try objects().filter { !$0.row.holdsNoClaims }
      .map { (reference: $0.row.reference, isComplete: $0.row.isComplete) }
    return AcknowledgementDraft(
      segments: segments, pending: pending.map { ($0.object, $0.sightings) },
      doubted: try doubted(), isCovered: isCovered)
  }

  /// The objects that newcomers cannot read and that this device took in whole.
  private func doubted() throws -> [ObjectInfo] {
    let doubted = try heeded().doubtedByNewcomers
    if doubted.isEmpty { return [] }
    return try objects().filter(\.row.isComplete)
      .map { ObjectInfo(name: $0.name, size: $0.row.size) }.filter(doubted.contains)
  }

  private func due(
    _ draft: AcknowledgementDraft, _ end: SyncEnd, at time: UInt64
  ) throws -> Acknowledgement? {
    let device = try device()
    let last = try rows.row(acknowledgementKey(device), as: AcknowledgementRow.self)
    let isStored = try last.map { try object($0.acknowledgement.name) != nil } ?? false
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

  /// Whether no document waits to be sent, and the waiting documents that cannot be sent because
  /// they cannot be read here.
  private func coveredAndDamaged() throws -> (isCovered: Bool, damaged: [DocumentID]) {
    var damaged: [DocumentID] = []
    var isCovered = true
    for (_, document, _) in try waiting() {
      isCovered = false
      do {
        _ = try documents.read(document) { _ in }
      } catch is DamagedDocument {
        damaged.append(document)
      }
    }
    return (isCovered, damaged)
  }

  /// The devices that took in the same objects as this one, by their acknowledgements, and show
  /// other contents.
  package func contradicting() throws -> [DeviceID] {
    let all = try heeded()
    let device = try deviceRow().device
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

  // MARK: Pending objects

  /// The objects that could not be taken in when they were last tried.
  package func pending() throws -> [PendingObject] { try pendingRows().map(\.object) }

  private func pendingRows() throws -> [PendingRow] {
    try rows.rows(in: key(.pending)).map { try PendingRow(row: $0.value) }
  }

  /// The rows of the objects that are pending now, with the number of sightings of each.
  private func pendingRows(for objects: [PendingObject]) throws -> [PendingRow] {
    let known = Dictionary(try pendingRows().map { ($0.object, $0.sightings) }) { $1 }
    return objects.map { object in
      // Without a limit, every run would count on and write the rows again.
      PendingRow(
        object: object,
        sightings: min(1 + (known[object] ?? 0), PendingObject.sightingsBeforeNaming))
    }
  }

  private func update(_ pending: [PendingRow]) throws {
    guard Set(try pendingRows()) != Set(pending) else { return }
    try rows.removeAll(in: key(.pending))
    for row in pending { try rows.set(key(.pending, row.object.info.name), to: row) }
  }

  /// The pending objects that are no longer needed.
  package func replaced(among pending: [PendingObject]) throws -> Set<ObjectName> {
    let damaged = pending.filter(\.isRepairable)
    if damaged.isEmpty { return [] }
    let said = try acknowledgements().map(\.acknowledgement)
    let whole = try objects().filter { $0.row.isComplete && !$0.row.holdsNoClaims }
    let replaced = try damaged.filter { object in
      if try rows.value(of: key(.torn, object.info.name)) != nil { return true }
      return object.isReplaced(
        copies: whole.filter { $0.name != object.info.name }.map(\.row.reference),
        acknowledgements: said)
    }
    return Set(replaced.map(\.info.name))
  }
}
