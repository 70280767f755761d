// SPDX-License-Identifier: MIT

/// Upload of the changes that the remote lacks.
extension SyncPolicy {
  /// The object to be uploaded next, or nil if there is none: a sealed object that awaits
  /// confirmation, or a new object of the claims that are due.
  ///
  /// - Parameters:
  ///   - forOthers: Whether changes of other devices are sent, too, if an earlier run found them
  ///     lacking.
  ///   - count: How many objects the run has sent. Each object may be twice as large as the one
  ///     before, so that a large upload needs few roll-ups.
  ///   - sealed: The documents of which the run has sealed claims. No further claims of them are
  ///     due: a claim that covers nothing would be due again and again.
  package func nextSealed(
    forOthers: Bool, after count: Int = 0, besides sealed: inout Set<DocumentID>
  ) throws -> SealedObject? {
    let limit = options.objectLimit << min(count, options.mostDoublings)
    var claims: [Claim] = []
    // A device must learn of a removal before it reads the document that was added in its place.
    for isOfRemovals in [true, false] {
      var last: RowKey?
      var isAtEnd = false
      while !isAtEnd {
        let object =
          try rows.transaction {
            if let first = try firstSealed() { return first }
            let part = try waiting(after: last, limit: options.batchDocuments)
            isAtEnd = part.count < options.batchDocuments
            last = part.last?.key
            let wanted = part.filter {
              documents.isOfRemovals($0.document) == isOfRemovals && !sealed.contains($0.document)
            }
            try addDueClaims(of: wanted, to: &claims, upTo: limit, forOthers: forOthers)
            let isFull =
              isAtEnd && !isOfRemovals || claims.reduce(0) { $0 + $1.size } >= limit
              || claims.count == LogObject.mostClaims
            return claims.isEmpty || !isFull ? nil : try seal(claims, level: level(above: claims))
          } as SealedObject?
        if object != nil {
          sealed.formUnion(claims.map(\.document))
          return object
        }
      }
    }
    return nil
  }

  /// Documents that may be beyond their coverage: all, or some at a time.
  func waiting(
    after key: RowKey? = nil, limit: Int = .max
  ) throws -> [(key: RowKey, document: DocumentID, row: WaitingRow)] {
    let prefix = self.key(.waiting)
    return try rows.rows(in: prefix, after: key, limit: limit).map { row in
      var reader = RowKeyReader(row.key)
      _ = try reader.text()
      guard let document = DocumentID(try reader.text()) else { throw DamagedRow() }
      return (row.key, document, try WaitingRow(row: row.value))
    }
  }

  /// The level of an object with these claims: that of the damaged or torn objects of this device
  /// that it may replace, so that it dominates them even if it says the same.
  private func level(above claims: [Claim]) throws -> Int {
    let documents = Set(claims.map(\.document))
    return try remoteObjects.tornRows().reduce(0) { level, torn in
      torn.promises.contains { documents.contains($0.document) } ? max(level, torn.level) : level
    }
  }

  private func firstSealed() throws -> SealedObject? {
    guard let row = try rows.rows(in: key(.sealed), after: nil, limit: 1).first else { return nil }
    do {
      return try SealedObject(bytes: row.value)
    } catch {
      throw DamagedRow()
    }
  }

  /// - Parameter limit: The bytes of claims after which no further one is added.
  private func addDueClaims(
    of waiting: [(key: RowKey, document: DocumentID, row: WaitingRow)], to claims: inout [Claim],
    upTo limit: Int, forOthers: Bool
  ) throws {
    var size = claims.reduce(0) { $0 + $1.size }
    for (_, document, row) in waiting where size < limit && claims.count < LogObject.mostClaims {
      do {
        guard let claim = try dueClaim(of: document, row, forOthers: forOthers) else { continue }
        claims.append(claim)
        size += claim.size
      } catch is DamagedDocument {
        // It is sent after its repair. Other documents do not wait for that.
      }
    }
  }

  /// The claim of a document to be sent now; nil if none is due. A covered document no longer
  /// waits.
  private func dueClaim(
    of document: DocumentID, _ row: WaitingRow, forOthers: Bool
  ) throws -> Claim? {
    let open = try documents.open(document)
    guard open.isHere else {
      try restart(document, open)
      return nil
    }
    let coverage = try claimIndex.coverage(of: document, open)
    let version = try open.version()
    if try open.isPassedOver(at: version) || open.contains(version, in: coverage.version) {
      try rows.set(key(.waiting, document), to: nil)
      return nil
    }
    if row.lacks == .own || row.lacks == .others && forOthers {
      return try countingClaim(of: document, since: coverage.version, open)
    }
    guard row.isEdited else { return nil }
    let claim = try countingClaim(of: document, since: trusted(document, coverage, open), open)
    if claim == nil {
      // Claims hold all edits made here, though the changes that these build on may be missing.
      try rows.set(key(.waiting, document), to: WaitingRow(isEdited: false, lacks: row.lacks))
    }
    return claim
  }

  /// Brings the books of a dropped document up to date. Without it, fewer versions can be compared. Claims
  /// that were known to be dominated are live again, and go with the next roll-up.
  ///
  /// A document whose type was not asked for in this process waits.
  private func restart(_ document: DocumentID, _ open: OpenDocument) throws {
    guard open.isOfKnownType else { return }
    _ = try claimIndex.coverage(of: document, open)
    try rows.set(key(.waiting, document), to: nil)
  }

  /// The claim of a document since a version. A base leaves out what the change does not touch. If
  /// what is left is not beyond a removal, the claim would not count: the document is claimed whole.
  private func countingClaim(
    of document: DocumentID, since base: [UInt8], _ open: OpenDocument
  ) throws -> Claim? {
    guard let claim = try claim(of: document, since: base, open) else { return nil }
    let version = try open.joined(claim.base, claim.news)
    let counts = !open.isPassedOver(at: version)
    return counts ? claim : try self.claim(of: document, since: [], open)
  }

  func claim(
    of document: DocumentID, since base: [UInt8], touching news: [[UInt8]]? = nil,
    _ open: OpenDocument
  ) throws -> Claim? {
    try open.change(since: base, touching: news).map {
      Claim(document: document, base: $0.base, news: $0.news, delta: $0.delta)
    }
  }

  /// The version that all claims of a document lead to, as far as it was taken in. Claims are
  /// trusted even if their bases are not covered, because missing objects may be late. Claims that
  /// a removal made void are not trusted, so that a dropped document that came back is sent whole.
  func trusted(
    _ document: DocumentID, _ coverage: CoverageRow, _ open: OpenDocument
  ) throws -> [UInt8] {
    if coverage.uncounted == 0 { return coverage.version }
    var version = coverage.version
    for claim in try claimIndex.claims(of: document) where !claim.row.isCounted {
      if try open.isPassedOver(at: claim.row.to) || !open.contains(claim.row.to) { continue }
      version = try open.joined(version, claim.row.to)
    }
    return version
  }

  /// Seals claims into an object of this device, and stores its bytes.
  func seal(_ claims: [Claim], level: Int) throws -> SealedObject {
    let taken = try remoteObjects.takeUnlisted()
    let (device, number) = try identity.takeNumber()
    let size = claims.reduce(0) { $0 + $1.size }
    let sealed = SealedObject(
      sealing: LogObject(
        device: device, number: number, level: max(level, LogObject.level(ofSize: size)),
        taken: taken, claims: claims))
    try identity.noteWritten(sealed.reference)
    try rows.set(key(.sealed).adding(number), to: sealed.bytes)
    return sealed
  }

  // MARK: After the upload

  /// Notes that a sealed object was read back from the remote unchanged, in several transactions.
  /// The object stays sealed until the last: after a run that ends between them, it is confirmed
  /// again.
  ///
  /// - Parameter time: The time of the reading.
  package func confirm(_ sealed: SealedObject, at time: UInt64) throws {
    let opened = OpenedObject(sealed)
    let info = ObjectInfo(name: sealed.name, size: sealed.bytes.count)
    var isWhole = try begin(opened, readAs: info, at: time)
    let parts = opened.claims.enumerated().map {
      IncomingPart(object: sealed.name, sealed.reference, place: $0.offset, claim: $0.element)
    }
    var rest = isWhole ? parts[...] : []
    while !rest.isEmpty {
      let isTaken = try take(Array(rest.prefix(options.batchClaims))).held.isEmpty
      isWhole = isWhole && isTaken
      rest = rest.dropFirst(options.batchClaims)
    }
    try rows.transaction {
      try rows.set(key(.sealed).adding(sealed.object.number), to: nil)
      if isWhole {
        try end([WholeObject(sealed.name, sealed.reference, parts: parts.count)])
      }
    }
  }

  /// Gives up the name of a sealed object, because it already holds a torn upload, and seals the
  /// same claims under the next number. Deleting the name and creating it again could remove a
  /// whole object that a copy of this library finished meanwhile.
  package func giveUpName(of sealed: SealedObject) throws {
    try rows.transaction {
      let old = key(.sealed).adding(sealed.object.number)
      // Another run may have been faster.
      guard try rows.value(of: old) == sealed.bytes else { return }
      try rows.set(old, to: nil)
      let promises = sealed.object.claims.map {
        TornRow.Promise(document: $0.document, base: $0.base, to: $0.news)
      }
      let row = TornRow(
        reference: sealed.reference, level: sealed.object.level, promises: promises)
      try remoteObjects.setTorn(row, of: sealed.name)
      _ = try seal(sealed.object.claims, level: sealed.object.level)
    }
  }

  /// Notes that the remote lacks the changes beyond coverage: a later run uploads them if they are
  /// still lacking then.
  ///
  /// - Parameter isSure: Whether the whole remote was read. If not, nothing is noted: changes that
  ///   seem to be lacking may come with the rest.
  /// - Returns: These documents.
  package func postpone(isSure: Bool = true) throws -> [DocumentID] {
    var postponed: [DocumentID] = []
    var last: RowKey?
    while true {
      let part = try rows.transaction {
        let part = try waiting(after: last, limit: options.batchDocuments)
        for (_, document, row) in part where try postpones(document, row, isSure: isSure) {
          postponed.append(document)
        }
        return part
      }
      guard part.count == options.batchDocuments else { return postponed }
      last = part.last?.key
    }
  }

  private func postpones(
    _ document: DocumentID, _ row: WaitingRow, isSure: Bool
  ) throws -> Bool {
    do {
      let open = try documents.open(document)
      guard open.isHere else { return false }
      let version = try open.version()
      if try open.isPassedOver(at: version)
        || open.contains(version, in: claimIndex.coverage(of: document, open).version)
      {
        try rows.set(key(.waiting, document), to: nil)
        return false
      }
      // The next run sends edits made here after the last object was sealed.
      if row.isEdited { return false }
      if isSure, row.lacks == .nothing { try note(.others, of: document) }
      return true
    } catch is DamagedDocument {
      return false
    }
  }
}
