// SPDX-License-Identifier: MIT

/// Supersession of claims. A superseded claim is superfluous: every replica that could take it in
/// can take in another claim, which leads at least as far.
///
/// Of two claims with the same base and the same `to`, the claim of the greater object supersedes
/// the other claim. Objects are ordered by level, number, device and checksum. Of objects that are
/// equal in all four, the object with the lesser name is the greater object. This order is strict
/// and the same on all devices. So at least one claim of a document always remains that no other
/// claim supersedes, in whatever order claims are deleted and however old the listings are.
extension ClaimIndex {
  /// Whether `one` supersedes `other`.
  ///
  /// - A claim that this device cannot check supersedes no other claim. If it did, this device
  ///   would leave its own superseded claims out of compactions, and could not delete their
  ///   objects.
  /// - If the object of `other` is greater, `one` supersedes `other` only if `one` surely says
  ///   more. A document that has not seen all of `one` cannot tell whether `one` says more than
  ///   `other` or the same. Without this rule, each of two devices could delete one of two equal
  ///   claims, so that neither remains.
  func supersedes(_ one: KnownClaim, _ other: KnownClaim, _ open: OpenDocument) throws -> Bool {
    guard try open.contains(one.row.base, in: other.row.base),
      try open.contains(other.row.to, in: one.row.to)
    else { return false }
    let isSame =
      try open.contains(other.row.base, in: one.row.base)
      && open.contains(one.row.to, in: other.row.to)
    if try (isSame || !open.contains(one.row.to)) && !isGreater(one, other) { return false }
    return try objects[one.name]?.isUnproven != true
  }

  private func isGreater(_ one: KnownClaim, _ other: KnownClaim) throws -> Bool {
    if one.name == other.name { return one.place < other.place }
    guard let (level, mine) = try objects.rank(of: one.name),
      let (otherLevel, theirs) = try objects.rank(of: other.name)
    else { return false }
    if level != otherLevel { return level > otherLevel }
    if mine.number != theirs.number { return mine.number > theirs.number }
    if mine.device != theirs.device { return mine.device > theirs.device }
    if mine.checksum != theirs.checksum { return mine.checksum > theirs.checksum }
    return one.name < other.name
  }

  /// Whether a claim of another object supersedes `claim`. The other object must be listed, taken
  /// in whole, and accepted by `isGood`. Only live claims are compared: if a superseded claim
  /// supersedes `claim`, a live claim supersedes `claim`, too.
  func isSuperseded(
    _ claim: KnownClaim, in listing: Listing, _ open: OpenDocument,
    by isGood: (ObjectName) throws -> Bool
  ) throws -> Bool {
    try liveClaims(of: claim.document).contains { other in
      guard other.name != claim.name, try objects.isHeld(other.name, in: listing) else {
        return false
      }
      return try supersedes(other, claim, open) && isGood(other.name)
    }
  }

  /// Whether a claim of the object `name` supersedes `claim`.
  func isSuperseded(
    _ claim: KnownClaim, byClaimsOf name: ObjectName, _ open: OpenDocument
  ) throws -> Bool {
    try open.isHere
      && claims(of: claim.document, in: name).contains { try supersedes($0, claim, open) }
  }
}
