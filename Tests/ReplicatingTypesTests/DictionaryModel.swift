// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws

@testable import ReplicatingTypes

/// What a model dictionary holds at a key, beside the value of the real one.
protocol ModelContent: Equatable {
  associatedtype Value: Codable & Equatable & Sendable

  /// Whether values merge, or replace each other.
  static var merges: Bool { get }

  /// A value with a history of its own.
  static func fresh(_ random: inout SeededGenerator) -> (value: Value, model: Self)

  /// Edits the value and this alike, or does not.
  mutating func edit(_ value: inout Value, _ random: inout SeededGenerator)

  /// Whether an edit was seen by both.
  func sharesEdits(with other: Self) -> Bool

  /// Makes the edits that a real value made to show what another one shows. Nil if it made others.
  func showing(_ other: Self, as value: Value) -> Self?

  /// Whether this has seen all that another has.
  func contains(_ other: Self) -> Bool

  mutating func merge(_ other: Self)

  /// Whether nobody has edited it.
  var isEmpty: Bool { get }

  /// Whether a value is what this says.
  func isSame(as value: Value) -> Bool
}

/// What a dictionary knows, in Swift dictionaries that are merged whole: plainly
/// right, and slow.
struct DictionaryModel<Content: ModelContent>: Equatable {
  struct Entry: Equatable {
    var incarnation: UInt64 = 0
    var stamp: KeyedStamp
    var isLive = true
    var firstInsert: KeyedStamp
    /// Nothing only for a deleted key whose values do not merge.
    var content: Content?
    /// All edits that the content holds something of.
    var edits: Set<Dot>

    init(_ stamp: KeyedStamp, _ content: Content) {
      self.stamp = stamp
      firstInsert = stamp
      self.content = content
      edits = [stamp.dot]
    }
  }

  var entries: [String: Entry] = [:]
  var known: Set<Dot> = []

  /// The live keys in the order of their first inserts.
  var keys: [String] {
    let live = entries.filter(\.value.isLive)
    return live.sorted { $0.value.firstInsert < $1.value.firstInsert }.map(\.key)
  }

  // MARK: Edits

  /// How the model changes if a key is set to some content.
  enum Change {
    case none
    case addition
    /// A copy of the key's value, or a value made anew.
    case mergeOrShow
    case restart
  }

  func change(_ key: String, to content: Content) -> Change {
    guard let old = entries[key], Content.merges else { return .addition }
    guard old.isLive, let current = old.content else { return .restart }
    switch (content.contains(current), current.contains(content)) {
    case (true, true): return .none
    case (true, false): return .addition
    case (false, true) where content.isEmpty: return .mergeOrShow
    case (false, true): return .none
    case (false, false): return .mergeOrShow
    }
  }

  mutating func set(_ key: String, to content: Content, _ change: Change, _ stamp: KeyedStamp) {
    known.insert(stamp.dot)
    guard let old = entries[key] else {
      entries[key] = Entry(stamp, content)
      return
    }
    var new = Entry(stamp, content)
    new.firstInsert = old.firstInsert
    new.incarnation = old.incarnation + (change == .restart ? 1 : 0)
    if change != .restart, Content.merges { new.edits.formUnion(old.edits) }
    entries[key] = new
  }

  mutating func delete(_ key: String, _ stamp: KeyedStamp) {
    known.insert(stamp.dot)
    entries[key]?.isLive = false
    entries[key]?.stamp = stamp
    if Content.merges {
      entries[key]?.edits.insert(stamp.dot)
    } else {
      entries[key]?.edits = [stamp.dot]
      entries[key]?.content = nil
    }
  }

  // MARK: Merging

  mutating func merge(_ other: DictionaryModel) {
    known.formUnion(other.known)
    for (key, theirs) in other.entries {
      if let mine = entries[key] {
        entries[key] = Self.merged(mine, theirs)
      } else {
        entries[key] = theirs
      }
    }
  }

  private static func merged(_ left: Entry, _ right: Entry) -> Entry {
    var result = left.stamp < right.stamp ? right : left
    if left.incarnation != right.incarnation {
      result = left.incarnation < right.incarnation ? right : left
    } else if Content.merges {
      result.content = left.content ?? right.content
      if let content = right.content { result.content?.merge(content) }
      result.edits = left.edits.union(right.edits)
    }
    result.firstInsert = min(left.firstInsert, right.firstInsert)
    return result
  }
}

extension DictionaryModel {
  typealias Real = ReplicatingDictionary<String, Content.Value>

  /// What a dictionary says otherwise than this, or nil.
  func complaint(about real: Real) -> String? {
    real.storage.state.keyed.checkInvariants()
    if real.keys != keys || real.map(\.key) != keys { return "keys \(real.keys), not \(keys)" }
    if real.count != keys.count { return "a count of \(real.count)" }
    let counts = known.reduce(into: [:]) { $0[$1.session, default: 0] += 1 }
    if real.storage.state.keyed.known.counts != counts { return "other known edits" }
    if real.storage.state.keyed.entries.count != entries.count { return "other entries" }
    for (key, entry) in entries {
      if let complaint = complaint(about: real, key, entry) { return "\(key): \(complaint)" }
    }
    return nil
  }

  private func complaint(about real: Real, _ key: String, _ entry: Entry) -> String? {
    guard let found = real.storage.state.keyed[key] else { return "not found" }
    if found.incarnation != entry.incarnation {
      return "incarnation \(found.incarnation), not \(entry.incarnation)"
    }
    if found.stamp != entry.stamp { return "another stamp" }
    if found.isPresent != entry.isLive { return entry.isLive ? "not live" : "live" }
    if found.firstInsert != entry.firstInsert { return "another first insert" }
    if (found.value == nil) != (entry.content == nil) { return "a value too few or many" }
    if let value = found.value, entry.content?.isSame(as: value) == false {
      return "\(value), not \(String(describing: entry.content))"
    }
    if (real[key] == nil) == entry.isLive { return "shown though deleted, or not shown" }
    return found.otherEdits == entry.otherEdits ? nil : "other edits \(found.otherEdits)"
  }
}

extension DictionaryModel.Entry {
  /// The last edit of each session, without that of the stamp.
  fileprivate var otherEdits: [Dot] {
    let last = Dictionary(grouping: edits, by: \.session).compactMap { $0.value.max() }
    return last.filter { $0 != stamp.dot }.sorted()
  }
}
