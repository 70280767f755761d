// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Journals by name: about the smallest type that holds replicating values,
/// removes them and replaces them.
struct Shelf: DeltaReplicable {
  /// The value of a name.
  struct Entry: Equatable {
    /// The number of times that the name was given something new.
    var life = 1
    var stamp = Choice.Stamp()
    var isHere = true
    var journal = Journal()

    func merged(with other: Entry) -> Entry {
      guard life == other.life else { return life < other.life ? other : self }
      var result = stamp < other.stamp ? other : self
      result.journal = journal.merged(with: other.journal)
      return result
    }

    var version: Version.Entry {
      Version.Entry(life: life, stamp: stamp, journal: journal.version)
    }
  }

  var entries: [String: Entry] = [:]
  /// The names in the order of their arrival here: no part of the state.
  var arrivals: [String] = []

  // MARK: Edits

  mutating func write(_ word: String, in name: String) {
    edit(name) { entry in
      if !entry.isHere { entry.startAnew() }
      entry.isHere = true
      entry.journal.write(word)
    }
  }

  /// Replaces the journal of a name by a new one.
  mutating func put(_ word: String, as name: String) {
    let isKnown = entries[name] != nil
    edit(name) { entry in
      if isKnown, !Flaw.isCurrent(.assignsIntoTheOldLife) { entry.life += 1 }
      entry.isHere = true
      entry.journal = Journal()
      entry.journal.write(word)
    }
  }

  mutating func remove(_ name: String) {
    guard entries[name]?.isHere == true else { return }
    edit(name) { $0.isHere = false }
  }

  private mutating func edit(_ name: String, _ change: (inout Entry) -> Void) {
    note(name)
    var entry = entries.removeValue(forKey: name) ?? Entry()
    change(&entry)
    entry.stamp = Choice.Stamp(replacing: entry.stamp)
    entries[name] = entry
  }

  private mutating func note(_ name: String) {
    if !arrivals.contains(name) { arrivals.append(name) }
  }

  // MARK: Merging

  func merged(with other: Shelf) -> Shelf {
    var result = self
    for name in other.arrivals { result.note(name) }
    for (name, entry) in other.entries {
      result.entries[name] = result.entries[name]?.merged(with: entry) ?? entry
    }
    return result
  }

  // MARK: Versions and deltas

  struct Version: ReplicaVersion {
    struct Entry: Equatable, Sendable {
      var life: Int
      var stamp: Choice.Stamp
      var journal: Journal.Version

      func merged(with other: Entry) -> Entry {
        guard life == other.life else { return life < other.life ? other : self }
        return Entry(
          life: life, stamp: stamp.merged(with: other.stamp),
          journal: journal.merged(with: other.journal))
      }
    }
    var entries: [String: Entry] = [:]

    func merged(with other: Version) -> Version {
      Version(entries: entries.merging(other.entries) { $0.merged(with: $1) })
    }
  }

  var version: Version { Version(entries: entries.mapValues(\.version)) }

  func contains(_ version: Version) -> Bool {
    version.merged(with: self.version) == self.version
  }

  func delta(since version: Version) -> Shelf? {
    let news = entries.filter { name, entry in
      if Flaw.isCurrent(.omitsRemovalsInDelta), !entry.isHere { return false }
      guard let known = version.entries[name] else { return true }
      if Flaw.isCurrent(.missesNestedUpdates) {
        return known.life < entry.life || known.life == entry.life && known.stamp < entry.stamp
      }
      return entry.version.merged(with: known) != known
    }
    return news.isEmpty ? nil : Shelf(entries: news, arrivals: arrivals.filter { news[$0] != nil })
  }

  func validate(_ delta: Shelf) throws(MissingHistory) {}
  mutating func merge(delta: Shelf) throws(MissingHistory) { merge(delta) }
}

extension Shelf.Entry {
  mutating func startAnew() {
    life += 1
    journal = Journal()
  }
}

extension Shelf: Equatable {
  static func == (left: Shelf, right: Shelf) -> Bool { left.entries == right.entries }
}

extension Shelf: Sequence {
  /// The names, in ascending order.
  func makeIterator() -> some IteratorProtocol<String> {
    let names = Flaw.isCurrent(.listsByArrival) ? arrivals : entries.keys.sorted()
    return names.filter { entries[$0]?.isHere == true }.makeIterator()
  }
}
