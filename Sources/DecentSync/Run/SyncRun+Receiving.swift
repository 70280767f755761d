// SPDX-License-Identifier: MIT

import BinaryCoding

/// Reading new objects, and asking for missing ones.
extension SyncRun {
  /// Reads the new objects of the remote, and takes them in. Lists the remote again, once, if a
  /// listed object is missing: the object's writer may have compacted the object since.
  mutating func receive() async throws {
    try await receiveListed()
    if hasVanished {
      isListedAgain = true
      try await receiveListed()
    }
    for (name, changes) in buffer.held { note(.held(changes), of: name) }
  }

  /// Lists the remote and takes in new objects. Leaves held parts unsettled if the remote must be
  /// listed again.
  private mutating func receiveListed() async throws {
    switch try await list() {
    case .success(let objects): listing = Listing(objects)
    case .failure(let error): throw RunEnd(error: error)
    }
    // After a second listing, each object that was not taken in is tried and reported again.
    report.problems = []
    let news = try policy.transaction { try policy.objects.news(in: listing) }
    queue.add(try ignoreRefused(among: news))
    phase = .receiving
    repeat {
      repeat { try await readQueued() } while !queue.isEmpty
      if hasVanished, !isListedAgain { return }
      try settleHeld()
    } while !queue.isEmpty
  }

  /// Reports the objects that an earlier run refused. They are not read again.
  ///
  /// - Returns: The other objects.
  private mutating func ignoreRefused(among objects: [ObjectInfo]) throws -> [ObjectInfo] {
    if objects.isEmpty { return objects }
    let refused = Set(
      try policy.objects.pendingRows().map(\.object).filter { $0.fault == .refused }.map(\.info))
    for info in objects where refused.contains(info) { note(.refused, of: info.name) }
    return objects.filter { !refused.contains($0) }
  }

  /// Reads the queued objects, and takes in their parts. A part may cause objects to be read again.
  private mutating func readQueued() async throws {
    while let info = queue.next {
      if info.size > options.objectLimit {
        queue.dropNext()
        note(.tooLarge(size: info.size), of: info.name)
      } else {
        try await receive(info)
        try takeIn(all: false)
      }
    }
    try takeIn(all: true)
  }

  private mutating func receive(_ info: ObjectInfo) async throws {
    let answer = try await read(info.name)
    queue.dropNext()
    switch answer {
    case .success(let bytes):
      readBytes += bytes.count
      // The listing may be older than the bytes.
      try open(bytes, readAs: ObjectInfo(name: info.name, size: bytes.count))
    case .failure(let error) where error.scope == .store: throw RunEnd(error: error)
    case .failure(let error) where error.kind == .missing && !isListedAgain: hasVanished = true
    case .failure(let error):
      note(.store(error), of: info.name)
      if error.kind == .damaged { unopened.insert(info.name) }
    }
  }

  private mutating func open(_ bytes: [UInt8], readAs info: ObjectInfo) throws {
    let found: ReadObject
    do throws(DecodingFailure) {
      found = try ReadObject(bytes: bytes)
    } catch {
      note(Self.reason(error, in: bytes), of: info.name)
      return try noteDamaged(info.name)
    }
    try noteOpened(found.device)
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
    // A whole frame of an unknown kind is not damaged: its writer would send the same frame again.
    case .foreign where Frame.isBegun(by: bytes): .unreadable(.unknownForm)
    // The checksum is right, so another reading gives the same bytes.
    case .corrupt where isWholeFrame(bytes), .truncated where isWholeFrame(bytes): .refused
    default: .unreadable(failure)
    }
  }

  /// Whether bytes are a frame with the right checksum. ``Frame`` checks the checksum before the
  /// kind, so it reports a wrong kind only if the checksum is right.
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

  private mutating func take(_ object: SealedObject, readAs info: ObjectInfo) throws {
    func begin() throws -> Bool {
      try policy.transaction { try policy.intake.begin(object, readAs: info, at: now()) }
    }
    if try !begin() {
      try renewDevice(replacing: object.reference.device)
      _ = try begin()
    }
    buffer.add(object, named: info.name)
    if object.claims.isEmpty { try end([object.whole(named: info.name)]) }
  }

  private func end(_ objects: [WholeObject]) throws {
    try policy.transaction { try objects.forEach(policy.intake.end) }
  }

  private mutating func take(_ acknowledgement: Acknowledgement, from info: ObjectInfo) throws {
    let isFine = try policy.transaction {
      try policy.notices.take(acknowledgement, from: info, at: now())
    }
    if !isFine { try renewDevice(replacing: acknowledgement.device) }
  }

  private mutating func take(_ card: DeviceCard, from info: ObjectInfo) throws {
    switch try policy.take(card, from: info, at: now()) {
    case .kept: break
    case .retired: report.wasRetired = true
    case .shared: try renewDevice(replacing: card.device)
    }
  }

  /// Takes in the parts that were read, in batches.
  ///
  /// - Parameter all: Whether to take in a last batch that does not fill a transaction.
  private mutating func takeIn(all: Bool) throws {
    while buffer.isFull(policy.options) || all && buffer.readyCount > 0 {
      let batch = buffer.batch(policy.options)
      let outcome = try policy.transaction { try policy.intake.take(batch) }
      report.changedDocuments.formUnion(outcome.changed)
      try note(outcome, of: batch)
    }
  }

  /// Settles parts that build on edits which are not here. Does nothing while an object is on its
  /// way, because the object may hold these edits.
  private mutating func settleHeld() throws {
    let parts = buffer.lackingHistory
    if parts.isEmpty || isSomethingOnItsWay { return }
    let outcome = try policy.transaction { try policy.intake.settle(lackingHistory: parts) }
    try note(outcome, of: parts)
  }

  /// Notes the outcome of a batch. If changes in known objects were ignored before and are needed
  /// now, queues these objects to be read again. They do not count as whole until they are read.
  private mutating func note(_ outcome: TakeOutcome, of parts: [IncomingPart]) throws {
    queue.readAgain(outcome.reread, in: listing)
    var whole = buffer.note(outcome, of: parts)
    if !queue.again.isEmpty {
      let again = outcome.reread.union(queue.names)
      whole.removeAll { again.contains($0.name) }
    }
    if !whole.isEmpty { try end(whole) }
  }

  // MARK: Missing objects

  /// Judges the known objects that were not listed.
  mutating func judgeAbsent() async throws {
    for name in try policy.objects.absent(from: listing) {
      switch try policy.judge(absent: name, in: listing, forOthers: repairsForOthers) {
      case .settled: if try policy.objects[name]?.isMissed == true { report.missed += 1 }
      case .doubtful: try await askFor(absent: name)
      }
    }
  }

  private mutating func askFor(absent name: ObjectName) async throws {
    switch try await read(name) {
    case .success(let bytes): try policy.note(absent: name, isThere: try isKnown(bytes, as: name))
    case .failure(let error) where error.kind == .missing:
      try policy.note(absent: name, isThere: false)
    case .failure(let error) where error.scope == .store: throw RunEnd(error: error)
    case .failure(let error): note(.store(error), of: name)
    }
  }

  private func isKnown(_ bytes: [UInt8], as name: ObjectName) throws -> Bool {
    let found = try? SealedObject(bytes: bytes)
    return try found != nil && found?.reference == policy.objects[name]?.reference
  }
}

extension DecodingFailure {
  fileprivate var isForeign: Bool { if case .foreign = self { true } else { false } }
}

/// An object of any kind that sync writes.
private enum ReadObject {
  case object(SealedObject)
  case acknowledgement(Acknowledgement)
  case card(DeviceCard)

  /// The device that wrote the object.
  var device: DeviceID {
    switch self {
    case .object(let object): object.reference.device
    case .acknowledgement(let acknowledgement): acknowledgement.device
    case .card(let card): card.device
    }
  }

  init(bytes: [UInt8]) throws(DecodingFailure) {
    do throws(DecodingFailure) {
      self = .object(try SealedObject(bytes: bytes))
    } catch {
      guard error.isForeign, let notice = try Self.notice(in: bytes) else { throw error }
      self = notice
    }
  }

  /// The notice that bytes encode; nil if they encode none.
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
