// SPDX-License-Identifier: MIT

extension SyncEngine {
  /// How many new device ids a run takes before it gives up on uploading.
  private static let renewalLimit = 3

  mutating func advanceUpload(_ event: SyncEvent) -> SyncAction {
    switch (phase, event) {
    case (.sealing, .sealed(let sealed?)): return create(sealed)
    case (.sealing, .sealed(nil)): return postpone()
    case (.creating(let sealed), .done): return readBack(sealed, isNew: true)
    case (.creating(let sealed), .storeFailed(let error)):
      return error.kind == .exists ? readBack(sealed, isNew: false) : giveUp(sealed, error)
    case (.readingBack(let sealed, let isNew), .read(let bytes)):
      return compare(bytes, with: sealed, isNew: isNew)
    case (.readingBack(let sealed, _), .storeFailed(let error)): return giveUp(sealed, error)
    case (.deletingTorn(let sealed), .done): return create(sealed)
    case (.deletingTorn(let sealed), .storeFailed(let error)): return giveUp(sealed, error)
    case (.confirming, .done): return seal()
    case (.renewingBeforeSeal, .renewed(let device)):
      self.device = device
      report.tookNewDeviceID = true
      return seal()
    case (.postponing, .postponed(let documents)):
      report.postponed = documents
      return conclude()
    default: unexpected(event)
    }
  }

  mutating func seal() -> SyncAction {
    phase = .sealing
    return .seal(
      limit: options.segmentLimit, forOthers: options.sendsForOthers && !isSomethingOnItsWay)
  }

  /// Whether an object could not be read and may be later: it may hold what seems to be lost.
  private var isSomethingOnItsWay: Bool {
    report.problems.contains { problem in
      if case .store(let error) = problem.reason { error.kind == .tryLater } else { false }
    }
  }

  private mutating func postpone() -> SyncAction {
    phase = .postponing
    return .postpone(isSure: !isSomethingOnItsWay)
  }

  private mutating func create(_ sealed: SealedSegment) -> SyncAction {
    phase = .creating(sealed)
    return .create(sealed)
  }

  private mutating func readBack(_ sealed: SealedSegment, isNew: Bool) -> SyncAction {
    phase = .readingBack(sealed, isNew: isNew)
    return .read(sealed.name)
  }

  /// Judges what stands under a segment's name.
  private mutating func compare(
    _ bytes: [UInt8], with sealed: SealedSegment, isNew: Bool
  ) -> SyncAction {
    if bytes == sealed.bytes {
      if isNew { report.uploaded.add(bytes.count) }
      renewals = 0
      phase = .confirming(sealed)
      return .confirm(sealed)
    }
    if isNew { return giveUp(sealed, .notAsWritten) }
    if sealed.bytes.starts(with: bytes) { return replaceTorn(sealed, count: bytes.count) }
    guard renewals < Self.renewalLimit else { return giveUp(sealed, .notAsWritten) }
    renewals += 1
    phase = .renewingBeforeSeal
    return .renewDevice(replacing: sealed.segment.device)
  }

  /// A beginning of our bytes is what a crash of ours left behind, if the
  /// listing said so too; a reading cut short could be of anything.
  private mutating func replaceTorn(_ sealed: SealedSegment, count: Int) -> SyncAction {
    guard listed.contains(ObjectInfo(name: sealed.name, size: count)),
      replaced != sealed.reference
    else { return giveUp(sealed, .notAsWritten) }
    replaced = sealed.reference
    phase = .deletingTorn(sealed)
    return .delete(sealed.name)
  }

  /// Ends the run: what is sealed stays sealed, and is uploaded next time.
  private mutating func giveUp(_ sealed: SealedSegment, _ error: StoreError) -> SyncAction {
    error.scope == .store ? finish(stoppedBy: error) : giveUp(sealed, .store(error))
  }

  private mutating func giveUp(
    _ sealed: SealedSegment, _ reason: SyncProblem.Reason
  ) -> SyncAction {
    note(reason, of: sealed.name)
    return finish()
  }
}
