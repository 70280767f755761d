// SPDX-License-Identifier: MIT

import BinaryCoding

/// A part of an object on its way into a document: one claim.
package struct IncomingPart: Sendable {
  /// The name of the object that was read, and the reference found in its bytes.
  package let object: ObjectName
  package let reference: SegmentReference
  /// The index of the part in its object.
  package let place: Int
  package let claim: Claim

  /// Makes a part of an object.
  package init(
    object: ObjectName, _ reference: SegmentReference, place: Int, claim: Claim
  ) {
    self.object = object
    self.reference = reference
    self.place = place
    self.claim = claim
  }
}

/// An object all of whose parts were taken in.
package struct WholeObject: Equatable, Sendable {
  package let name: ObjectName
  package let reference: SegmentReference
  /// How many parts it has.
  package let parts: Int

  package init(_ name: ObjectName, _ reference: SegmentReference, parts: Int) {
    self.name = name
    self.reference = reference
    self.parts = parts
  }
}

/// The outcome of taking in parts.
package struct TakeOutcome: Sendable {
  /// The parts that could not be taken in yet.
  package var held: [(part: IncomingPart, reason: HeldChange.Reason)] = []
  /// The documents that took in changes.
  package var changed: Set<DocumentID> = []
  /// Known objects that are to be read again, in this run if they are there.
  package var reread: Set<ObjectName> = []
}

/// Taking in sealed objects.
extension SyncPolicy {
  /// Notes an object that was read, in place of the object known under its name.
  ///
  /// - Returns: False if the object bears this device's id and another device sealed it: a second
  ///   device uses the id. Nothing is noted then.
  package func begin(
    _ object: OpenedObject, readAs info: ObjectInfo, at time: UInt64
  ) throws -> Bool {
    try rows.transaction {
      if try identity.isOfTwin(object.reference) { return false }
      let known = try remoteObjects[info.name]
      // The claims held under the name before may be lacking now. Those held now are taken in next.
      try outbox.drop(info.name, noting: .nothing)
      var row = ObjectRow(
        size: info.size, reference: object.reference, level: object.level, since: time)
      if let known, known.reference == row.reference {
        row.isChecked = known.isChecked
        row.isSuspect = known.isSuspect
        row.isUnproven = known.isUnproven
      }
      row.isOurs = try identity.didSeal(object.reference)
      try remoteObjects.set(row, of: info.name)
      try note(taken: object.taken, by: object.reference.device)
      return true
    }
  }

  /// Notes the roll-ups of this device that another device has taken in. Those that are gone from the
  /// remote need no note.
  private func note(taken: [SegmentReference], by device: DeviceID) throws {
    for reference in taken where reference.device != device {
      guard try identity.isOurs(reference.device), try identity.didSeal(reference),
        try isThere(reference)
      else {
        continue
      }
      try remoteObjects.noteTravelled(reference)
    }
  }

  /// Whether a roll-up of this device is known in the remote, or on its way there.
  private func isThere(_ rollUp: SegmentReference) throws -> Bool {
    try outbox.isSealed(rollUp.number)
      || remoteObjects[rollUp.name(ofLevel: 1)]?.reference == rollUp
  }

  /// Notes that all parts of some objects were taken in.
  ///
  /// A second run of this library may have begun one of these objects anew, and so have dropped the
  /// claims that this run recorded. The object does not count as whole then. The second run records
  /// them again, or a later run reads the object again.
  package func end(_ objects: [WholeObject]) throws {
    try rows.transaction {
      for whole in objects {
        guard var row = try remoteObjects[whole.name], row.reference == whole.reference,
          !row.isComplete,
          try hasAllClaims(whole, of: row)
        else { continue }
        row.isComplete = true
        try remoteObjects.set(row, of: whole.name)
      }
    }
  }

  /// Whether each part of an object has a claim. A doubted object has none.
  package func hasAllClaims(_ whole: WholeObject, of row: ObjectRow) throws -> Bool {
    return try claimIndex.count(of: whole.name) == whole.parts
      || notices.isDoubted(ObjectInfo(name: whole.name, size: row.size))
  }

  /// Notes that the bytes under the name of an object cannot be read. Its known claims no longer
  /// count. The device repairs its own object at once, and leaves others' to a later run. A damaged
  /// object of this device, or of a retired one, is deleted once others say what it said.
  ///
  /// - Returns: Whether the object was known.
  package func noteUnreadable(_ name: ObjectName) throws -> Bool {
    try rows.transaction {
      guard let row = try remoteObjects[name] else { return false }
      if try row.isOurs || notices.isRetired(row.reference.device) {
        try claimIndex.keepPromises(of: name, row)
      }
      try outbox.drop(name, noting: row.isOurs ? .own : .nothing)
      return true
    }
  }

  /// Takes in parts of objects in one transaction, as many as it can, in whatever order.
  ///
  /// - Returns: The outcome, with the parts that could not be taken in yet.
  package func take(_ parts: [IncomingPart]) throws -> TakeOutcome {
    try forEachDocument(of: parts) { try take($0, into: $1, &$2) }
  }

  /// Opens the document of each part, in one transaction. The parts of a damaged document are held, and
  /// nothing else that was done for them stays.
  private func forEachDocument(
    of parts: [IncomingPart],
    _ body: ([IncomingPart], OpenDocument, inout TakeOutcome) throws -> Void
  ) throws -> TakeOutcome {
    try rows.transaction {
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
  }

  private func take(
    _ parts: [IncomingPart], into open: OpenDocument, _ outcome: inout TakeOutcome
  ) throws {
    let isRemoved = try isRemoved(open)
    let wanted = try isRemoved ? passOver(parts, of: open) : parts
    if wanted.isEmpty { return }
    // The version that a dropped document had when it was here is no longer known. It comes back as a
    // whole, or put together again.
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

  /// Whether a document was removed, and is not being put together again. If the document is here all the
  /// same, it came back as a whole.
  private func isRemoved(_ open: OpenDocument) throws -> Bool {
    try open.removal != nil && !SyncNotes.isRevived(open.id, in: rows)
  }

  /// Holds parts of a removed document that build on edits which are not here. If one of them builds on
  /// what was passed over, the document is put together again: the objects that carry it are to be
  /// read again.
  private func hold(
    _ parts: [IncomingPart], of open: OpenDocument, _ outcome: inout TakeOutcome
  ) throws {
    outcome.held += parts.map { ($0, .missingHistory) }
    guard let removal = open.removal,
      parts.contains(where: { removal.coversWithHere($0.claim.base) })
    else { return }
    try SyncNotes.noteRevival(of: open.id, in: rows)
    try SyncNotes.reread(open.id, in: rows)
    outcome.reread.formUnion(try claimIndex.claims(of: open.id).map(\.name))
  }

  /// Decides, in one transaction, about parts that build on edits which are not here. If the removals
  /// of their documents had seen all that they say, they are recorded: a removed document came back
  /// without these edits. Other documents that came back are put together again for edits that build on
  /// what was passed over.
  ///
  /// - Returns: The outcome, with the other parts.
  package func settle(lackingHistory parts: [IncomingPart]) throws -> TakeOutcome {
    try forEachDocument(of: parts) { parts, open, outcome in
      let left = try passOver(parts, of: open)
      if left.isEmpty { return }
      if try isRemoved(open) {
        try hold(left, of: open, &outcome)
      } else {
        outcome.held += left.map { ($0, .missingHistory) }
      }
    }
  }

  /// Records the parts of a removed document that its removal had seen. Their claims do not count.
  ///
  /// - Returns: The other parts.
  private func passOver(_ parts: [IncomingPart], of open: OpenDocument) throws -> [IncomingPart] {
    try parts.filter { part in
      let claim = part.claim
      guard open.isPassedOver(at: claim.news), open.isPassedOver(at: claim.base) else {
        return true
      }
      let to = try open.joined(claim.base, claim.news)
      try add(part, ClaimRow(base: claim.base, to: to, size: claim.size), open)
      return false
    }
  }

  /// Merges parts into their document as long as one of them can be merged, and records these.
  private func merge(
    _ parts: [IncomingPart], into open: OpenDocument, _ outcome: inout TakeOutcome
  ) throws {
    let document = open.id
    let before = try open.version()
    var held = parts.map { (part: $0, reason: HeldChange.Reason.missingHistory) }
    var writer: DeviceID?
    var isProgress = true
    while isProgress, !held.isEmpty {
      isProgress = false
      var rest: [(part: IncomingPart, reason: HeldChange.Reason)] = []
      for (part, _) in held {
        switch try merge(part, open) {
        case .success(let (row, isNews)):
          try add(part, row, open)
          if isNews { writer = try sender(of: part, row) }
          isProgress = true
        case .failure(let reason): rest.append((part, reason))
        }
      }
      held = rest
    }
    outcome.held += held
    try claimIndex.wake(document, open)
    let after = try open.version()
    // Here, as the documents may note edits of their own when they store it.
    if after != before {
      outcome.changed.insert(document)
      try SyncNotes.noteNews(of: document, in: rows)
      try SyncNotes.noteWriter(writer, of: document, at: after, in: rows)
    }
    let isCovered = try open.contains(after, in: claimIndex.coverage(of: document, open).version)
    if isCovered { try outbox.endWaiting(document) }
  }

  /// The device that sent the edits of a part; nil where they are likely those of several devices: in a
  /// roll-up, and in a whole document.
  private func sender(of part: IncomingPart, _ row: ClaimRow) throws -> DeviceID? {
    let isOfOneEdit = try remoteObjects[part.object]?.level == 0 && !row.base.isEmpty
    return isOfOneEdit ? part.reference.device : nil
  }

  /// Merges a part into its document.
  ///
  /// - Returns: The claim that was taken in, and whether it had edits that were not here. A part that
  ///   does not lead to the version that it states is damaged.
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

  /// Whether a part may be recorded. The claims of an object that once had a false one are all checked.
  private func isTrusted(_ part: IncomingPart, _ open: OpenDocument) throws -> Bool {
    guard let row = try remoteObjects[part.object], row.isSuspect, row.reference == part.reference
    else { return true }
    let claim = part.claim
    return try open.truth(of: claim.delta, from: claim.base, to: claim.news) != .fails
  }

  /// Records a part that was taken in, unless another run read another object under its name or was
  /// faster, or a device calls the object unreadable.
  private func add(_ incoming: IncomingPart, _ row: ClaimRow, _ open: OpenDocument) throws {
    guard let object = try remoteObjects[incoming.object], object.reference == incoming.reference,
      try !notices.isDoubted(ObjectInfo(name: incoming.object, size: object.size))
    else { return }
    try claimIndex.add(
      KnownClaim(
        document: incoming.claim.document, name: incoming.object, place: incoming.place, row: row),
      level: object.level, open)
  }
}
