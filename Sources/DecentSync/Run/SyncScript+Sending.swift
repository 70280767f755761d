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
      readings.good.insert(sealed.name)
      return try next()
    }
    if isNew { return giveUp(sealed, .notAsWritten) }
    // Two copies of a library give one name to like objects alone: another object came here by harm.
    let found = try? OpenedObject(bytes: bytes).reference
    return try replace(sealed, isTorn: try found.map(policy.isOfTwin) != true)
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
    return names.isEmpty ? try delete() : try readPieces(names, read: [:])
  }

  /// Reads the objects that are to be rolled up: their bytes are not kept.
  private func readPieces(
    _ names: [ObjectName], read: [ObjectName: OpenedObject]
  ) throws -> SyncStep {
    let unread = names.first { read[$0] == nil && !readings.bad.contains($0) }
    guard let unread else {
      // The next run rolls up without the pieces that could not be read.
      guard read.count == names.count, let sealed = try policy.sealRollUp(of: read) else {
        return try delete()
      }
      return upload(sealed) { try self.rollUp() }
    }
    return readAgain(unread, isChecked: false) { object in
      var read = read
      read[unread] = object
      return try self.readPieces(names, read: read)
    }
  }

  // MARK: Known objects

  /// Reads a known object again, and goes on with it.
  ///
  /// - Parameters:
  ///   - isChecked: Whether the claims of another device are checked.
  ///   - next: Goes on, without an object if it could not be read, is another object now, has a false
  ///     claim, or is damaged. A damaged object counts for nothing from now on, and the next run sends
  ///     again what it said.
  private func readAgain(
    _ name: ObjectName, isChecked: Bool, then next: @escaping (OpenedObject?) throws -> SyncStep
  ) -> SyncStep {
    .read(name) { answer in
      switch answer {
      case .success(let bytes):
        if let object = try self.opened(bytes, of: name) {
          self.hasOpened = true
          if try self.policy.verify(object, readAs: name, isChecked: isChecked) {
            if isChecked { self.readings.good.insert(name) }
            return try next(object)
          }
        }
      case .failure(let error):
        if error.scope == .store { return self.finish(stoppedBy: error) }
        // The next run finds out what became of a missing object.
        if error.kind != .missing { self.note(.store(error), of: name) }
        if error.kind == .damaged { self.unopened.insert(name) }
      }
      self.readings.bad.insert(name)
      return try next(nil)
    }
  }

  /// Opens the bytes of a known object; nil if they are damaged, which is noted.
  private func opened(_ bytes: [UInt8], of name: ObjectName) throws -> OpenedObject? {
    do throws(DecodingFailure) {
      return try OpenedObject(bytes: bytes)
    } catch {
      note(.unreadable(error), of: name)
    }
    try noteDamaged(name)
    return nil
  }

  // MARK: Deleting

  private func delete() throws -> SyncStep {
    try delete(ArraySlice(try policy.deletable(in: listing, at: now())))
  }

  private func delete(_ names: ArraySlice<ObjectName>) throws -> SyncStep {
    var names = names
    while let name = names.first {
      switch try policy.deletion(of: name, in: listing, at: now(), after: readings) {
      case .refused: names.removeFirst()
      case .afterReading(let other):
        let rest = names
        return readAgain(other, isChecked: true) { _ in try self.delete(rest) }
      case .allowed:
        return .delete(name) { answer in
          if case .success = answer {
            try self.policy.noteDeleted(name)
            self.listing[name] = nil
          }
          return try self.delete(names.dropFirst())
        }
      }
    }
    return try conclude()
  }
}
