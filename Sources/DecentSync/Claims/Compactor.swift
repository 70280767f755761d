// SPDX-License-Identifier: MIT

/// The rules by which a remote stays small: which objects are compacted, and which are deleted.
struct Compactor<Rows: RowStore, Documents: SyncDocuments> {
  let notices: Notices<Rows, Documents>
  let options: PolicyOptions

  var outbox: Outbox<Rows, Documents> { notices.outbox }
  var claims: ClaimIndex<Rows> { notices.claims }
  var objects: RemoteObjects<Rows> { notices.objects }
  var documents: Documents { notices.outbox.documents }

  /// The truth of a claim, as far as the local document can tell.
  func truth(of claim: Claim) throws -> ClaimTruth {
    guard let open = try documents.readable(claim.document) else { return .unknown }
    // An ignored claim does not count, and supersedes no claim that counts. So it does no harm.
    if open.isIgnored(at: claim.news) { return .holds }
    guard open.isHere else { return .unknown }
    return try open.truth(of: claim.delta, from: claim.base, to: claim.news)
  }

  /// Whether objects in the remote supersede all claims of an object.
  func isSuperfluous(_ name: ObjectName, in listing: Listing) throws -> Bool {
    try claims.claims(of: name).allSatisfy { claim in
      try isSuperseded(claim, in: listing) { _ in true }
    }
  }

  /// Whether a listed object that `isGood` accepts supersedes a claim.
  func isSuperseded(
    _ claim: KnownClaim, in listing: Listing, by isGood: (ObjectName) throws -> Bool
  ) throws -> Bool {
    guard let open = try documents.readable(claim.document) else { return false }
    // Usually the noted successor still supersedes the claim.
    if let known = claim.row.successor, known != claim.name,
      try objects.isHeld(known, in: listing),
      try claims.isSuperseded(claim, byClaimsOf: known, open), try isGood(known)
    {
      return true
    }
    return try claims.isSuperseded(claim, in: listing, open, by: isGood)
  }
}
