// SPDX-License-Identifier: MIT

/// The notices that devices write for each other: acknowledgements, with the doubts that they state,
/// and cards, with the retirements that they tell.
struct Notices<Rows: RowStore, Documents: SyncDocuments> {
  private let said: TableRows<Rows>
  private let doubts: TableRows<Rows>
  private let cardRows: TableRows<Rows>
  private let retirements: TableRows<Rows>
  let remote: RemoteName
  let outbox: Outbox<Rows, Documents>
  let cardPause: UInt64
  /// The notices of all remotes that have books.
  let ofAllRemotes: () throws -> [Notices]

  init(_ rows: Rows, _ documents: Documents, of remote: RemoteName, options: PolicyOptions) {
    said = TableRows(.acknowledgement, of: remote, in: rows)
    doubts = TableRows(.doubt, of: remote, in: rows)
    cardRows = TableRows(.card, of: remote, in: rows)
    retirements = TableRows(.retired, in: rows)
    self.remote = remote
    outbox = Outbox(rows, documents, of: remote, options: options)
    cardPause = options.cardPause
    ofAllRemotes = {
      try SyncNotes.remotes(in: rows).map { Notices(rows, documents, of: $0, options: options) }
    }
  }

  var claims: ClaimIndex<Rows> { outbox.claims }
  var objects: RemoteObjects<Rows> { outbox.claims.objects }
  var identity: DeviceIdentity<Rows> { outbox.claims.objects.identity }

  // MARK: Acknowledgements

  func acknowledgements() throws -> [AcknowledgementRow] {
    try said.rows().map { try AcknowledgementRow(row: $0.value) }
  }

  func acknowledgement(of device: DeviceID) throws -> AcknowledgementRow? {
    try said.row(said.key.adding(device))
  }

  func store(_ acknowledgement: Acknowledgement, at time: UInt64) throws {
    try said.set(
      said.key.adding(acknowledgement.device), to: AcknowledgementRow(acknowledgement, time: time))
  }

  // MARK: Doubts

  private func doubtKey(_ info: ObjectInfo) -> RowKey {
    doubts.key.adding(info.name).adding(info.size)
  }

  /// Whether a device calls an object unreadable.
  func isDoubted(_ info: ObjectInfo) throws -> Bool {
    try !doubts.rows(in: doubtKey(info), limit: 1).isEmpty
  }

  func setDoubt(about info: ObjectInfo, by device: DeviceID, to isDoubted: Bool) throws {
    try doubts.set(doubtKey(info).adding(device), to: isDoubted ? [UInt8]() : nil)
  }

  // MARK: Cards

  func card(of device: DeviceID) throws -> CardRow? {
    try cardRows.row(cardRows.key.adding(device))
  }

  /// The last card of each device in the remote, whether it is still there or not.
  func cards() throws -> [DeviceCard] {
    try cardRows.rows().map { try CardRow(row: $0.value).card }
  }

  func set(_ row: CardRow) throws {
    try cardRows.set(cardRows.key.adding(row.card.device), to: row)
  }

  // MARK: Retirements

  /// Whether a device is known to be retired.
  func isRetired(_ device: DeviceID) throws -> Bool {
    try retirements.value(of: retirements.key.adding(device)) != nil
  }

  /// The devices that are known to be retired, ascending.
  func retired() throws -> [DeviceID] {
    try retirements.rows().map { row throws(DamagedRow) in
      var parts = retirements.parts(of: row)
      return try parts.device()
    }
  }

  func setRetired(_ device: DeviceID) throws {
    try retirements.set(retirements.key.adding(device), to: [UInt8]())
  }
}
