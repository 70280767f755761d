// SPDX-License-Identifier: MIT

/// The agreement of stored coverage with its definition, for the simulation of sync.
extension SyncPolicy {
  /// All rows that coverage of a document depends on, but the document.
  package func rowsOfCoverage(of document: DocumentID) throws -> [Row] {
    let coverage = key(.coverage, document)
    return try rows.rows(in: key(.claim, document)) + rows.rows(in: key(.object)) + [
      Row(key: coverage, value: rows.value(of: coverage) ?? [])
    ]
  }

  /// The fault in a document's stored coverage, which must equal its definition; nil if there is none.
  package func faultInCoverage(of document: DocumentID) throws -> String? {
    try rows.transaction {
      let open = try documents.open(document)
      guard open.isHere else { return nil }
      let kept = try coverage(of: document, open)
      let marks = try claims(of: document)
      var fault: String?
      let new = try recompute(document, open)
      if try !open.contains(kept.version, in: new.version)
        || !open.contains(new.version, in: kept.version)
      {
        fault = "coverage differs from its definition"
      }
      if kept.claims != new.claims || kept.uncounted != new.uncounted {
        fault =
          "claims are counted wrongly: \(kept.claims), \(kept.uncounted) for \(new.claims), \(new.uncounted)"
      }
      if try !open.contains(kept.version) { fault = "something is covered that is not here" }
      for (old, new) in zip(marks, try claims(of: document))
      where old.row.isDominated && !new.row.isDominated {
        fault = "\(old.name) is taken for dominated"
      }
      let isLive = try liveClaims(of: document).map(\.row.isDominated)
      if try isLive.contains(true)
        || isLive.count != claims(of: document).count(where: { !$0.row.isDominated })
      {
        fault = "other claims are live"
      }
      for name in Set(marks.map(\.name)) {
        let live = try claims(of: name).count { !$0.row.isDominated }
        if try remoteObjects[name]?.live != live { fault = "\(name) has other live claims" }
      }
      return fault
    }
  }
}
