// SPDX-License-Identifier: MIT

/// The agreement of stored coverage with its definition.
extension ClaimIndex {
  /// Checks that the rows of a document can be read and agree with each other.
  ///
  /// - Throws: ``DamagedRow``, or a ``DecodingFailure`` if a version cannot be decoded.
  func check(_ document: DocumentID, _ open: OpenDocument) throws {
    let known = try claims(of: document)
    for claim in known { _ = try (open.contains(claim.row.base), open.contains(claim.row.to)) }
    let kept = try coverageRow(of: document)
    _ = try open.contains(kept.version)
    let live = try liveClaims(of: document)
    guard live.count == known.count(where: { !$0.row.isSuperseded }),
      live.allSatisfy({ !$0.row.isSuperseded })
    else { throw DamagedRow() }
    // The next run recomputes stale coverage. Versions of an absent document are not compared.
    guard open.isHere, !kept.isStale else { return }
    let (counted, row) = try counted(known, open)
    let isSame =
      try open.contains(kept.version, in: row.version)
      && open.contains(row.version, in: kept.version)
    guard isSame, kept.claims == row.claims, kept.uncounted == row.uncounted,
      counted.map(\.row.isCounted) == known.map(\.row.isCounted)
    else { throw DamagedRow() }
  }

  /// The fault in a document's stored coverage, in words. Nil if the stored coverage is the
  /// coverage that the claims define. Recomputes the stored coverage.
  func fault(in document: DocumentID, _ open: OpenDocument) throws -> String? {
    guard open.isHere else { return nil }
    var fault: String?
    let kept = try coverage(of: document, open)
    do {
      try check(document, open)
    } catch is DamagedRow {
      fault = "coverage differs from its definition"
    }
    if try !open.contains(kept.version) { fault = "something is covered that is not here" }
    let marks = try claims(of: document)
    _ = try recompute(document, open)
    for (old, new) in zip(marks, try claims(of: document))
    where old.row.isSuperseded != new.row.isSuperseded {
      if old.row.isSuperseded { fault = "\(old.name) is taken for superseded" }
      // Claims of a removed document may be compared differently once their edits are here.
      if new.row.isSuperseded, open.removal == nil { fault = "\(old.name) is taken for live" }
    }
    for name in Set(marks.map(\.name)) {
      let live = try claims(of: name).count { !$0.row.isSuperseded }
      if try objects[name]?.live != live { fault = "\(name) has other live claims" }
    }
    return fault
  }
}
