// SPDX-License-Identifier: MIT

/// The rules by which a remote stays small: which objects are compacted, and which deleted.
struct Compactor<Rows: RowStore, Documents: SyncDocuments> {
  let notices: Notices<Rows, Documents>
  let options: PolicyOptions

  var outbox: Outbox<Rows, Documents> { notices.outbox }
  var claims: ClaimIndex<Rows> { notices.claims }
  var objects: RemoteObjects<Rows> { notices.objects }
  var documents: Documents { notices.outbox.documents }

  /// The truth of a claim about a document as it is here.
  func truth(of claim: Claim) throws -> ClaimTruth {
    guard let open = try documents.readable(claim.document) else { return .unknown }
    // Such a claim counts for nothing, and makes nothing go that counts.
    if open.isIgnored(at: claim.news) { return .holds }
    guard open.isHere else { return .unknown }
    return try open.truth(of: claim.delta, from: claim.base, to: claim.news)
  }

  /// Whether all claims of an object are superseded by objects that are in the remote.
  func isSuperfluous(_ name: ObjectName, in listing: Listing) throws -> Bool {
    try claims.claims(of: name).allSatisfy { claim in
      try isSuperseded(claim, in: listing) { _ in true }
    }
  }

  /// Whether a claim is superseded by a listed object that `isGood` accepts.
  func isSuperseded(
    _ claim: KnownClaim, in listing: Listing, by isGood: (ObjectName) throws -> Bool
  ) throws -> Bool {
    guard let open = try documents.readable(claim.document) else { return false }
    // Mostly the object that was noted still supersedes it.
    if let known = claim.row.successor, known != claim.name,
      try objects.isHeld(known, in: listing),
      try claims.isSuperseded(claim, byClaimsOf: known, open), try isGood(known)
    {
      return true
    }
    return try claims.isSuperseded(claim, in: listing, open, by: isGood)
  }
}
