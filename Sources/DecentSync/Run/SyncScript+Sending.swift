// SPDX-License-Identifier: MIT

import BinaryCoding

/// Uploading due objects, rolling up and deleting.
extension SyncScript {
  /// How many new device ids a run takes before it gives up on uploading.
  private static var renewalLimit: Int { 3 }
  /// How many roll-ups a run makes at most.
  private static var rollUpLimit: Int { 4 }

  func send() throws -> SyncStep {
    phase = .sending
    let forOthers = options.sendsForOthers && !isSomethingOnItsWay
    let count = report.uploaded.objects
    guard
      let sealed = try policy.nextSealed(
        forOthers: forOthers, after: count, besides: &sealedDocuments)
    else {
      report.postponed = try policy.postpone(isSure: !isSomethingOnItsWay)
      return try rollUp()
    }
    return upload(sealed) { try self.send() }
  }

  // MARK: One object

  /// Creates an object and reads it back, then goes on.
  private func upload(
    _ sealed: SealedObject, then next: @escaping () throws -> SyncStep
  ) -> SyncStep {
    .create(sealed.name, holding: sealed.bytes) { answer in
      switch answer {
      case .success: return self.readBack(sealed, isNew: true, then: next)
      case .failure(let error) where error.kind == .exists:
        return self.readBack(sealed, isNew: false, then: next)
      case .failure(let error): return self.giveUp(sealed, error)
      }
    }
  }

  private func readBack(
    _ sealed: SealedObject, isNew: Bool, then next: @escaping () throws -> SyncStep
  ) -> SyncStep {
    .read(sealed.name) { answer in
      switch answer {
      case .success(let bytes):
        return try self.compare(bytes, with: sealed, isNew: isNew, then: next)
      case .failure(let error) where error.kind == .damaged && !isNew:
        // A sealed object that is torn cannot be opened.
        return try self.replace(sealed, isTorn: true)
      case .failure(let error): return self.giveUp(sealed, error)
      }
    }
  }

  /// Judges the bytes under the name of an object.
  private func compare(
    _ bytes: [UInt8], with sealed: SealedObject, isNew: Bool,
    then next: () throws -> SyncStep
  ) throws -> SyncStep {
    if bytes == sealed.bytes {
      if isNew { report.uploaded.add(bytes.count) }
      renewals = 0
      try policy.confirm(sealed, at: now())
      listing[sealed.name] = bytes.count
      return try next()
    }
    if isNew { return giveUp(sealed, .notAsWritten) }
    return try replace(sealed, isTorn: sealed.bytes.starts(with: bytes))
  }

  /// Sends the claims of an object under another name, because its own name holds other bytes.
  private func replace(_ sealed: SealedObject, isTorn: Bool) throws -> SyncStep {
    guard renewals < Self.renewalLimit else { return giveUp(sealed, .notAsWritten) }
    renewals += 1
    sealedDocuments = []
    if isTorn {
      try policy.giveUpName(of: sealed)
    } else {
      try renewDevice(replacing: sealed.object.device)
    }
    return try send()
  }

  /// Ends the run. Sealed objects stay sealed, and are uploaded next time.
  private func giveUp(_ sealed: SealedObject, _ error: StoreError) -> SyncStep {
    error.scope == .store ? finish(stoppedBy: error) : giveUp(sealed, .store(error))
  }

  private func giveUp(_ sealed: SealedObject, _ reason: SyncProblem.Reason) -> SyncStep {
    note(reason, of: sealed.name)
    return finish()
  }

  // MARK: Rolling up

  private func rollUp() throws -> SyncStep {
    guard rollUps < Self.rollUpLimit else { return try delete() }
    rollUps += 1
    let names = try policy.nextRollUp(in: listing)
    return names.isEmpty ? try delete() : try readPieces(ArraySlice(names), read: [:])
  }

  /// Reads the objects that are to be rolled up: their bytes are not kept.
  private func readPieces(
    _ names: ArraySlice<ObjectName>, read: [ObjectName: OpenedObject]
  ) throws -> SyncStep {
    guard let name = names.first else {
      guard let sealed = try policy.sealRollUp(of: read) else { return try delete() }
      return upload(sealed) { try self.rollUp() }
    }
    return .read(name) { answer in
      guard case .success(let bytes) = answer, let object = try? OpenedObject(bytes: bytes),
        try object.reference == self.policy.object(name)?.reference
      else {
        // The next run finds out what became of the object.
        return try self.delete()
      }
      var read = read
      read[name] = object
      return try self.readPieces(names.dropFirst(), read: read)
    }
  }

  // MARK: Deleting

  private func delete() throws -> SyncStep {
    try delete(ArraySlice(try policy.deletable(in: listing, at: now())))
  }

  private func delete(_ names: ArraySlice<ObjectName>) throws -> SyncStep {
    var names = names
    while let name = names.popFirst() {
      guard try policy.mayDelete(name, in: listing, at: now()) else { continue }
      return .delete(name) { answer in
        if case .success = answer {
          try self.policy.noteDeleted(name)
          self.listing[name] = nil
        }
        return try self.delete(names)
      }
    }
    return try conclude()
  }
}
