// SPDX-License-Identifier: MIT

/// A claim that was taken in, with its object and its place in the object.
struct KnownClaim {
  let document: DocumentID
  let name: ObjectName
  let place: Int
  var row: ClaimRow
}

/// The document of a claim, the object of the claim, and the claim's place in the object.
typealias ClaimKey = KeyPair<DocumentID, KeyPair<ObjectName, Int>>

/// The object of a claim, the document of the claim, and the claim's place in the object.
typealias ObjectClaimKey = KeyPair<ObjectName, KeyPair<DocumentID, Int>>

extension KnownClaim {
  fileprivate init(key: ClaimKey, row: ClaimRow) {
    self.init(document: key.first, name: key.second.first, place: key.second.second, row: row)
  }

  fileprivate var key: ClaimKey { KeyPair(document, KeyPair(name, place)) }
  fileprivate var objectKey: ObjectClaimKey { KeyPair(name, KeyPair(document, place)) }
}

/// The claims that were taken in from a remote, by document and by object, and the resulting
/// coverage of each document.
struct ClaimIndex<Rows: RowStore> {
  private let all: Table<Rows, ClaimKey, ClaimRow>
  private let ofObjects: Table<Rows, ObjectClaimKey, NoValue>
  private let live: Table<Rows, ClaimKey, NoValue>
  private let covered: Table<Rows, DocumentID, CoverageRow>
  let objects: RemoteObjects<Rows>

  init(_ rows: Rows, of remote: RemoteName, options: PolicyOptions) {
    all = Table(.claim, of: remote, in: rows)
    ofObjects = Table(.claimOfObject, of: remote, in: rows)
    live = Table(.live, of: remote, in: rows)
    covered = Table(.coverage, of: remote, in: rows)
    objects = RemoteObjects(rows, of: remote, options: options)
  }

  // MARK: Claims

  /// The claims of a document that were taken in.
  func claims(of document: DocumentID) throws -> [KnownClaim] {
    try all.all(in: document).map(KnownClaim.init)
  }

  /// The claims of a document that were taken in from an object.
  func claims(of document: DocumentID, in name: ObjectName) throws -> [KnownClaim] {
    try all.all(in: KeyPair(document, name)).map(KnownClaim.init)
  }

  /// The claims of a document that no other claim is known to supersede. They are few, because
  /// compactions supersede the rest.
  ///
  /// - Parameter isWanted: Whether to return the claims of an object.
  func liveClaims(
    of document: DocumentID, in isWanted: (ObjectName) throws -> Bool = { _ in true }
  ) throws -> [KnownClaim] {
    try live.all(in: document).filter { try isWanted($0.key.second.first) }
      .map { try claim($0.key) }
  }

  /// The claims of an object that were taken in.
  func claims(of name: ObjectName) throws -> [KnownClaim] {
    try claims(of: name, after: nil, limit: .max).map(\.claim)
  }

  /// At most `limit` claims of an object, each with its key. Begins after the key `last`, or with
  /// the first claim if `last` is nil.
  func claims(
    of name: ObjectName, after last: ObjectClaimKey?, limit: Int
  ) throws -> [(key: ObjectClaimKey, claim: KnownClaim)] {
    try ofObjects.all(in: name, after: last, limit: limit).map { key, _ in
      (key, try claim(KeyPair(key.second.first, KeyPair(name, key.second.second))))
    }
  }

  private func claim(_ key: ClaimKey) throws -> KnownClaim {
    guard let row = try all[key] else { throw DamagedRow() }
    return KnownClaim(key: key, row: row)
  }

  /// The number of an object's claims that were taken in.
  func count(of name: ObjectName) throws -> Int {
    try ofObjects.all(in: name).count
  }

  /// All documents with claims, or with coverage.
  func documents() throws -> Set<DocumentID> {
    try Set(all.keys().map(\.first)).union(covered.keys())
  }

  func contains(_ claim: KnownClaim) throws -> Bool {
    try all.contains(claim.key)
  }

  func set(_ claim: KnownClaim) throws {
    try all.set(claim.key, to: claim.row)
  }

  /// Adds a new claim, and counts it in the coverage row of its document.
  func insert(_ claim: KnownClaim, into row: inout CoverageRow) throws {
    row.claims += 1
    if !claim.row.isCounted { row.uncounted += 1 }
    try set(claim)
    try ofObjects.set(claim.objectKey, to: NoValue())
    if !claim.row.isSuperseded { try note(claim, isLive: true) }
  }

  /// Notes whether a claim is live. No other claim is known to supersede a live claim.
  func note(_ claim: KnownClaim, isLive: Bool) throws {
    try live.set(claim.key, to: isLive ? NoValue() : nil)
    try objects.countLive(of: claim.name, isMore: isLive)
  }

  /// Drops the claims of an object. Next, the caller drops the object, or sets its number of live
  /// claims to 0.
  ///
  /// - Returns: The documents of the claims.
  func removeClaims(of name: ObjectName) throws -> [DocumentID] {
    try claims(of: name).map { claim in
      let document = claim.document
      try all.set(claim.key, to: nil)
      try ofObjects.set(claim.objectKey, to: nil)
      try live.set(claim.key, to: nil)
      var row = try coverageRow(of: document)
      guard row.claims > 0, claim.row.isCounted || row.uncounted > 0 else { throw DamagedRow() }
      row.claims -= 1
      if !claim.row.isCounted { row.uncounted -= 1 }
      // A superseded claim can go without a change of coverage: its successor leads at least as
      // far. Up to the limit, more claims may supersede others.
      if !claim.row.isSuperseded || row.claims == Self.mostCompared { row.isStale = true }
      try set(row.claims == 0 ? CoverageRow() : row, of: document)
      return document
    }
  }

  /// Keeps the claims of an object that no longer counts. Other devices may still be able to read
  /// the object, so it is deleted only once other objects supersede these claims.
  func keepPromises(of name: ObjectName, _ row: ObjectRow) throws {
    let promises = try claims(of: name).map {
      TornRow.Promise(document: $0.document, base: $0.row.base, to: $0.row.to)
    }
    let torn = TornRow(reference: row.reference, level: row.level, promises: promises)
    try objects.setTorn(torn, of: name)
  }

  /// The claims that `keepPromises(of:_:)` kept of an object.
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
    try covered[document] ?? CoverageRow()
  }

  func set(_ row: CoverageRow, of document: DocumentID) throws {
    try covered.set(document, to: row)
  }
}
