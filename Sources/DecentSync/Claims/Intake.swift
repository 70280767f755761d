// SPDX-License-Identifier: MIT

import BinaryCoding

/// The rules for taking claims of objects into documents.
///
/// The caller begins an object, takes in its parts, and ends it once all parts are taken in. The
/// object counts as whole from then on. The caller opens a transaction for each call.
package struct Intake<Rows: RowStore, Documents: SyncDocuments> {
  let rows: Rows
  let notices: Notices<Rows, Documents>

  var outbox: Outbox<Rows, Documents> { notices.outbox }
  var claims: ClaimIndex<Rows> { notices.claims }
  var objects: RemoteObjects<Rows> { notices.objects }
  var documents: Documents { notices.outbox.documents }

  // MARK: Objects

  /// Notes an object that was read, in place of any object known under its name.
  ///
  /// - Returns: False if the object bears this device's id and another device sealed it: a second
  ///   device uses the id. Nothing is noted then.
  package func begin(
    _ sealed: SealedObject, readAs info: ObjectInfo, at time: UInt64
  ) throws -> Bool {
    if try notices.identity.isOfClone(sealed.reference) { return false }
    let known = try objects[info.name]
    // The remote may lack the claims of the former object now. The new claims are taken in next.
    try outbox.drop(info.name, noting: .nothing)
    var row = ObjectRow(
      size: info.size, reference: sealed.reference, level: sealed.object.level, since: time)
    if let known, known.reference == row.reference {
      row.isChecked = known.isChecked
      row.isSuspect = known.isSuspect
      row.isUnproven = known.isUnproven
    }
    row.isOurs = try notices.identity.didSeal(sealed.reference)
    try objects.set(row, of: info.name)
    try note(taken: sealed.object.taken, by: sealed.reference.device)
    return true
  }

  /// Notes the compactions of this device that another device has taken in. Compactions that are
  /// gone from the remote need no note.
  private func note(taken: [SegmentReference], by device: DeviceID) throws {
    for reference in taken where reference.device != device {
      guard try notices.identity.isOurs(reference.device),
        try notices.identity.didSeal(reference), try isThere(reference)
      else { continue }
      try objects.notePropagated(reference)
    }
  }

  /// Whether a compaction of this device is known in the remote, or on its way there.
  private func isThere(_ compaction: SegmentReference) throws -> Bool {
    try outbox.isSealed(compaction.number)
      || objects[compaction.name(ofLevel: 1)]?.reference == compaction
  }

  /// Notes that all parts of an object were taken in.
  ///
  /// A second run of this library may have begun the object anew, and so have dropped the claims
  /// that this run recorded. The object does not count as whole then. The second run records the
  /// claims again, or a later run reads the object again.
  package func end(_ whole: WholeObject) throws {
    guard var row = try objects[whole.name], row.reference == whole.reference, !row.isComplete,
      try hasAllClaims(whole, of: row)
    else { return }
    row.isComplete = true
    try objects.set(row, of: whole.name)
  }

  /// Whether a claim is recorded for each part of an object. Also true if a device calls the object
  /// unreadable, because the claims of such an object are not recorded.
  package func hasAllClaims(_ whole: WholeObject, of row: ObjectRow) throws -> Bool {
    try claims.count(of: whole.name) == whole.parts
      || notices.isDoubted(ObjectInfo(name: whole.name, size: row.size))
  }

  /// Notes that the bytes under the name of an object cannot be read. The known claims of the
  /// object no longer count. This device repairs its own object at once, and leaves objects of
  /// other devices to a later run. A damaged object of this device or of a retired device is
  /// deleted once other objects supersede its claims.
  ///
  /// - Returns: Whether the object was known.
  func noteUnreadable(_ name: ObjectName) throws -> Bool {
    guard let row = try objects[name] else { return false }
    if try row.isOurs || notices.isRetired(row.reference.device) {
      try claims.keepPromises(of: name, row)
    }
    try outbox.drop(name, noting: row.isOurs ? .own : .nothing)
    return true
  }

  // MARK: Parts

  /// Takes in as many of the given parts of objects as possible, in any order.
  ///
  /// - Returns: The outcome, with the parts that could not be taken in yet.
  package func take(_ parts: [IncomingPart]) throws -> TakeOutcome {
    try forEachDocument(of: parts) { try take($0, into: $1, &$2) }
  }

  /// Settles parts that build on edits which are not here. If the removing devices had seen the
  /// edits of a part, the part is recorded as ignored, because its document came back without these
  /// edits. Other parts of a removed document may begin its revival (``hold(_:of:_:)``).
  ///
  /// - Returns: The outcome. The parts that are not recorded are held.
  func settle(lackingHistory parts: [IncomingPart]) throws -> TakeOutcome {
    try forEachDocument(of: parts) { parts, open, outcome in
      let left = try ignore(parts, of: open)
      if left.isEmpty { return }
      if try isRemoved(open) {
        try hold(left, of: open, &outcome)
      } else {
        outcome.held += left.map { ($0, .missingHistory) }
      }
    }
  }

  /// Runs `body` for each document of the parts. If a document is damaged, its parts are held, and
  /// the changes that `body` made for this document are rolled back.
  private func forEachDocument(
    of parts: [IncomingPart],
    _ body: ([IncomingPart], OpenDocument, inout TakeOutcome) throws -> Void
  ) throws -> TakeOutcome {
    var outcome = TakeOutcome()
    for (document, parts) in Dictionary(grouping: parts, by: \.claim.document)
      .sorted(by: { $0.key < $1.key })
    {
      do {
        outcome = try rows.transaction {
          var outcome = outcome
          try body(parts, documents.open(document), &outcome)
          return outcome
        }
      } catch is DamagedDocument {
        outcome.held += parts.map { ($0, .damagedHere) }
      }
    }
    return outcome
  }

  private func take(
    _ parts: [IncomingPart], into open: OpenDocument, _ outcome: inout TakeOutcome
  ) throws {
    let isRemoved = try isRemoved(open)
    let wanted = try isRemoved ? ignore(parts, of: open) : parts
    if wanted.isEmpty { return }
    // A dropped document has no version into which these parts could be merged. The document comes
    // back as a whole, or by a revival.
    if isRemoved, !open.isHere, !wanted.contains(where: { $0.claim.base.isEmpty }) {
      return try hold(wanted, of: open, &outcome)
    }
    guard open.isOfKnownType else {
      let unknown = DecodingFailure.foreign(expected: "a document this version knows")
      outcome.held += wanted.map { ($0, .unreadable(unknown)) }
      return
    }
    try merge(wanted, into: open, &outcome)
    if open.isChanged { try documents.store(open) }
  }
}
