// SPDX-License-Identifier: MIT

import BinaryCoding

/// Merging parts into their document.
extension Intake {
  /// Merges and records parts of one document, until none of the remaining parts can be merged.
  func merge(
    _ parts: [IncomingPart], into open: OpenDocument, _ outcome: inout TakeOutcome
  ) throws {
    let document = open.id
    let before = try open.version()
    var held = parts.map { (part: $0, reason: HeldChange.Reason.missingHistory) }
    var taken: [KnownClaim] = []
    var writer: DeviceID?
    var isProgress = true
    while isProgress, !held.isEmpty {
      isProgress = false
      var rest: [(part: IncomingPart, reason: HeldChange.Reason)] = []
      for (part, _) in held {
        switch try merge(part, open) {
        case .success(let (row, isNews)):
          if let claim = try known(part, row) { taken.append(claim) }
          if isNews { writer = try sender(of: part, row) }
          isProgress = true
        case .failure(let reason): rest.append((part, reason))
        }
      }
      held = rest
    }
    outcome.held += held
    try claims.add(taken, of: document, open)
    try claims.wake(document, open)
    let after = try open.version()
    // The document is stored only after these calls. Storing may note an edit made here, and
    // `endWaiting` would remove that note.
    if after != before {
      outcome.changed.insert(document)
      try CommonRows.noteNews(of: document, in: rows)
      try CommonRows.noteWriter(writer, of: document, at: after, in: rows)
    }
    let isCovered = try open.contains(after, in: claims.coverage(of: document, open).version)
    if isCovered { try outbox.endWaiting(document) }
  }

  /// The device that sent the edits of a part. Nil for a compaction or a whole document, which
  /// may hold edits of several devices.
  private func sender(of part: IncomingPart, _ row: ClaimRow) throws -> DeviceID? {
    let isOfOneEdit = try objects[part.object]?.level == 0 && !row.base.isEmpty
    return isOfOneEdit ? part.reference.device : nil
  }

  /// Merges a part into its document.
  ///
  /// - Returns: The claim that was taken in, and whether it had edits that were not here. A part
  ///   that does not lead to the version that it states is damaged.
  private func merge(
    _ incoming: IncomingPart, _ open: OpenDocument
  ) throws -> Result<(ClaimRow, isNews: Bool), HeldChange.Reason> {
    let claim = incoming.claim
    do {
      guard try open.contains(claim.base) else { return .failure(.missingHistory) }
      let isNews = try !open.contains(claim.news)
      if isNews { try open.merge(delta: claim.delta) }
      guard try open.contains(claim.news), try isTrusted(incoming, open) else {
        return .failure(.unreadable(.corrupt(what: "a change that lacks what it says", offset: 0)))
      }
      let row = ClaimRow(
        base: claim.base, to: try open.joined(claim.base, claim.news), size: claim.size)
      return .success((row, isNews: isNews))
    } catch let reason as HeldChange.Reason {
      return .failure(reason)
    } catch let failure as DecodingFailure {
      return .failure(.unreadable(failure))
    }
  }

  /// Whether a part may be recorded. Checks all parts of an object that once had a false claim.
  private func isTrusted(_ part: IncomingPart, _ open: OpenDocument) throws -> Bool {
    guard let row = try objects[part.object], row.isSuspect, row.reference == part.reference
    else { return true }
    let claim = part.claim
    return try open.truth(of: claim.delta, from: claim.base, to: claim.news) != .fails
  }

  /// The claim to be recorded for a part that was taken in. Nil if another run found another object
  /// under the name of the part's object, or if a device calls the part's object unreadable.
  private func known(_ incoming: IncomingPart, _ row: ClaimRow) throws -> KnownClaim? {
    guard let object = try objects[incoming.object], object.reference == incoming.reference,
      try !notices.isDoubted(ObjectInfo(name: incoming.object, size: object.size))
    else { return nil }
    return KnownClaim(
      document: incoming.claim.document, name: incoming.object, place: incoming.place, row: row)
  }
}

/// Parts of removed documents.
extension Intake {
  /// Whether a document was removed, and is not being revived (`CommonRows.noteRevival`). Also true
  /// for a document that came back as a whole after its removal.
  func isRemoved(_ open: OpenDocument) throws -> Bool {
    try open.removal != nil && !CommonRows.isRevived(open.id, in: rows)
  }

  /// Holds parts of a removed document that build on edits which are not here. If a part builds on
  /// ignored edits, begins to revive the document: all objects with claims of the document are to
  /// be read again.
  func hold(
    _ parts: [IncomingPart], of open: OpenDocument, _ outcome: inout TakeOutcome
  ) throws {
    outcome.held += parts.map { ($0, .missingHistory) }
    guard let removal = open.removal,
      parts.contains(where: { removal.coversWithHere($0.claim.base) })
    else { return }
    try CommonRows.noteRevival(of: open.id, in: rows)
    try CommonRows.reread(open.id, in: rows)
    outcome.reread.formUnion(try claims.claims(of: open.id).map(\.name))
  }

  /// Records those parts of a removed document whose edits the removing devices had seen. The
  /// claims of these parts do not count.
  ///
  /// - Returns: The other parts.
  func ignore(_ parts: [IncomingPart], of open: OpenDocument) throws -> [IncomingPart] {
    var ignored: [KnownClaim] = []
    let others = try parts.filter { part in
      let claim = part.claim
      guard open.isIgnored(at: claim.news), open.isIgnored(at: claim.base) else {
        return true
      }
      let to = try open.joined(claim.base, claim.news)
      let row = ClaimRow(base: claim.base, to: to, size: claim.size)
      if let claim = try known(part, row) { ignored.append(claim) }
      return false
    }
    try claims.add(ignored, of: open.id, open)
    return others
  }
}
