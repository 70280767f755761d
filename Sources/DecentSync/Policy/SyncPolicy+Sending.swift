// SPDX-License-Identifier: MIT

/// Upload of the changes that the remote lacks.
extension SyncPolicy {
  /// The object to be uploaded next: a sealed object that awaits confirmation, or else a new object
  /// with the claims that are due. Nil if there is neither.
  ///
  /// - Parameters:
  ///   - forOthers: Whether to send changes of other devices, too, if an earlier run found that the
  ///     remote lacks these changes.
  ///   - count: The number of objects that the run has sent. Each object may be twice as large as
  ///     the object before it, so a large upload needs few compactions.
  ///   - sealed: The documents of which the run has sealed claims. These documents are not due
  ///     again in this run: a document whose claim covers nothing would be due for ever.
  package func nextSealed(
    forOthers: Bool, after count: Int = 0, besides sealed: inout Set<DocumentID>
  ) throws -> SealedObject? {
    let limit = options.objectLimit << min(count, options.mostDoublings)
    var claims: [Claim] = []
    // A device must learn of a removal before it reads a new document that was added under the same
    // id.
    for isOfRemovals in [true, false] {
      var last: DocumentID?
      var isAtEnd = false
      while !isAtEnd {
        let object =
          try rows.transaction {
            if let first = try outbox.firstSealed() {
              // An earlier run or another process sealed this object, perhaps with other claims.
              claims = []
              return first
            }
            let part = try outbox.waiting(after: last, limit: options.batchDocuments)
            isAtEnd = part.count < options.batchDocuments
            last = part.last?.document
            let wanted = part.filter {
              documents.isOfRemovals($0.document) == isOfRemovals && !sealed.contains($0.document)
            }
            try outbox.addDueClaims(of: wanted, to: &claims, upTo: limit, forOthers: forOthers)
            let isFull =
              isAtEnd && !isOfRemovals || claims.reduce(0) { $0 + $1.size } >= limit
              || claims.count == LogObject.mostClaims
            return claims.isEmpty || !isFull ? nil : try outbox.seal(claims)
          } as SealedObject?
        if object != nil {
          sealed.formUnion(claims.map(\.document))
          return object
        }
      }
    }
    return nil
  }

  /// Notes that a sealed object was read back from the remote unchanged. The last of several
  /// transactions removes the object from the sealed objects. If a run ends before that, the next
  /// run confirms the object again.
  ///
  /// - Parameter time: The time of the reading, in milliseconds since 1970.
  package func confirm(_ sealed: SealedObject, at time: UInt64) throws {
    let info = ObjectInfo(name: sealed.name, size: sealed.bytes.count)
    var isWhole = try transaction { try intake.begin(sealed, readAs: info, at: time) }
    var rest = isWhole ? sealed.parts(named: sealed.name)[...] : []
    while !rest.isEmpty {
      let part = Array(rest.prefix(options.batchClaims))
      let isTaken = try transaction { try intake.take(part) }.held.isEmpty
      isWhole = isWhole && isTaken
      rest = rest.dropFirst(options.batchClaims)
    }
    try transaction {
      try outbox.unseal(sealed)
      if isWhole { try intake.end(sealed.whole(named: sealed.name)) }
    }
  }

  /// Notes the changes that no claim in the remote covers and that the next run does not send. A
  /// later run uploads these changes if the remote still lacks them.
  ///
  /// - Parameter isSure: Whether the whole remote was read. If not, nothing is noted, because the
  ///   unread objects may hold the changes.
  /// - Returns: The documents with such changes.
  package func postpone(isSure: Bool = true) throws -> [DocumentID] {
    var postponed: [DocumentID] = []
    var last: DocumentID?
    while true {
      let part = try rows.transaction {
        let part = try outbox.waiting(after: last, limit: options.batchDocuments)
        for (document, row) in part where try outbox.postpones(document, row, isSure: isSure) {
          postponed.append(document)
        }
        return part
      }
      guard part.count == options.batchDocuments else { return postponed }
      last = part.last?.document
    }
  }
}
