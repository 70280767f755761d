// SPDX-License-Identifier: MIT

import BinaryCoding

extension SyncEngine {
  mutating func advanceDownload(_ event: SyncEvent) -> SyncAction {
    switch (phase, event) {
    case (.idle, .started):
      phase = .listing
      return .list(prefix: Segment.namePrefix)
    case (.listing, .listed(let objects)): return compare(objects)
    case (.listing, .storeFailed(let error)): return finish(stoppedBy: error)
    case (.missing, .done): return continueDownload()
    case (.reading(let object), .read(let bytes)): return open(bytes, of: object)
    case (.reading(let object), .storeFailed(let error)): return passOver(object, error)
    case (.recognizing(let download, let object), .recognized(let isOurs)):
      return isOurs ? take(download, readAs: object) : renew(before: download, readAs: object)
    case (.renewingBeforeApply(let download, let object), .renewed(let device)):
      self.device = device
      report.tookNewDeviceID = true
      return take(download, readAs: object)
    case (.applying(let deliveries), .applied(let outcomes)):
      record(outcomes, of: deliveries)
      return continueDownload()
    case (.taking(let object), .recognized(true)): return endReading(object)
    case (.taking(let object), .recognized(false)):
      phase = .renewingAfterTaking(object)
      return .renewDevice(replacing: device)
    case (.renewingAfterTaking(let object), .renewed(let device)):
      self.device = device
      report.tookNewDeviceID = true
      return endReading(object)
    case (.forgetting, .done): return seal()
    default: unexpected(event)
    }
  }

  /// Compares what is there with what is known. An object with a known name and
  /// another size is another object.
  private mutating func compare(_ objects: [ObjectInfo]) -> SyncAction {
    listed = Set(objects)
    let names = Set(objects.map(\.name))
    let missing = known.values.filter { !listed.contains($0.info) }
    // They are deleted by their writers, and carry nothing.
    lost = missing.filter(\.isAcknowledgement).map(\.info.name).filter { !names.contains($0) }
    let absent = missing.filter { !$0.isAcknowledgement }
    let doubtful = absent.filter(mayBeLost)
    suspects = Set(doubtful.map(\.info.name))
    let done = Set(known.values.filter { $0.isComplete && !$0.isMissed }.map(\.info))
    let unlisted = doubtful.map(\.info).filter { !names.contains($0.name) }
    unread = ReadingOrder(listed.subtracting(done).union(unlisted))
    report.missed = absent.count - doubtful.count
    let missed = absent.filter { !mayBeLost($0) && !$0.isMissed }.map(\.info.name).sorted()
    guard !missed.isEmpty else { return continueDownload() }
    phase = .missing
    return .miss(missed)
  }

  /// Whether to find out now if an object that is not listed is lost.
  private func mayBeLost(_ object: KnownObject) -> Bool {
    object.isOurs || object.isMissed && options.sendsForOthers
  }

  /// Reads until a batch is full, and takes it in.
  private mutating func continueDownload() -> SyncAction {
    if let deliveries = nextDeliveries(isFinal: false) { return apply(deliveries) }
    while let object = unread.next() {
      guard object.size <= options.objectLimit else {
        note(.tooLarge(size: object.size), of: object.name)
        noteRead(object)
        continue
      }
      phase = .reading(object)
      return .read(object.name)
    }
    queue.releaseAll()
    if let deliveries = nextDeliveries(isFinal: true) { return apply(deliveries) }
    if let deliveries = deliveriesToRetry() { return apply(deliveries) }
    return endDownload()
  }

  private mutating func endDownload() -> SyncAction {
    for stuck in stuck { note(.held(stuck.held), of: stuck.download.object.name) }
    guard !lost.isEmpty else { return seal() }
    phase = .forgetting
    return .forget(lost.sorted())
  }

  private mutating func apply(_ deliveries: [Delivery]) -> SyncAction {
    phase = .applying(deliveries)
    return .apply(deliveries)
  }

  private mutating func passOver(_ object: ObjectInfo, _ error: StoreError) -> SyncAction {
    guard error.scope == .object else { return finish(stoppedBy: error) }
    if error.kind == .missing, suspects.contains(object.name) {
      lost.append(object.name)
    } else {
      note(.store(error), of: object.name)
    }
    return endReading(object)
  }

  private mutating func open(_ bytes: [UInt8], of object: ObjectInfo) -> SyncAction {
    unread.countBytes(bytes.count)
    // The listing may be older than the bytes.
    let read = ObjectInfo(name: object.name, size: bytes.count)
    let sealed: SealedSegment
    do throws(DecodingFailure) {
      sealed = try SealedSegment(bytes: bytes)
    } catch {
      if case .foreign = error, let acknowledgement = try? Acknowledgement(encoded: bytes) {
        phase = .taking(object)
        return .take(acknowledgement, from: read)
      }
      note(.unreadable(error), of: object.name)
      if suspects.contains(object.name) { lost.append(object.name) }
      return endReading(object)
    }
    report.downloaded.add(bytes.count)
    let download = Download(sealed: sealed, object: read)
    guard sealed.segment.device == device else { return take(download, readAs: object) }
    phase = .recognizing(download, object)
    return .recognize(sealed.reference)
  }

  /// A segment of ours that we did not seal: another device came from a copy
  /// of our journal, or ours is an old one. Both sides are kept.
  private mutating func renew(before download: Download, readAs object: ObjectInfo) -> SyncAction {
    phase = .renewingBeforeApply(download, object)
    return .renewDevice(replacing: device)
  }

  /// Queues a segment. What it builds on is read next.
  private mutating func take(_ download: Download, readAs object: ObjectInfo) -> SyncAction {
    let wanted = queue.insert(download) { [unread] in unread.mayHold($0) }
    unread.prefer(wanted)
    return endReading(object)
  }

  private mutating func endReading(_ object: ObjectInfo) -> SyncAction {
    noteRead(object)
    return continueDownload()
  }

  private mutating func noteRead(_ object: ObjectInfo) {
    let hadStrays = unread.hasStrays
    unread.remove(object)
    if hadStrays {
      if !unread.hasStrays { queue.noteAllRead { [unread] in !unread.mayHold($0) } }
    } else if let position = SegmentPosition(hintedBy: object.name), !unread.mayHold(position) {
      queue.noteAllRead(at: position)
    }
  }
}
