// SPDX-License-Identifier: MIT

import BinaryCoding

/// Uploading due objects, compacting and deleting.
extension SyncRun {
  /// The most names in a row that a run gives up before the run ends.
  private static var renewalLimit: Int { 3 }
  /// The most compactions of a run.
  private static var compactionLimit: Int { 4 }

  /// Uploads due claims, and postpones changes of other devices.
  mutating func send() async throws {
    phase = .sending
    while let object = try policy.nextSealed(
      forOthers: repairsForOthers, after: report.uploaded.objects, besides: &sealedDocuments)
    {
      _ = try await upload(object)
    }
    report.postponed = try policy.postpone(isSure: !isSomethingOnItsWay)
  }

  // MARK: One object

  /// Creates an object, and reads it back. If the run ends here, the next run uploads the sealed
  /// object.
  ///
  /// - Returns: Whether the object is uploaded. If its name holds other bytes, its claims are due
  ///   again, under another name.
  private mutating func upload(_ sealed: SealedObject) async throws -> Bool {
    var isNew = true
    switch try await create(sealed.name, holding: sealed.bytes) {
    case .success: break
    case .failure(let error) where error.kind == .exists: isNew = false
    case .failure(let error): throw end(error, of: sealed)
    }
    switch try await read(sealed.name) {
    case .success(sealed.bytes):
      if isNew { report.uploaded.add(sealed.bytes.count) }
      try confirm(sealed)
      return true
    case .success where isNew: throw end(.notAsWritten, of: sealed)
    case .success(let bytes): try replace(sealed, isTorn: !isOfClone(bytes))
    // A store that seals objects cannot open a torn object.
    case .failure(let error) where error.kind == .damaged && !isNew:
      try replace(sealed, isTorn: true)
    case .failure(let error): throw end(error, of: sealed)
    }
    return false
  }

  private mutating func confirm(_ sealed: SealedObject) throws {
    renewals = 0
    try policy.confirm(sealed, at: now())
    listing[sealed.name] = sealed.bytes.count
    readings.good.insert(sealed.name)
  }

  /// Whether bytes are an object that a clone of this library sealed under this device's id. Names
  /// contain a checksum of the object. So a name of this device holds a clone's object only if the
  /// two checksums are equal by chance.
  private func isOfClone(_ bytes: [UInt8]) throws -> Bool {
    let found = try? SealedObject(bytes: bytes).reference
    return try found.map(policy.identity.isOfClone) == true
  }

  /// Seals the claims of an object under another name, because its present name holds other bytes.
  private mutating func replace(_ sealed: SealedObject, isTorn: Bool) throws {
    guard renewals < Self.renewalLimit else { throw end(.notAsWritten, of: sealed) }
    renewals += 1
    sealedDocuments = []
    if isTorn {
      try policy.transaction { try policy.outbox.giveUpName(of: sealed) }
    } else {
      try renewDevice(replacing: sealed.object.device)
    }
  }

  private mutating func end(_ error: StoreError, of sealed: SealedObject) -> RunEnd {
    error.scope == .store ? RunEnd(error: error) : end(.store(error), of: sealed)
  }

  private mutating func end(_ reason: SyncProblem.Reason, of sealed: SealedObject) -> RunEnd {
    note(reason, of: sealed.name)
    return RunEnd(error: nil)
  }

  // MARK: Compacting

  /// Compacts objects until too few are left to be joined, at most ``compactionLimit`` times.
  ///
  /// The run leaves out the objects that it could not read or seal. The next run tries them again,
  /// except damaged objects, which no longer count.
  mutating func compact() async throws {
    var unsealed: Set<ObjectName> = []
    var count = 0
    while count < Self.compactionLimit {
      let names = try policy.transaction { [unsealed] in
        try policy.compactor.nextCompaction(in: listing, besides: unsealed.union(readings.bad))
      }
      if names.isEmpty { return }
      let pieces = try await readPieces(names)
      if pieces.count < policy.options.fanOut { continue }
      guard
        let sealed = try policy.transaction({ try policy.compactor.sealCompaction(of: pieces) })
      else {
        unsealed.formUnion(names)
        continue
      }
      count += 1
      if try await !upload(sealed) { try await send() }
    }
  }

  /// Reads the objects to be compacted, because the device does not keep their bytes.
  ///
  /// - Returns: The objects that could be read. The others are among the bad readings.
  private mutating func readPieces(
    _ names: [ObjectName]
  ) async throws -> [ObjectName: SealedObject] {
    var pieces: [ObjectName: SealedObject] = [:]
    for name in names { pieces[name] = try await readAgain(name, isChecked: false) }
    return pieces
  }

  // MARK: Known objects

  /// Reads a known object again.
  ///
  /// - Parameter isChecked: Whether to check the claims if another device sealed the object.
  /// - Returns: The object; nil if it cannot be read or is damaged, if the name holds another
  ///   object now, or if a claim is false or cannot be checked. A damaged object no longer counts,
  ///   and a later run sends its contents again.
  private mutating func readAgain(
    _ name: ObjectName, isChecked: Bool
  ) async throws -> SealedObject? {
    switch try await read(name) {
    case .success(let bytes):
      if let object = try opened(bytes, of: name),
        try policy.verify(object, readAs: name, isChecked: isChecked)
      {
        if isChecked { readings.good.insert(name) }
        return object
      }
    case .failure(let error) where error.scope == .store: throw RunEnd(error: error)
    case .failure(let error):
      // The next run finds out what became of a missing object.
      if error.kind != .missing { note(.store(error), of: name) }
      if error.kind == .damaged { unopened.insert(name) }
    }
    readings.bad.insert(name)
    return nil
  }

  /// Opens the bytes of a known object. If they are damaged, notes the damage and returns nil.
  private mutating func opened(_ bytes: [UInt8], of name: ObjectName) throws -> SealedObject? {
    let object: SealedObject
    do throws(DecodingFailure) {
      object = try SealedObject(bytes: bytes)
    } catch {
      note(.unreadable(error), of: name)
      try noteDamaged(name)
      return nil
    }
    // An object that this run uploaded opens with a wrong key, too.
    if !readings.good.contains(name) { try noteOpened(object.reference.device) }
    return object
  }

  // MARK: Deleting

  /// Deletes the objects whose claims other objects supersede. If the store fails to delete an
  /// object, the next run tries again.
  mutating func delete() async throws {
    let names = try policy.transaction { try policy.compactor.deletable(in: listing, at: now()) }
    for name in names where try await mayDelete(name) {
      guard case .success = try await delete(name) else { continue }
      try policy.transaction { try policy.compactor.noteDeleted(name) }
      listing[name] = nil
    }
  }

  /// Whether an object may be deleted. First reads the superseding objects again.
  private mutating func mayDelete(_ name: ObjectName) async throws -> Bool {
    while true {
      let deletion = try policy.transaction {
        try policy.compactor.deletion(of: name, in: listing, at: now(), after: readings)
      }
      switch deletion {
      case .allowed: return true
      case .refused: return false
      case .afterReading(let other): _ = try await readAgain(other, isChecked: true)
      }
    }
  }
}
