// SPDX-License-Identifier: MIT

/// The changes that the remote lacks.
extension Outbox {
  /// - Parameter limit: No further claim is added once the claims have this many bytes.
  func addDueClaims(
    of waiting: [(document: DocumentID, row: WaitingRow)], to claims: inout [Claim],
    upTo limit: Int, forOthers: Bool
  ) throws {
    var size = claims.reduce(0) { $0 + $1.size }
    for (document, row) in waiting where size < limit && claims.count < LogObject.mostClaims {
      // A damaged document is sent after its repair. Other documents do not wait for the repair.
      guard let open = try documents.readable(document),
        let claim = try dueClaim(of: document, open, row, forOthers: forOthers)
      else { continue }
      claims.append(claim)
      size += claim.size
    }
  }

  /// The claim of a document to be sent now; nil if none is due. A document that the remote covers
  /// stops waiting.
  private func dueClaim(
    of document: DocumentID, _ open: OpenDocument, _ row: WaitingRow, forOthers: Bool
  ) throws -> Claim? {
    guard open.isHere else {
      try restart(document, open)
      return nil
    }
    let coverage = try claims.coverage(of: document, open)
    let version = try open.version()
    if try open.isIgnored(at: version) || open.contains(version, in: coverage.version) {
      try endWaiting(document)
      return nil
    }
    if row.lacks == .own || row.lacks == .others && forOthers {
      return try countingClaim(since: coverage.version, open)
    }
    guard row.isEdited else { return nil }
    let claim = try countingClaim(since: trusted(document, coverage, open), open)
    if claim == nil {
      // Known claims hold all edits made here. The remote may still lack other edits on which those
      // edits build.
      try set(WaitingRow(isEdited: false, lacks: row.lacks), of: document)
    }
    return claim
  }

  /// Recomputes the stale coverage of a dropped document. Fewer versions can be compared without
  /// the document, so superseded claims may count as live until the next compaction.
  ///
  /// A document whose type this process does not know goes on waiting.
  private func restart(_ document: DocumentID, _ open: OpenDocument) throws {
    guard open.isOfKnownType else { return }
    _ = try claims.coverage(of: document, open)
    try endWaiting(document)
  }

  /// The claim of a document since a version. The base names only the parts that the change
  /// touches, so the claim may lie within the document's removal. Such a claim would not count, so
  /// the whole document is claimed instead.
  private func countingClaim(since base: [UInt8], _ open: OpenDocument) throws -> Claim? {
    guard let claim = try open.change(since: base, touching: nil) else { return nil }
    let counts = try !open.isIgnored(at: open.joined(claim.base, claim.news))
    return counts ? claim : try open.change(since: [], touching: nil)
  }

  /// The version that the trusted claims of a document lead to. A claim is trusted even if its base
  /// is not covered, because missing objects may be late. A claim is not trusted if its edits are
  /// not here, or if it lies within a removal: a document that came back is sent whole.
  func trusted(
    _ document: DocumentID, _ coverage: CoverageRow, _ open: OpenDocument
  ) throws -> [UInt8] {
    if coverage.uncounted == 0 { return coverage.version }
    var version = coverage.version
    for claim in try self.claims.claims(of: document) where !claim.row.isCounted {
      if try open.isIgnored(at: claim.row.to) || !open.contains(claim.row.to) { continue }
      version = try open.joined(version, claim.row.to)
    }
    return version
  }

  /// Notes that the remote lacks the changes of a document, unless the next run sends them.
  ///
  /// - Returns: Whether the remote lacks changes that the next run does not send.
  func postpones(
    _ document: DocumentID, _ row: WaitingRow, isSure: Bool
  ) throws -> Bool {
    guard let open = try documents.readable(document), open.isHere else { return false }
    let version = try open.version()
    if try open.isIgnored(at: version)
      || open.contains(version, in: claims.coverage(of: document, open).version)
    {
      try endWaiting(document)
      return false
    }
    // The next run sends edits made here after the last object was sealed.
    if row.isEdited { return false }
    if isSure, row.lacks == .nothing { try note(.others, of: document) }
    return true
  }

  /// Whether the next sync sends a document; nil if it need not be sent.
  func isNext(
    _ document: DocumentID, _ row: WaitingRow, _ open: OpenDocument
  ) throws -> Bool? {
    var coverage = try claims.coverageRow(of: document)
    if coverage.isStale {
      coverage = try claims.defined(by: claims.claims(of: document), open).0
    }
    let version = try open.version()
    if try open.contains(version, in: coverage.version) { return nil }
    if open.isIgnored(at: version) { return nil }
    if row.lacks != .nothing { return true }
    return try row.isEdited && !open.contains(version, in: trusted(document, coverage, open))
  }
}
