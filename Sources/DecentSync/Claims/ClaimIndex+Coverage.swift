// SPDX-License-Identifier: MIT

/// The coverage of each document, kept up to date as claims come and go.
extension ClaimIndex {
  /// The coverage of a document, recomputed if the stored coverage is stale.
  func coverage(of document: DocumentID, _ open: OpenDocument) throws -> CoverageRow {
    let row = try coverageRow(of: document)
    return row.isStale ? try recompute(document, open) : row
  }

  /// Records claims of a document that were taken in. Other claims that count because of these
  /// claims are counted only by ``wake(_:_:)``.
  ///
  /// - Complexity: O(*n* · *m*) comparisons, where *n* is the number of new claims, and *m* is the
  ///   number of live claims with which ``maySupersede(_:among:)`` lets the new claims be compared.
  func add(_ new: [KnownClaim], of document: DocumentID, _ open: OpenDocument) throws {
    if new.isEmpty { return }
    let old = try coverage(of: document, open)
    var row = old
    let most = row.claims + new.count
    // Beyond the limit, fewer claims may supersede others.
    row.isStale = row.claims <= Self.mostCompared && most > Self.mostCompared
    var rivals = row.isStale ? [] : try rivals(of: new, among: most, in: document)
    for claim in new where try !contains(claim) {
      var rival = Rival(claim: claim, maySupersede: try maySupersede(claim.name, among: most))
      if try isCovered(claim, by: row, open) {
        rival.claim.row.isCounted = true
        row.version = try open.joined(row.version, claim.row.to)
      }
      try markSuperseded(&rival, among: &rivals, open)
      try insert(rival.claim, into: &row)
      if !rival.claim.row.isSuperseded { rivals.append(rival) }
    }
    if row != old { try set(row, of: document) }
  }

  private func isCovered(
    _ claim: KnownClaim, by row: CoverageRow, _ open: OpenDocument
  ) throws -> Bool {
    try open.contains(claim.row.base, in: row.version)
      && !open.isIgnored(at: claim.row.to)
  }

  /// Up to this number of claims, all claims of a document are compared with each other. Comparing
  /// more claims takes too long: if a document has more, only claims of objects above level 0 may
  /// supersede other claims. Coverage is stale once the number of claims passes this limit, in
  /// either direction.
  static var mostCompared: Int { 256 }

  /// Whether claims of an object may supersede other claims of a document.
  ///
  /// - Parameter count: The number of claims of the document.
  private func maySupersede(_ name: ObjectName, among count: Int) throws -> Bool {
    try count <= Self.mostCompared || objects[name]?.level ?? 0 > 0
  }

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

  /// The live claims of a document that new claims may supersede, or that may supersede new claims.
  private func rivals(
    of new: [KnownClaim], among count: Int, in document: DocumentID
  ) throws -> [Rival] {
    let areAllMet = try new.contains { try maySupersede($0.name, among: count) }
    return try liveClaims(of: document) { name in
      try areAllMet || maySupersede(name, among: count)
    }.map { Rival(claim: $0, maySupersede: try maySupersede($0.name, among: count)) }
  }

  /// Compares a new claim with other claims, and marks the superseded claims, old and new.
  private func markSuperseded(
    _ new: inout Rival, among others: inout [Rival], _ open: OpenDocument
  ) throws {
    for place in others.indices where !others[place].claim.row.isSuperseded {
      let other = others[place]
      if try new.maySupersede && supersedes(new.claim, other.claim, open) {
        others[place].claim.row.successor = new.claim.name
        try set(others[place].claim)
        try note(other.claim, isLive: false)
      } else if try !new.claim.row.isSuperseded && other.maySupersede
        && supersedes(other.claim, new.claim, open)
      {
        new.claim.row.successor = other.claim.name
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
    let others = try claims.indices.filter {
      try maySupersede(claims[$0].name, among: claims.count)
    }
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

/// A claim to be compared with others of its document.
private struct Rival {
  var claim: KnownClaim
  /// Whether the claim may supersede others.
  let maySupersede: Bool
}
