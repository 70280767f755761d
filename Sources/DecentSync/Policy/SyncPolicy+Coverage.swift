// SPDX-License-Identifier: MIT

/// A claim that was taken in, with its object and its place there.
struct KnownClaim {
  let document: DocumentID
  let name: ObjectName
  let place: Int
  var row: ClaimRow
}

/// The coverage of each document, kept up to date as claims come and go.
extension SyncPolicy {
  private func claimKey(_ document: DocumentID, _ name: ObjectName, _ place: Int) -> RowKey {
    key(.claim, document).adding(name.text).adding(place)
  }

  private func liveKey(_ claim: KnownClaim) -> RowKey {
    key(.live, claim.document).adding(claim.name.text).adding(claim.place)
  }

  private func indexKey(_ document: DocumentID, _ name: ObjectName, _ place: Int) -> RowKey {
    key(.claimOfObject, name).adding(document.text).adding(place)
  }

  /// The claims of a document that were taken in.
  func claims(of document: DocumentID) throws -> [KnownClaim] {
    try claims(of: document, in: key(.claim, document))
  }

  /// The claims of a document in one object.
  func claims(of document: DocumentID, in name: ObjectName) throws -> [KnownClaim] {
    try claims(of: document, in: key(.claim, document).adding(name.text))
  }

  private func claims(of document: DocumentID, in prefix: RowKey) throws -> [KnownClaim] {
    try rows.rows(in: prefix).map { row in
      var reader = RowKeyReader(row.key)
      _ = try (reader.text(), reader.text())
      guard let name = ObjectName(try reader.text()) else { throw DamagedRow() }
      return KnownClaim(
        document: document, name: name, place: try reader.number(),
        row: try ClaimRow(row: row.value))
    }
  }

  /// The claims of a document that no other is known to dominate. They are few, for roll-ups
  /// dominate the rest.
  func liveClaims(of document: DocumentID) throws -> [KnownClaim] {
    try rows.rows(in: key(.live, document)).map { row in
      var reader = RowKeyReader(row.key)
      _ = try (reader.text(), reader.text())
      guard let name = ObjectName(try reader.text()) else { throw DamagedRow() }
      let place = try reader.number()
      guard let claim = try rows.row(claimKey(document, name, place), as: ClaimRow.self)
      else { throw DamagedRow() }
      return KnownClaim(document: document, name: name, place: place, row: claim)
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
    let prefix = self.key(.claimOfObject, name)
    return try rows.rows(in: prefix, after: key, limit: limit).map { row in
      var reader = RowKeyReader(row.key)
      _ = try (reader.text(), reader.text())
      guard let document = DocumentID(try reader.text()) else { throw DamagedRow() }
      let place = try reader.number()
      guard let claim = try rows.row(claimKey(document, name, place), as: ClaimRow.self)
      else { throw DamagedRow() }
      return (row.key, KnownClaim(document: document, name: name, place: place, row: claim))
    }
  }

  private func set(_ claim: KnownClaim) throws {
    try rows.set(claimKey(claim.document, claim.name, claim.place), to: claim.row)
  }

  func coverageRow(of document: DocumentID) throws -> CoverageRow {
    try rows.row(key(.coverage, document)) ?? CoverageRow()
  }

  /// The coverage of a document, recomputed if the stored one is stale.
  func coverage(of document: DocumentID, _ open: OpenDocument) throws -> CoverageRow {
    let row = try coverageRow(of: document)
    return row.isStale ? try recompute(document, open) : row
  }

  // MARK: Appearing

  /// Records a claim that was taken in. Claims that wait for it are counted by ``wake(_:_:)``.
  ///
  /// - Parameter level: The level of its object.
  func add(_ claim: KnownClaim, level: Int, _ open: OpenDocument) throws {
    let key = claimKey(claim.document, claim.name, claim.place)
    guard try rows.value(of: key) == nil else { return }
    var claim = claim
    var row = try coverage(of: claim.document, open)
    let isCompared = level > 0 || row.claims < Self.mostCompared
    if try isCovered(claim, by: row, open) {
      claim.row.isCounted = true
      row.version = try open.joined(row.version, claim.row.to)
    }
    if isCompared { try markDominated(&claim, among: liveClaims(of: claim.document), open) }
    try record(claim, &row)
    try rows.set(self.key(.coverage, claim.document), to: row)
  }

  private func record(_ claim: KnownClaim, _ row: inout CoverageRow) throws {
    row.claims += 1
    if !claim.row.isCounted { row.uncounted += 1 }
    try set(claim)
    try rows.set(indexKey(claim.document, claim.name, claim.place), to: [UInt8]())
    if !claim.row.isDominated { try note(claim, isLive: true) }
  }

  private func isCovered(
    _ claim: KnownClaim, by row: CoverageRow, _ open: OpenDocument
  ) throws -> Bool {
    try open.contains(claim.row.base, in: row.version)
      && !open.isPassedOver(at: claim.row.to)
  }

  /// The number of a document's claims above which they are not compared one by one: that would take
  /// too long. They go with the next roll-up.
  static var mostCompared: Int { 256 }

  /// Counts claims of a document whose bases are covered by now.
  func wake(_ document: DocumentID, _ open: OpenDocument) throws {
    var row = try coverage(of: document, open)
    if row.uncounted == 0 { return }
    var waiting = try claims(of: document).filter { !$0.row.isCounted }
    let old = waiting.count
    try count(&waiting, &row, open)
    for claim in waiting where claim.row.isCounted { try set(claim) }
    if row.uncounted < old { try rows.set(key(.coverage, document), to: row) }
  }

  /// Marks the claims that the new one dominates, and the new one if one of them dominates it.
  private func markDominated(
    _ claim: inout KnownClaim, among others: [KnownClaim], _ open: OpenDocument
  ) throws {
    for other in others {
      if try dominates(claim, other, open) {
        var other = other
        other.row.dominator = claim.name
        try set(other)
        try note(other, isLive: false)
      } else if try !claim.row.isDominated && dominates(other, claim, open) {
        claim.row.dominator = other.name
      }
    }
  }

  private func note(_ claim: KnownClaim, isLive: Bool) throws {
    try rows.set(liveKey(claim), to: isLive ? [UInt8]() : nil)
    try remoteObjects.countLive(of: claim.name, isMore: isLive)
  }

  // MARK: Disappearing

  /// Drops the claims of an object.
  ///
  /// - Parameter lack: The lack that is noted for the documents of the claims; nil to note none,
  ///   because other claims dominate these.
  func removeClaims(of name: ObjectName, noting lack: WaitingRow.Lack?) throws {
    for claim in try claims(of: name) {
      try rows.set(claimKey(claim.document, name, claim.place), to: nil)
      try rows.set(indexKey(claim.document, name, claim.place), to: nil)
      try rows.set(liveKey(claim), to: nil)
      var row = try coverageRow(of: claim.document)
      guard row.claims > 0, claim.row.isCounted || row.uncounted > 0 else { throw DamagedRow() }
      row.claims -= 1
      if !claim.row.isCounted { row.uncounted -= 1 }
      // The dominating claim leads to all that followed from this one.
      if !claim.row.isDominated { row.isStale = true }
      try rows.set(key(.coverage, claim.document), to: row.claims == 0 ? CoverageRow() : row)
      if let lack { try note(lack, of: claim.document) }
    }
  }

  /// Recomputes the coverage of a document from its definition, and stores it.
  func recompute(_ document: DocumentID, _ open: OpenDocument) throws -> CoverageRow {
    let old = try claims(of: document)
    let (row, new) = try defined(by: old, open)
    for (old, new) in zip(old, new) where old.row != new.row {
      try set(new)
      if old.row.isDominated != new.row.isDominated {
        try note(new, isLive: !new.row.isDominated)
      }
    }
    try rows.set(key(.coverage, document), to: row)
    return row
  }

  /// The coverage by its definition, and the claims with their marks: counted, dominated.
  func defined(
    by claims: [KnownClaim], _ open: OpenDocument
  ) throws -> (CoverageRow, [KnownClaim]) {
    var (claims, row) = try counted(claims, open)
    for place in claims.indices { claims[place].row.dominator = nil }
    try markDominated(&claims, open)
    return (row, claims)
  }

  /// The claims that count, and the coverage that they lead to.
  func counted(
    _ claims: [KnownClaim], _ open: OpenDocument
  ) throws -> ([KnownClaim], CoverageRow) {
    var claims = claims
    var row = CoverageRow()
    row.claims = claims.count
    row.uncounted = claims.count
    for place in claims.indices { claims[place].row.isCounted = false }
    try count(&claims, &row, open)
    return (claims, row)
  }

  private func count(
    _ claims: inout [KnownClaim], _ row: inout CoverageRow, _ open: OpenDocument
  ) throws {
    var waiting = Array(claims.indices)
    var isProgress = true
    while isProgress, !waiting.isEmpty {
      isProgress = false
      waiting = try waiting.filter { place in
        guard try isCovered(claims[place], by: row, open) else { return true }
        claims[place].row.isCounted = true
        row.uncounted -= 1
        row.version = try open.joined(row.version, claims[place].row.to)
        isProgress = true
        return false
      }
    }
  }

  private func markDominated(_ claims: inout [KnownClaim], _ open: OpenDocument) throws {
    // Among many claims, only those of roll-ups may dominate others, as in ``add(_:level:_:)``.
    let others =
      claims.count <= Self.mostCompared
      ? Array(claims.indices)
      : try claims.indices.filter { try remoteObjects[claims[$0].name]?.level ?? 0 > 0 }
    for place in claims.indices where !claims[place].row.isDominated {
      for other in others where other != place {
        if try dominates(claims[other], claims[place], open) {
          claims[place].row.dominator = claims[other].name
          break
        }
      }
    }
  }
}
