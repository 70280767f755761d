// SPDX-License-Identifier: MIT

/// The notices that devices write for each other. Acknowledgements state doubts about unreadable
/// objects, and cards state which devices are retired.
struct Notices<Rows: RowStore, Documents: SyncDocuments> {
  private let said: Table<Rows, DeviceID, AcknowledgementRow>
  private let doubts: Table<Rows, KeyPair<KeyPair<ObjectName, Int>, DeviceID>, NoValue>
  private let cardRows: Table<Rows, DeviceID, CardRow>
  private let retirements: Table<Rows, DeviceID, NoValue>
  let remote: RemoteName
  let outbox: Outbox<Rows, Documents>
  let cardPause: UInt64
  /// The notices of all remotes that have sync state.
  let ofAllRemotes: () throws -> [Notices]

  init(_ rows: Rows, _ documents: Documents, of remote: RemoteName, options: PolicyOptions) {
    said = Table(.acknowledgement, of: remote, in: rows)
    doubts = Table(.doubt, of: remote, in: rows)
    cardRows = Table(.card, of: remote, in: rows)
    retirements = Table(.retired, in: rows)
    self.remote = remote
    outbox = Outbox(rows, documents, of: remote, options: options)
    cardPause = options.cardPause
    ofAllRemotes = {
      try CommonRows.remotes(in: rows).map { Notices(rows, documents, of: $0, options: options) }
    }
  }

  var claims: ClaimIndex<Rows> { outbox.claims }
  var objects: RemoteObjects<Rows> { outbox.claims.objects }
  var identity: DeviceIdentity<Rows> { outbox.claims.objects.identity }

  // MARK: Acknowledgements

  func acknowledgements() throws -> [AcknowledgementRow] { try said.all().map(\.value) }

  func acknowledgement(of device: DeviceID) throws -> AcknowledgementRow? { try said[device] }

  func store(_ acknowledgement: Acknowledgement, at time: UInt64) throws {
    try said.set(
      acknowledgement.device, to: AcknowledgementRow(acknowledgement: acknowledgement, time: time))
  }

  // MARK: Doubts

  /// Whether a device calls an object unreadable.
  func isDoubted(_ info: ObjectInfo) throws -> Bool {
    try !doubts.all(in: KeyPair(info.name, info.size), limit: 1).isEmpty
  }

  func setDoubt(about info: ObjectInfo, by device: DeviceID, to isDoubted: Bool) throws {
    let key = KeyPair(KeyPair(info.name, info.size), device)
    try doubts.set(key, to: isDoubted ? NoValue() : nil)
  }

  // MARK: Cards

  func card(of device: DeviceID) throws -> CardRow? { try cardRows[device] }

  /// The last known card of each device, even if the remote no longer has it.
  func cards() throws -> [DeviceCard] { try cardRows.all().map(\.value.card) }

  func set(_ row: CardRow) throws { try cardRows.set(row.card.device, to: row) }

  // MARK: Retirements

  /// Whether a device is known to be retired.
  func isRetired(_ device: DeviceID) throws -> Bool { try retirements.contains(device) }

  /// The devices that are known to be retired, ascending.
  func retired() throws -> [DeviceID] { try retirements.keys() }

  func setRetired(_ device: DeviceID) throws { try retirements.set(device, to: NoValue()) }
}
