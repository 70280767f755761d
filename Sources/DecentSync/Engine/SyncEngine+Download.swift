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
    case (.recognizing(let download), .recognized(let isOurs)):
      return isOurs ? apply(download) : renew(before: download)
    case (.renewingBeforeApply(let download), .renewed(let device)):
      self.device = device
      report.tookNewDeviceID = true
      return apply(download)
    case (.applying(let download), .applied(let outcome)): return record(outcome, of: download)
    case (.taking, .recognized(true)): return continueDownload()
    case (.taking, .recognized(false)):
      phase = .renewingAfterTaking
      return .renewDevice(replacing: device)
    case (.renewingAfterTaking, .renewed(let device)):
      self.device = device
      report.tookNewDeviceID = true
      return continueDownload()
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
    unread = (listed.subtracting(done) + unlisted)
      .map { (LogPosition($0.name), $0) }
      .sorted { $1.0 < $0.0 }
      .map(\.1)
    readTotal = unread.count
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

  private mutating func continueDownload() -> SyncAction {
    while let object = unread.popLast() {
      guard object.size <= options.objectLimit else {
        readCount += 1
        note(.tooLarge(size: object.size), of: object.name)
        continue
      }
      phase = .reading(object)
      return .read(object.name)
    }
    if retries.isEmpty, hasProgressed {
      retries = waiting.reversed().map(\.download)
      waiting = []
      hasProgressed = false
    }
    if let download = retries.popLast() { return apply(download) }
    for (download, held) in waiting { note(.held(held), of: download.object.name) }
    guard !lost.isEmpty else { return seal() }
    phase = .forgetting
    return .forget(lost.sorted())
  }

  private mutating func passOver(_ object: ObjectInfo, _ error: StoreError) -> SyncAction {
    guard error.scope == .object else { return finish(stoppedBy: error) }
    readCount += 1
    if error.kind == .missing, suspects.contains(object.name) {
      lost.append(object.name)
    } else {
      note(.store(error), of: object.name)
    }
    return continueDownload()
  }

  private mutating func open(_ bytes: [UInt8], of object: ObjectInfo) -> SyncAction {
    readCount += 1
    readBytes += bytes.count
    // The listing may be older than the bytes.
    let read = ObjectInfo(name: object.name, size: bytes.count)
    let sealed: SealedSegment
    do throws(DecodingFailure) {
      sealed = try SealedSegment(bytes: bytes)
    } catch {
      if case .foreign = error, let acknowledgement = try? Acknowledgement(encoded: bytes) {
        phase = .taking
        return .take(acknowledgement, from: read)
      }
      note(.unreadable(error), of: object.name)
      if suspects.contains(object.name) { lost.append(object.name) }
      return continueDownload()
    }
    report.downloaded.add(bytes.count)
    let download = Download(sealed: sealed, object: read)
    guard sealed.segment.device == device else { return apply(download) }
    phase = .recognizing(download)
    return .recognize(sealed.reference)
  }

  /// A segment of ours that we did not seal: another device came from a copy
  /// of our journal, or ours is an old one. Both sides are kept.
  private mutating func renew(before download: Download) -> SyncAction {
    phase = .renewingBeforeApply(download)
    return .renewDevice(replacing: device)
  }

  private mutating func apply(_ download: Download) -> SyncAction {
    phase = .applying(download)
    return .apply(download.sealed, from: download.object)
  }

  private mutating func record(_ outcome: ApplyOutcome, of download: Download) -> SyncAction {
    report.changedDocuments.formUnion(outcome.changed)
    if !outcome.changed.isEmpty { hasProgressed = true }
    if !outcome.held.isEmpty { waiting.append((download, outcome.held)) }
    return continueDownload()
  }
}

/// Where an object's name says it belongs: by device, then by number, strays
/// last. Reading in this order seldom meets a change before its history.
private struct LogPosition: Comparable {
  let device: DeviceID?
  let number: Int
  let name: ObjectName

  init(_ name: ObjectName) {
    let hint = SegmentReference.hint(in: name)
    device = hint?.device
    number = hint?.number ?? .max
    self.name = name
  }

  static func < (left: Self, right: Self) -> Bool {
    switch (left.device, right.device) {
    case (let a?, let b?) where a != b: a < b
    case (.some, nil): true
    case (nil, .some): false
    default: (left.number, left.name) < (right.number, right.name)
    }
  }
}
