// SPDX-License-Identifier: MIT

import BinaryCoding

/// Reading new objects, and asking for missing ones.
extension SyncScript {
  func compare(_ answer: Result<[ObjectInfo], StoreError>) throws -> SyncStep {
    let objects: [ObjectInfo]
    switch answer {
    case .success(let found): objects = found
    case .failure(let error): return finish(stoppedBy: error)
    }
    listing = Listing(objects)
    // The second listing names again each object that was not taken in.
    report.problems = []
    // The next object stands last.
    let news = try passOverRefused(among: policy.news(in: listing))
    unread = Self.inReadingOrder(news).reversed()
    total += unread.count
    phase = .receiving
    return try readNext()
  }

  /// Names the objects that were refused before, which are not read again.
  ///
  /// - Returns: The others.
  private func passOverRefused(among objects: [ObjectInfo]) throws -> [ObjectInfo] {
    if objects.isEmpty { return objects }
    let refused = Set(try policy.pending().filter { $0.fault == .refused }.map(\.info))
    for info in objects where refused.contains(info) { note(.refused, of: info.name) }
    return objects.filter { !refused.contains($0) }
  }

  /// Roll-ups come first, the latest before: they hold most of the rest. Other objects follow by
  /// number, because devices that take turns count alike. Acknowledgements and cards come last,
  /// after the objects that they speak of.
  private static func inReadingOrder(_ objects: [ObjectInfo]) -> [ObjectInfo] {
    objects.map { (rank: ReadingRank($0.name), info: $0) }
      .sorted { ($0.rank, $0.info.name) < ($1.rank, $1.info.name) }.map(\.info)
  }

  func readNext() throws -> SyncStep {
    try takeIn(all: false)
    while let info = unread.last {
      if info.size > options.objectLimit {
        unread.removeLast()
        note(.tooLarge(size: info.size), of: info.name)
        continue
      }
      return .read(info.name) { try self.open($0, of: info) }
    }
    try takeIn(all: true)
    if !unread.isEmpty { return try readNext() }
    if hasVanished, !isListedAgain {
      isListedAgain = true
      return .list(prefix: "") { try self.compare($0) }
    }
    try settleHeld()
    if !unread.isEmpty { return try readNext() }
    for (name, changes) in room.held { note(.held(changes), of: name) }
    return try judgeAbsent()
  }

  private func open(
    _ answer: Result<[UInt8], StoreError>, of info: ObjectInfo
  ) throws -> SyncStep {
    unread.removeLast()
    switch answer {
    case .failure(let error):
      guard error.scope == .object else { return finish(stoppedBy: error) }
      if error.kind == .missing, !isListedAgain {
        hasVanished = true
      } else {
        note(.store(error), of: info.name)
        if error.kind == .damaged { unopened.insert(info.name) }
      }
    case .success(let bytes):
      readBytes += bytes.count
      // The listing may be older than the bytes.
      try open(bytes, readAs: ObjectInfo(name: info.name, size: bytes.count))
    }
    return try readNext()
  }

  private func open(_ bytes: [UInt8], readAs info: ObjectInfo) throws {
    let found: ReadObject
    do throws(DecodingFailure) {
      found = try ReadObject(bytes: bytes)
    } catch {
      note(Self.reason(error, in: bytes), of: info.name)
      return try noteDamaged(info.name)
    }
    hasOpened = true
    switch found {
    case .object(let object):
      report.downloaded.add(bytes.count)
      try take(object, readAs: info)
    case .acknowledgement(let acknowledgement): try take(acknowledgement, from: info)
    case .card(let card): try take(card, from: info)
    }
  }

  /// The reason why bytes cannot be read.
  private static func reason(
    _ failure: DecodingFailure, in bytes: [UInt8]
  ) -> SyncProblem.Reason {
    switch failure {
    // A whole frame of a kind not known here is not damaged: its writer would send the same again.
    case .foreign where Frame.isBegun(by: bytes): .unreadable(.unknownForm)
    // A whole frame was written as it is: another reading gives the same.
    case .corrupt where isWholeFrame(bytes), .truncated where isWholeFrame(bytes): .refused
    default: .unreadable(failure)
    }
  }

  /// Whether bytes are a frame whose checksum is right. The checksum is checked before the kind.
  private static func isWholeFrame(_ bytes: [UInt8]) -> Bool {
    Frame.isBegun(by: bytes)
      && [PackedObject.frameKind, DeviceCard.frameKind].contains { kind in
        do throws(DecodingFailure) {
          _ = try Frame.open(bytes, expecting: kind)
          return false
        } catch {
          return error.isForeign
        }
      }
  }

  private func take(_ object: OpenedObject, readAs info: ObjectInfo) throws {
    if try !policy.begin(object, readAs: info, at: now()) {
      try renewDevice(replacing: object.reference.device)
      _ = try policy.begin(object, readAs: info, at: now())
    }
    room.add(object, named: info.name)
    if object.claims.isEmpty {
      try policy.end([WholeObject(info.name, object.reference, parts: 0)])
    }
  }

  private func take(_ acknowledgement: Acknowledgement, from info: ObjectInfo) throws {
    if try !policy.take(acknowledgement, from: info, at: now()) {
      try renewDevice(replacing: acknowledgement.device)
    }
  }

  private func take(_ card: DeviceCard, from info: ObjectInfo) throws {
    switch try policy.take(card, from: info, at: now()) {
    case .kept: break
    case .retired: report.wasRetired = true
    case .shared: try renewDevice(replacing: card.device)
    }
  }

  /// Takes another id, because a second device uses the present one. The changes of both are kept.
  func renewDevice(replacing old: DeviceID) throws {
    try policy.renewDevice(replacing: old)
    report.tookNewDeviceID = true
  }

  /// Takes in the parts that were read, in batches.
  ///
  /// - Parameter all: Whether a batch that does not fill a transaction is taken in, too.
  private func takeIn(all: Bool) throws {
    while room.isFull(policy.options) || all && room.readyCount > 0 {
      let batch = room.batch(policy.options)
      let outcome = try policy.take(batch)
      report.changedDocuments.formUnion(outcome.changed)
      try note(outcome, of: batch)
    }
  }

  /// Decides about parts that wait for edits which were dropped with a document. While something is on
  /// its way, these edits may still come.
  private func settleHeld() throws {
    let parts = room.lackingHistory
    if parts.isEmpty || isSomethingOnItsWay { return }
    try note(try policy.settle(lackingHistory: parts), of: parts)
  }

  /// Objects that are to be read again do not count as whole until then.
  private func note(_ outcome: TakeOutcome, of parts: [IncomingPart]) throws {
    readAgain(outcome.reread)
    var whole = room.note(outcome, of: parts)
    if !reread.isEmpty {
      let again = outcome.reread.union(unread.map(\.name))
      whole.removeAll { again.contains($0.name) }
    }
    if !whole.isEmpty { try policy.end(whole) }
  }

  /// Queues listed objects to be read again that carry changes passed over before.
  private func readAgain(_ names: Set<ObjectName>) {
    for name in names.sorted() where reread.insert(name).inserted {
      guard let size = listing[name] else { continue }
      unread.append(ObjectInfo(name: name, size: size))
      total += 1
    }
  }

  // MARK: Missing objects

  private func judgeAbsent() throws -> SyncStep {
    try judge(ArraySlice(try policy.absent(from: listing)))
  }

  private func judge(_ names: ArraySlice<ObjectName>) throws -> SyncStep {
    var names = names
    while let name = names.popFirst() {
      let forOthers = options.sendsForOthers && !isSomethingOnItsWay
      switch try policy.judge(absent: name, in: listing, forOthers: forOthers) {
      case .settled: if try policy.object(name)?.isMissed == true { report.missed += 1 }
      case .doubtful: return .read(name) { try self.judge(name, $0, before: names) }
      }
    }
    return try send()
  }

  private func judge(
    _ name: ObjectName, _ answer: Result<[UInt8], StoreError>, before names: ArraySlice<ObjectName>
  ) throws -> SyncStep {
    switch answer {
    case .success(let bytes): try policy.note(absent: name, isThere: try isKnown(bytes, as: name))
    case .failure(let error) where error.kind == .missing:
      try policy.note(absent: name, isThere: false)
    case .failure(let error):
      if error.scope == .store { return finish(stoppedBy: error) }
      note(.store(error), of: name)
    }
    return try judge(names)
  }

  private func isKnown(_ bytes: [UInt8], as name: ObjectName) throws -> Bool {
    let found = try? OpenedObject(bytes: bytes)
    return try found != nil && found?.reference == policy.object(name)?.reference
  }
}

extension DecodingFailure {
  fileprivate var isForeign: Bool { if case .foreign = self { true } else { false } }
}

/// An object of any kind that sync writes.
private enum ReadObject {
  case object(OpenedObject)
  case acknowledgement(Acknowledgement)
  case card(DeviceCard)

  init(bytes: [UInt8]) throws(DecodingFailure) {
    do throws(DecodingFailure) {
      self = .object(try OpenedObject(bytes: bytes))
    } catch {
      guard error.isForeign, let notice = try Self.notice(in: bytes) else { throw error }
      self = notice
    }
  }

  /// The notice that bytes are; nil if they are none.
  private static func notice(in bytes: [UInt8]) throws(DecodingFailure) -> Self? {
    do throws(DecodingFailure) {
      return .acknowledgement(try Acknowledgement(encoded: bytes))
    } catch .foreign {
      do throws(DecodingFailure) {
        return .card(try DeviceCard(encoded: bytes))
      } catch .foreign {
        return nil
      }
    }
  }
}

/// The rank of an object in the order of reading, by its name.
private struct ReadingRank: Comparable {
  private let kind: Int
  private let number: Int

  init(_ name: ObjectName) {
    if name.noticeWriter != nil {
      (kind, number) = (2, 0)
    } else if let number = LogObject.hint(in: name) {
      (kind, self.number) = (0, -number)
    } else if let hint = SegmentReference.hint(in: name) {
      (kind, number) = (1, hint.number)
    } else {
      (kind, number) = (1, 0)
    }
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.kind, left.number) < (right.kind, right.number)
  }
}
