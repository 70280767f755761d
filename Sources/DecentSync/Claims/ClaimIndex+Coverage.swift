// SPDX-License-Identifier: MIT

/// The coverage of each document, kept up to date as claims come and go.
extension ClaimIndex {
  /// The coverage of a document, recomputed if the stored coverage is stale.
  func coverage(of document: DocumentID, _ open: OpenDocument) throws -> CoverageRow {
    let row = try coverageRow(of: document)
    return row.isStale ? try recompute(document, open) : row
  }

  /// Records a claim that was taken in. Other claims that count because of this claim are counted
  /// only by ``wake(_:_:)``.
  ///
  /// - Parameter level: The level of the claim's object.
  func add(_ claim: KnownClaim, level: Int, _ open: OpenDocument) throws {
    if try contains(claim) { return }
    var claim = claim
    var row = try coverage(of: claim.document, open)
    let isCompared = level > 0 || row.claims < Self.mostCompared
    if try isCovered(claim, by: row, open) {
      claim.row.isCounted = true
      row.version = try open.joined(row.version, claim.row.to)
    }
    if isCompared { try markSuperseded(&claim, among: liveClaims(of: claim.document), open) }
    try insert(claim, into: &row)
    try set(row, of: claim.document)
  }

  private func isCovered(
    _ claim: KnownClaim, by row: CoverageRow, _ open: OpenDocument
  ) throws -> Bool {
    try open.contains(claim.row.base, in: row.version)
      && !open.isIgnored(at: claim.row.to)
  }

  /// Up to this number of claims, all claims of a document are compared with each other. Comparing
  /// more claims takes too long: if a document has more, only claims of objects above level 0 may
  /// supersede other claims.
  static var mostCompared: Int { 256 }

  /// Counts the claims of a document that are not counted yet, if coverage contains their bases.
  func wake(_ document: DocumentID, _ open: OpenDocument) throws {
    var row = try coverage(of: document, open)
    if row.uncounted == 0 { return }
    var waiting = try claims(of: document).filter { !$0.row.isCounted }
    let old = waiting.count
    try count(&waiting, &row, open)
    for claim in waiting where claim.row.isCounted { try set(claim) }
    if row.uncounted < old { try set(row, of: document) }
  }

  /// Compares a new claim with other claims, and marks the superseded claims, old and new.
  private func markSuperseded(
    _ claim: inout KnownClaim, among others: [KnownClaim], _ open: OpenDocument
  ) throws {
    for other in others {
      if try supersedes(claim, other, open) {
        var other = other
        other.row.successor = claim.name
        try set(other)
        try note(other, isLive: false)
      } else if try !claim.row.isSuperseded && supersedes(other, claim, open) {
        claim.row.successor = other.name
      }
    }
  }

  /// Recomputes the coverage of a document from the definition of coverage, and stores the result.
  func recompute(_ document: DocumentID, _ open: OpenDocument) throws -> CoverageRow {
    let old = try claims(of: document)
    let (row, new) = try defined(by: old, open)
    for (old, new) in zip(old, new) where old.row != new.row {
      try set(new)
      if old.row.isSuperseded != new.row.isSuperseded {
        try note(new, isLive: !new.row.isSuperseded)
      }
    }
    try set(row, of: document)
    return row
  }

  /// The coverage that claims define, and the claims with ``ClaimRow/isCounted`` and
  /// ``ClaimRow/successor`` set.
  func defined(
    by claims: [KnownClaim], _ open: OpenDocument
  ) throws -> (CoverageRow, [KnownClaim]) {
    var (claims, row) = try counted(claims, open)
    for place in claims.indices { claims[place].row.successor = nil }
    try markSuperseded(&claims, open)
    return (row, claims)
  }

  /// The claims with ``ClaimRow/isCounted`` set, and the coverage that the counted claims define.
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

  private func markSuperseded(_ claims: inout [KnownClaim], _ open: OpenDocument) throws {
    // Among more than ``mostCompared`` claims, only claims of objects above level 0 may supersede
    // other claims, as in ``add(_:level:_:)``.
    let others =
      claims.count <= Self.mostCompared
      ? Array(claims.indices)
      : try claims.indices.filter { try objects[claims[$0].name]?.level ?? 0 > 0 }
    for place in claims.indices where !claims[place].row.isSuperseded {
      for other in others where other != place {
        if try supersedes(claims[other], claims[place], open) {
          claims[place].row.successor = claims[other].name
          break
        }
      }
    }
  }
}
