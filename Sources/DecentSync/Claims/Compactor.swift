// SPDX-License-Identifier: MIT

/// The rules by which a remote stays small: which objects are rolled up, and which deleted.
struct Compactor<Rows: RowStore, Documents: SyncDocuments> {
  let notices: Notices<Rows, Documents>
  let options: PolicyOptions

  var outbox: Outbox<Rows, Documents> { notices.outbox }
  var claims: ClaimIndex<Rows> { notices.claims }
  var objects: RemoteObjects<Rows> { notices.objects }
  var documents: Documents { notices.outbox.documents }

  /// The truth of a claim about a document as it is here.
  func truth(of claim: Claim) throws -> ClaimTruth {
    do {
      let open = try documents.open(claim.document)
      // Such a claim counts for nothing, and makes nothing go that counts.
      if open.isPassedOver(at: claim.news) { return .holds }
      guard open.isHere else { return .unknown }
      return try open.truth(of: claim.delta, from: claim.base, to: claim.news)
    } catch is DamagedDocument {
      return .unknown
    }
  }

  /// Whether all claims of an object are dominated by objects that are in the remote.
  func isSuperfluous(_ name: ObjectName, in listing: Listing) throws -> Bool {
    try claims.claims(of: name).allSatisfy { claim in
      try isDominated(claim, in: listing) { _ in true }
    }
  }

  /// Whether a claim is dominated by a listed object that `isGood` accepts.
  func isDominated(
    _ claim: KnownClaim, in listing: Listing, by isGood: (ObjectName) throws -> Bool
  ) throws -> Bool {
    // Mostly the object that was noted still dominates it.
    if let known = claim.row.dominator, known != claim.name,
      try objects.isHeld(known, in: listing),
      try isDominated(claim, byClaimsOf: known), try isGood(known)
    {
      return true
    }
    do {
      return try claims.isDominated(
        claim, in: listing, documents.open(claim.document), by: isGood)
    } catch is DamagedDocument {
      return false
    }
  }

  private func isDominated(_ claim: KnownClaim, byClaimsOf name: ObjectName) throws -> Bool {
    do {
      return try claims.isDominated(claim, byClaimsOf: name, documents.open(claim.document))
    } catch is DamagedDocument {
      return false
    }
  }
}
