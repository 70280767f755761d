// SPDX-License-Identifier: MIT

import Causality

/// All rules of sync with one remote: coverage, uploads, postponement, compactions and deletion.
///
/// Everything durable stands in rows; the policy itself is a value without state. Each of its own
/// methods runs one transaction or several short ones. The methods of its parts run in the
/// transaction that the caller begins (``transaction(_:)``). A run may end between any two
/// transactions: the next run goes on from the rows and the remote's listing.
/// `Documentation/Sync.md` says why the rules are as they are.
///
/// Words: a *claim* `(document, base, to)` says that a replica at version `base` contains `to`
/// after it took the claim in. The *coverage* of a document is the least version that contains `to`
/// of each claim whose base it contains. A claim x *supersedes* a claim y of the same document if
/// the base of y contains the base of x, and `to` of x contains `to` of y.
package struct SyncPolicy<Rows: RowStore, Documents: SyncDocuments> {
  package let rows: Rows
  package let documents: Documents
  package let remote: RemoteName
  package let options: PolicyOptions
  package let intake: Intake<Rows, Documents>
  package let objects: RemoteObjects<Rows>
  let claims: ClaimIndex<Rows>
  let outbox: Outbox<Rows, Documents>
  let notices: Notices<Rows, Documents>
  let compactor: Compactor<Rows, Documents>
  let identity: DeviceIdentity<Rows>

  /// Makes the policy for a remote.
  package init(
    _ rows: Rows, _ documents: Documents, remote: RemoteName,
    options: PolicyOptions = PolicyOptions()
  ) {
    self.rows = rows
    self.documents = documents
    self.remote = remote
    self.options = options
    notices = Notices(rows, documents, of: remote, options: options)
    outbox = notices.outbox
    claims = outbox.claims
    objects = claims.objects
    identity = objects.identity
    intake = Intake(rows: rows, notices: notices)
    compactor = Compactor(notices: notices, options: options)
  }

  /// Runs `body`, which calls the parts of the policy, as one transaction.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try rows.transaction(body)
  }

  /// The id of this device, made when it is first asked for.
  package func device() throws -> DeviceID { try rows.transaction { try identity.row().device } }

  /// Takes a new device id, because another device uses the present id or because the present id
  /// was retired. Drops sealed objects that are not confirmed: their claims are sealed again.
  ///
  /// - Parameter old: The id to replace. Nothing happens if this device no longer has it.
  package func renewDevice(replacing old: DeviceID) throws {
    try rows.transaction {
      if try identity.renew(replacing: old) { try rows.removeAll(in: RowKey(.sealed)) }
    }
  }

  /// The prefix of the keys of this remote in a table. In `SyncTable.remote`, it is the whole key.
  func key(_ table: SyncTable) -> RowKey { RowKey(table).adding(remote.text) }

  func key(_ table: SyncTable, _ document: DocumentID) -> RowKey {
    key(table).adding(document.text)
  }
}

/// The sizes and times by which a policy decides.
package struct PolicyOptions: Sendable {
  /// The least number of objects of one level that are joined into one object of the next level.
  package var fanOut = 4
  /// The time, in milliseconds, after which an object in the remote counts as propagated without
  /// a sign from another device: an hour.
  package var grace: UInt64 = 60 * 60 * 1000
  /// The time from a failed write of a card to the next attempt with the same card, in
  /// milliseconds: an hour. The time is long because this device may have no right to write to the
  /// remote.
  package var cardPause: UInt64 = 60 * 60 * 1000
  /// The greatest ratio of the size of a joined claim to the total size of its pieces.
  package var mostGrowth = 4
  /// The first object of a run takes in no further document once its claims have this many bytes.
  /// The limit doubles with each further object, up to ``mostDoublings`` times.
  package var objectLimit = 64 << 10
  package var mostDoublings = 4
  /// The greatest total size of the objects that are compacted into one, in bytes.
  package var compactionLimit = 32 << 20
  /// The most claims that one transaction takes in, and the most bytes of these claims.
  package var batchClaims = 64
  package var batchBytes = 256 << 10
  /// The most documents that one transaction looks at.
  package var batchDocuments = 64
  /// The number of this device's last objects whose checksums are remembered, to distinguish them
  /// from objects of a second device with the same id.
  package var rememberedObjects = 1024
  /// Makes a new device id.
  package var makeDevice: @Sendable () -> DeviceID = { DeviceID(from: .current) }

  package init() {}
}
