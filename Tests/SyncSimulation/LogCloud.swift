// SPDX-License-Identifier: MIT

import DecentSync
import ReplicationLaws

/// A store as bad as folder services make it: one truth, "the cloud", and a view of it on each device.
///
/// A creation or deletion shows at once in the view of its author. It travels to the cloud, and
/// from there to each other view, by itself and in any order: a deletion may be seen before the
/// creation of the replacement. A change that is on its way when its author's disk dies never
/// arrives.
///
/// Two devices may create the same name before either sees the other's object. Each then reads its own
/// object back. Later the service keeps one of them under the name, and renames or drops the other.
final class LogCloud {
  /// One object, with its travels. Times are milliseconds.
  final class Entry {
    var name: ObjectName
    /// The name that it gets after a collision, and the time of that.
    var rename: (name: ObjectName, time: UInt64, other: ObjectIdentifier)?
    let bytes: [UInt8]
    /// The view it was created in; nil if no device created it.
    let author: Int?
    /// The time when the cloud learns of it.
    var born: UInt64
    /// The time when the cloud learns of its deletion.
    var dead: UInt64?
    /// The view it was deleted in.
    var deletedBy: Int?
    /// The times when other views learn of its creation and of its deletion.
    var seen: [Int: UInt64] = [:]
    var gone: [Int: UInt64] = [:]

    init(name: ObjectName, bytes: [UInt8], author: Int?, born: UInt64) {
      self.name = name
      self.bytes = bytes
      self.author = author
      self.born = born
    }

    func name(at time: UInt64) -> ObjectName {
      rename.flatMap { $0.time <= time ? $0.name : nil } ?? name
    }

    /// The name once everything has arrived.
    var lastName: ObjectName { rename?.name ?? name }
  }

  var random: SeededGenerator
  /// Milliseconds since 1970.
  var now = LogCloud.start
  static let start: UInt64 = 1_700_000_000_000
  /// The longest time that a change travels.
  var lag: UInt64
  /// Whether the service lets two objects of one name collide, instead of refusing the later one.
  let overwrites: Bool
  private(set) var entries: [Entry] = []
  private var copies = 0
  /// The longest bytes that were created under each name.
  private var longest: [ObjectName: [UInt8]] = [:]
  /// The names under which unlike objects were created.
  private var ambiguous: Set<ObjectName> = []
  /// The number of times that an object was created or deleted.
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

  /// The objects that exist once everything has arrived.
  var truth: [ObjectName: [UInt8]] {
    Dictionary(entries.filter { $0.dead == nil }.map { ($0.lastName, $0.bytes) }) { $1 }
  }

  /// The entries that exist once everything has arrived, in no order.
  var alive: [Entry] { entries.filter { $0.dead == nil } }

  /// The entries that have arrived.
  var arrived: [Entry] {
    entries.filter { $0.born <= now && ($0.dead ?? .max) > now }
  }

  func visible(to view: Int) -> [ObjectName: [UInt8]] {
    var shown: [ObjectName: [UInt8]] = [:]
    for entry in entries where isVisible(entry, to: view) {
      shown[entry.name(at: now)] = entry.bytes
    }
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

  /// Creates an object, or returns false if the name is taken. If the service overwrites, a
  /// collision that the author did not see ends with one winner or with a renamed copy, at once or
  /// later.
  func create(_ name: ObjectName, _ bytes: [UInt8], in view: Int?) -> Bool {
    if let view, visible(to: view)[name] != nil { return false }
    let entry = Entry(name: name, bytes: bytes, author: view, born: now + delay())
    if let other = entries.first(where: { $0.name(at: now) == name && $0.dead == nil }) {
      if !overwrites { return false }
      collide(entry, other)
    }
    noteContents(of: name, bytes)
    changes += 1
    entries.append(entry)
    return true
  }

  private func collide(_ entry: Entry, _ other: Entry) {
    switch Int.random(in: 0..<10, using: &random) {
    case ..<3: entry.name = copyName(of: entry.name)
    case ..<5:
      other.dead = now
      other.gone = [:]
    default:
      guard let view = entry.author, other.rename == nil else {
        entry.name = copyName(of: entry.name)
        return
      }
      // The service meets both objects at this time.
      let time = now + delay()
      entry.born = time
      other.seen[view] = max(other.seen[view] ?? 0, time)
      let (loser, winner) = Bool.random(using: &random) ? (entry, other) : (other, entry)
      loser.rename = (copyName(of: entry.name), time, ObjectIdentifier(winner))
    }
  }

  private func copyName(of name: ObjectName) -> ObjectName {
    copies += 1
    return ObjectName("\(name.text) (conflict \(copies))") ?? name
  }

  /// Notes whether unlike objects have a name. A torn object is the beginning of one.
  private func noteContents(of name: ObjectName, _ bytes: [UInt8]) {
    let known = longest[name] ?? []
    let (short, long) = bytes.count < known.count ? (bytes, known) : (known, bytes)
    if !long.starts(with: short) { ambiguous.insert(name) }
    longest[name] = long
  }

  /// The size of an object in listings. All views show one size for unlike objects of one name, so
  /// that no size tells that the object is another.
  func listedSize(of name: ObjectName, _ bytes: [UInt8]) -> Int {
    ambiguous.contains(name) ? longest[name]?.count ?? bytes.count : bytes.count
  }

  func delete(_ name: ObjectName, in view: Int) {
    let named = entries.filter { $0.name(at: now) == name && $0.dead == nil }
    for entry in named where named.count == 1 || isVisible(entry, to: view) {
      changes += 1
      deletions += 1
      entry.dead = now + delay()
      entry.deletedBy = view
    }
  }

  /// Loses the changes of a view that the cloud has not learnt of yet.
  func diskDies(_ view: Int) {
    for entry in entries where entry.deletedBy == view {
      if let dead = entry.dead, dead > now {
        entry.dead = nil
        entry.deletedBy = nil
        entry.gone = [:]
      }
    }
    entries.removeAll { $0.author == view && $0.born > now }
    let left = Set(entries.map(ObjectIdentifier.init))
    for entry in entries {
      if let rename = entry.rename, rename.time > now, !left.contains(rename.other) {
        entry.rename = nil
      }
    }
  }

  /// Lets everything arrive.
  func heal() {
    lag = 0
    entries.removeAll { $0.dead != nil }
    for entry in entries {
      entry.name = entry.lastName
      entry.rename = nil
      entry.born = min(entry.born, now)
      entry.seen = [:]
      entry.gone = [:]
    }
  }

  // MARK: Harm that no rule can prevent

  func lose(_ name: ObjectName) { entries.removeAll { $0.lastName == name } }

  func wipe() { entries = [] }

  func roll(back objects: [ObjectName: [UInt8]]) {
    entries = objects.sorted { $0.key < $1.key }.map {
      Entry(name: $0.key, bytes: $0.value, author: nil, born: now)
    }
  }
}

/// The view of a cloud in one device's store: its own faults on top of the service's.
///
/// One thread at a time runs a simulation, and alone uses its views.
final class LogView: ObjectStore, @unchecked Sendable {
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

  func list(prefix: String) -> [ObjectInfo] {
    if happens(.oldListing, oneIn: 6) { return last }
    let now = cloud.visible(to: id).map {
      ObjectInfo(name: $0.key, size: cloud.listedSize(of: $0.key, $0.value))
    }
    .sorted { $0.name < $1.name }
    if happens(.partialListing, oneIn: 8) {
      return now.filter { _ in Int.random(in: 0..<10, using: &cloud.random) < 7 }
    }
    last = now
    return now
  }

  func read(_ name: ObjectName) throws(StoreError) -> [UInt8] {
    guard let bytes = cloud.visible(to: id)[name] else { throw .missing(name) }
    return bytes
  }

  func create(_ name: ObjectName, holding bytes: [UInt8]) throws(StoreError) {
    if happens(.lostUpload, oneIn: 20) { return }
    var bytes = bytes
    if happens(.tornUpload, oneIn: 10) {
      bytes = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &cloud.random)))
    }
    guard cloud.create(name, bytes, in: id) else { throw .exists(name) }
  }

  func delete(_ name: ObjectName) { cloud.delete(name, in: id) }
}
