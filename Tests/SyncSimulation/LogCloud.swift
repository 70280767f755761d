// SPDX-License-Identifier: MIT

import DecentSync
import ReplicationLaws

/// A store as bad as folder services make it: one truth, "the cloud", and a view of it on each device.
///
/// Objects are created and deleted at once in the view of who does it. Both travel to the cloud, and
/// from there to each other view, by themselves and in any order: a deletion may be seen before the
/// creation of what replaces it. What is on the way when its author's disk dies never arrives.
final class LogCloud {
  /// One object, with its travels. Times are milliseconds.
  final class Entry {
    let name: ObjectName
    let bytes: [UInt8]
    /// The view it was created in; nil for what nobody's disk holds.
    let author: Int?
    /// When the cloud learns of it.
    var born: UInt64
    /// When the cloud learns of its deletion.
    var dead: UInt64?
    /// The view it was deleted in.
    var deletedBy: Int?
    /// When other views learn of both.
    var seen: [Int: UInt64] = [:]
    var gone: [Int: UInt64] = [:]

    init(name: ObjectName, bytes: [UInt8], author: Int?, born: UInt64) {
      self.name = name
      self.bytes = bytes
      self.author = author
      self.born = born
    }
  }

  var random: SeededGenerator
  /// Milliseconds since 1970.
  var now = LogCloud.start
  static let start: UInt64 = 1_700_000_000_000
  /// The longest that anything takes to travel.
  var lag: UInt64
  /// Whether the service lets two of one name collide, rather than to refuse the later one.
  let overwrites: Bool
  private(set) var entries: [Entry] = []
  private var copies = 0
  /// How often an object was created or deleted.
  private(set) var changes = 0
  private(set) var deletions = 0

  init(_ random: SeededGenerator, lag: UInt64, overwrites: Bool) {
    self.random = random
    self.lag = lag
    self.overwrites = overwrites
  }

  private func delay() -> UInt64 {
    lag == 0 || Bool.random(using: &random) ? 0 : .random(in: 0..<lag, using: &random)
  }

  /// What there is once everything has arrived.
  var truth: [ObjectName: [UInt8]] {
    Dictionary(entries.filter { $0.dead == nil }.map { ($0.name, $0.bytes) }) { $1 }
  }

  /// What there is once everything has arrived, in no order.
  var alive: [Entry] { entries.filter { $0.dead == nil } }

  /// What has arrived.
  var arrived: [Entry] {
    entries.filter { $0.born <= now && ($0.dead ?? .max) > now }
  }

  func visible(to view: Int) -> [ObjectName: [UInt8]] {
    var shown: [ObjectName: [UInt8]] = [:]
    for entry in entries where isVisible(entry, to: view) { shown[entry.name] = entry.bytes }
    return shown
  }

  private func isVisible(_ entry: Entry, to view: Int) -> Bool {
    if entry.author != view {
      let seen = entry.seen[view] ?? entry.born + delay()
      entry.seen[view] = seen
      if seen > now { return false }
    }
    guard let dead = entry.dead else { return true }
    if entry.deletedBy == view { return false }
    let gone = entry.gone[view] ?? dead + delay()
    entry.gone[view] = gone
    return gone > now
  }

  /// Creates an object, or gives false if the name is taken. Where services overwrite, a collision
  /// that nobody saw ends with one winner or with a renamed copy.
  func create(_ name: ObjectName, _ bytes: [UInt8], in view: Int?) -> Bool {
    if let view, visible(to: view)[name] != nil { return false }
    var name = name
    if let other = entries.first(where: { $0.name == name && $0.dead == nil }) {
      if !overwrites { return false }
      if Int.random(in: 0..<10, using: &random) < 7 {
        copies += 1
        name = ObjectName("\(name.text) (conflict \(copies))") ?? name
      } else {
        other.dead = now
        other.gone = [:]
      }
    }
    changes += 1
    entries.append(Entry(name: name, bytes: bytes, author: view, born: now + delay()))
    return true
  }

  func delete(_ name: ObjectName, in view: Int) {
    for entry in entries where entry.name == name && entry.dead == nil {
      changes += 1
      deletions += 1
      entry.dead = now + delay()
      entry.deletedBy = view
    }
  }

  /// What the view's author had not sent yet never arrives.
  func diskDies(_ view: Int) {
    for entry in entries where entry.deletedBy == view {
      if let dead = entry.dead, dead > now {
        entry.dead = nil
        entry.deletedBy = nil
        entry.gone = [:]
      }
    }
    entries.removeAll { $0.author == view && $0.born > now }
  }

  /// Lets everything arrive.
  func heal() {
    lag = 0
    entries.removeAll { $0.dead != nil }
    for entry in entries {
      entry.born = min(entry.born, now)
      entry.seen = [:]
      entry.gone = [:]
    }
  }

  // MARK: Harm that no rule can prevent

  func lose(_ name: ObjectName) { entries.removeAll { $0.name == name } }

  func wipe() { entries = [] }

  func roll(back objects: [ObjectName: [UInt8]]) {
    entries = objects.sorted { $0.key < $1.key }.map {
      Entry(name: $0.key, bytes: $0.value, author: nil, born: now)
    }
  }
}

/// What one device's store shows of a cloud: its own faults on top of the service's.
final class LogView {
  enum Fault: CaseIterable { case oldListing, partialListing, lostUpload, tornUpload }

  let id: Int
  private let cloud: LogCloud
  var faults: Set<Fault>
  private var last: [ObjectInfo] = []

  init(_ id: Int, of cloud: LogCloud, faults: Set<Fault>) {
    self.id = id
    self.cloud = cloud
    self.faults = faults
  }

  private func happens(_ fault: Fault, oneIn count: Int) -> Bool {
    faults.contains(fault) && Int.random(in: 0..<count, using: &cloud.random) == 0
  }

  func list() -> [ObjectInfo] {
    if happens(.oldListing, oneIn: 6) { return last }
    let now = cloud.visible(to: id).map { ObjectInfo(name: $0.key, size: $0.value.count) }
      .sorted { $0.name < $1.name }
    if happens(.partialListing, oneIn: 8) {
      return now.filter { _ in Int.random(in: 0..<10, using: &cloud.random) < 7 }
    }
    last = now
    return now
  }

  func read(_ name: ObjectName) -> Result<[UInt8], StoreError> {
    cloud.visible(to: id)[name].map { .success($0) } ?? .failure(.missing(name))
  }

  func create(_ name: ObjectName, _ bytes: [UInt8]) -> Result<Void, StoreError> {
    if happens(.lostUpload, oneIn: 20) { return .success(()) }
    var bytes = bytes
    if happens(.tornUpload, oneIn: 10) {
      bytes = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &cloud.random)))
    }
    return cloud.create(name, bytes, in: id) ? .success(()) : .failure(.exists(name))
  }

  /// Does what a run of sync wants next.
  func perform(_ step: SyncStep) throws -> SyncStep {
    switch step {
    case .list(_, let then): return try then(.success(list()))
    case .read(let name, let then): return try then(read(name))
    case .create(let name, let bytes, let then): return try then(create(name, bytes))
    case .delete(let name, let then):
      cloud.delete(name, in: id)
      return try then(.success(()))
    case .finished: return step
    }
  }
}
