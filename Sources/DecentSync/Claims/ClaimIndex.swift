// SPDX-License-Identifier: MIT

/// A claim that was taken in, with its object and its place there.
struct KnownClaim {
  let document: DocumentID
  let name: ObjectName
  let place: Int
  var row: ClaimRow
}

/// The claims that were taken in from a remote, by document and by object, and the coverage of each
/// document that follows from them.
struct ClaimIndex<Rows: RowStore> {
  private let all: TableRows<Rows>
  private let ofObjects: TableRows<Rows>
  private let live: TableRows<Rows>
  private let covered: TableRows<Rows>
  let objects: RemoteObjects<Rows>

  init(_ rows: Rows, of remote: RemoteName, options: PolicyOptions) {
    all = TableRows(.claim, of: remote, in: rows)
    ofObjects = TableRows(.claimOfObject, of: remote, in: rows)
    live = TableRows(.live, of: remote, in: rows)
    covered = TableRows(.coverage, of: remote, in: rows)
    objects = RemoteObjects(rows, of: remote, options: options)
  }

  private func key(
    _ document: DocumentID, _ name: ObjectName, _ place: Int, in table: TableRows<Rows>
  ) -> RowKey {
    table.key.adding(document).adding(name).adding(place)
  }

  private func indexKey(_ claim: KnownClaim) -> RowKey {
    ofObjects.key.adding(claim.name).adding(claim.document).adding(claim.place)
  }

  // MARK: Claims

  /// The claims of a document that were taken in, of one object or of all.
  func claims(of document: DocumentID, in name: ObjectName? = nil) throws -> [KnownClaim] {
    let prefix = all.key.adding(document)
    return try all.rows(in: name.map { prefix.adding($0) } ?? prefix).map { row in
      var parts = all.parts(of: row)
      _ = try parts.document()
      return KnownClaim(
        document: document, name: try parts.name(), place: try parts.number(),
        row: try ClaimRow(row: row.value))
    }
  }

  /// The claims of a document that no other is known to dominate. They are few, for roll-ups
  /// dominate the rest.
  func liveClaims(of document: DocumentID) throws -> [KnownClaim] {
    try live.rows(in: live.key.adding(document)).map { row in
      var parts = live.parts(of: row)
      return try claim(of: parts.document(), in: parts.name(), at: parts.number())
    }
  }

  /// The claims of an object that were taken in.
  func claims(of name: ObjectName) throws -> [KnownClaim] {
    try claims(of: name, after: nil, limit: .max).map(\.claim)
  }

  /// The claims of an object that were taken in, some at a time, each with the key to go on after.
  func claims(
    of name: ObjectName, after key: RowKey?, limit: Int
  ) throws -> [(key: RowKey, claim: KnownClaim)] {
    try ofObjects.rows(in: ofObjects.key.adding(name), after: key, limit: limit).map { row in
      var parts = ofObjects.parts(of: row)
      let name = try parts.name()
      return (row.key, try claim(of: parts.document(), in: name, at: parts.number()))
    }
  }

  private func claim(
    of document: DocumentID, in name: ObjectName, at place: Int
  ) throws -> KnownClaim {
    guard let row = try all.row(key(document, name, place, in: all), as: ClaimRow.self)
    else { throw DamagedRow() }
    return KnownClaim(document: document, name: name, place: place, row: row)
  }

  /// The number of an object's claims that were taken in.
  func count(of name: ObjectName) throws -> Int {
    try ofObjects.rows(in: ofObjects.key.adding(name)).count
  }

  /// All documents with claims, or with coverage.
  func documents() throws -> Set<DocumentID> {
    var documents: Set<DocumentID> = []
    for table in [all, covered] {
      for row in try table.rows() {
        var parts = table.parts(of: row)
        documents.insert(try parts.document())
      }
    }
    return documents
  }

  func contains(_ claim: KnownClaim) throws -> Bool {
    try all.value(of: key(claim.document, claim.name, claim.place, in: all)) != nil
  }

  func set(_ claim: KnownClaim) throws {
    try all.set(key(claim.document, claim.name, claim.place, in: all), to: claim.row)
  }

  /// Adds a claim that is not there, and counts it in the coverage of its document.
  func insert(_ claim: KnownClaim, into row: inout CoverageRow) throws {
    row.claims += 1
    if !claim.row.isCounted { row.uncounted += 1 }
    try set(claim)
    try ofObjects.set(indexKey(claim), to: [UInt8]())
    if !claim.row.isDominated { try note(claim, isLive: true) }
  }

  /// Notes whether no other claim is known to dominate a claim.
  func note(_ claim: KnownClaim, isLive: Bool) throws {
    let key = key(claim.document, claim.name, claim.place, in: live)
    try live.set(key, to: isLive ? [UInt8]() : nil)
    try objects.countLive(of: claim.name, isMore: isLive)
  }

  /// Drops the claims of an object. The object is dropped next, or has no live claims.
  ///
  /// - Returns: The documents of the claims.
  func removeClaims(of name: ObjectName) throws -> [DocumentID] {
    try claims(of: name).map { claim in
      let document = claim.document
      try all.set(key(document, name, claim.place, in: all), to: nil)
      try ofObjects.set(indexKey(claim), to: nil)
      try live.set(key(document, name, claim.place, in: live), to: nil)
      var row = try coverageRow(of: document)
      guard row.claims > 0, claim.row.isCounted || row.uncounted > 0 else { throw DamagedRow() }
      row.claims -= 1
      if !claim.row.isCounted { row.uncounted -= 1 }
      // The dominating claim leads to all that followed from this one.
      if !claim.row.isDominated { row.isStale = true }
      try set(row.claims == 0 ? CoverageRow() : row, of: document)
      return document
    }
  }

  /// Keeps the claims of an object as promises when they no longer count. The object may be whole
  /// for other devices, so it is deleted by the same rules as before.
  func keepPromises(of name: ObjectName, _ row: ObjectRow) throws {
    let promises = try claims(of: name).map {
      TornRow.Promise(document: $0.document, base: $0.row.base, to: $0.row.to)
    }
    let torn = TornRow(reference: row.reference, level: row.level, promises: promises)
    try objects.setTorn(torn, of: name)
  }

  /// The claims that are kept of an object that counts no longer.
  func promises(of name: ObjectName) throws -> [KnownClaim] {
    guard let row = try objects.tornRow(of: name) else { return [] }
    return row.promises.enumerated().map { place, promise in
      KnownClaim(
        document: promise.document, name: name, place: place,
        row: ClaimRow(base: promise.base, to: promise.to, size: 0))
    }
  }

  // MARK: Coverage

  func coverageRow(of document: DocumentID) throws -> CoverageRow {
    try covered.row(covered.key.adding(document)) ?? CoverageRow()
  }

  func set(_ row: CoverageRow, of document: DocumentID) throws {
    try covered.set(covered.key.adding(document), to: row)
  }
}
