// SPDX-License-Identifier: MIT

/// The changes that a remote may lack: documents that wait, and objects that are sealed for the
/// remote and not confirmed there.
struct Outbox<Rows: RowStore, Documents: SyncDocuments> {
  private let waiting: Table<Rows, DocumentID, WaitingRow>
  private let edited: Table<Rows, DocumentID, NoValue>
  private let sealed: Table<Rows, Int, SealedObject>
  let documents: Documents
  let claims: ClaimIndex<Rows>

  init(_ rows: Rows, _ documents: Documents, of remote: RemoteName, options: PolicyOptions) {
    waiting = Table(.waiting, of: remote, in: rows)
    edited = Table(.edited, in: rows)
    sealed = Table(.sealed, of: remote, in: rows)
    self.documents = documents
    claims = ClaimIndex(rows, of: remote, options: options)
  }

  private var identity: DeviceIdentity<Rows> { claims.objects.identity }

  // MARK: Waiting documents

  /// The documents that may have edits beyond their coverage, by id: at most `limit`, after the
  /// document `last`.
  func waiting(
    after last: DocumentID? = nil, limit: Int = .max
  ) throws -> [(document: DocumentID, row: WaitingRow)] {
    try waiting.all(after: last, limit: limit).map { ($0.key, $0.value) }
  }

  func isEdited(_ document: DocumentID) throws -> Bool { try edited.contains(document) }

  func set(_ row: WaitingRow, of document: DocumentID) throws {
    try waiting.set(document, to: row)
  }

  func endWaiting(_ document: DocumentID) throws {
    try waiting.set(document, to: nil)
  }

  /// Notes that a remote may lack something of a document.
  func note(_ lack: WaitingRow.Lack, of document: DocumentID) throws {
    var row = try waiting[document] ?? WaitingRow()
    if row.lacks.rawValue < lack.rawValue { row.lacks = lack }
    try set(row, of: document)
  }

  /// Drops the claims of an object.
  ///
  /// - Parameter lack: The lack that is noted for the documents of the claims; nil to note nothing,
  ///   because other claims supersede the dropped claims.
  func removeClaims(of name: ObjectName, noting lack: WaitingRow.Lack?) throws {
    for document in try claims.removeClaims(of: name) {
      if let lack { try note(lack, of: document) }
    }
  }

  /// Drops an object, with its claims.
  ///
  /// - Parameter lack: The lack that ``removeClaims(of:noting:)`` notes.
  func drop(_ name: ObjectName, noting lack: WaitingRow.Lack?) throws {
    guard let row = try claims.objects[name] else { return }
    try removeClaims(of: name, noting: lack)
    try claims.objects.drop(name, row)
  }

  // MARK: Sealed objects

  func isSealed(_ number: Int) throws -> Bool { try sealed.contains(number) }

  /// The sealed object of the least number.
  func firstSealed() throws -> SealedObject? {
    try sealed.all(limit: 1).first?.value
  }

  /// Checks that the sealed objects can be read.
  func checkSealed() throws { _ = try sealed.all() }

  /// Seals claims into an object of this device, and stores its bytes.
  ///
  /// - Parameter level: The least level of the new object; nil for the greatest level of the
  ///   damaged or torn objects that the new object may replace.
  func seal(_ claims: [Claim], level: Int? = nil) throws -> SealedObject {
    let level = try level ?? self.level(above: claims)
    let taken = try self.claims.objects.takeUnlisted()
    let (device, number) = try identity.takeNumber()
    let size = claims.reduce(0) { $0 + $1.size }
    let sealed = SealedObject(
      sealing: LogObject(
        device: device, number: number, level: max(level, LogObject.level(ofSize: size)),
        taken: taken, claims: claims))
    try identity.noteWritten(sealed.reference)
    try self.sealed.set(number, to: sealed)
    return sealed
  }

  /// The level of an object with these claims: the greatest level of the damaged or torn objects
  /// that it may replace. With that level, the new object supersedes these objects even if its
  /// claims equal theirs.
  private func level(above claims: [Claim]) throws -> Int {
    let documents = Set(claims.map(\.document))
    return try self.claims.objects.tornRows().reduce(0) { level, torn in
      torn.promises.contains { documents.contains($0.document) } ? max(level, torn.level) : level
    }
  }

  func unseal(_ object: SealedObject) throws {
    try sealed.set(object.object.number, to: nil)
  }

  /// Gives up the name of a sealed object, because a torn upload lies under the name, and seals the
  /// same claims under the next number. The torn object is not deleted and written again: a copy of
  /// this library may have completed the upload since, and that object would be lost.
  func giveUpName(of sealed: SealedObject) throws {
    // Another run may have given up the name already.
    guard try self.sealed[sealed.object.number] == sealed else { return }
    try unseal(sealed)
    let promises = sealed.claims.map {
      TornRow.Promise(document: $0.document, base: $0.base, to: $0.news)
    }
    let row = TornRow(
      reference: sealed.reference, level: sealed.object.level, promises: promises)
    try claims.objects.setTorn(row, of: sealed.name)
    _ = try seal(sealed.claims, level: sealed.object.level)
  }
}
