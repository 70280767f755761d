// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The state of one key of a dictionary.
///
/// A key whose value replicates has *incarnations*. Setting the key after a delete starts the next
/// incarnation. A later incarnation replaces all earlier ones whole. Within an incarnation, the
/// later stamp decides whether the key is live, and values merge.
@usableFromInline
struct DictionaryEntry<Value: ReplicatedContent>: KeyedEntry {
  @usableFromInline
  typealias Rules = ValueRules<Value>

  /// Facts that most entries do not need, since most keys were set once.
  @usableFromInline
  final class Past: Sendable {
    @usableFromInline
    let isDeleted: Bool
    @usableFromInline
    let firstInsert: KeyedStamp
    @usableFromInline
    let incarnation: UInt64
    /// See ``DictionaryEntry/otherEdits``.
    @usableFromInline
    let otherEdits: [Dot]
    /// See ``DictionaryEntry/keptBytes``.
    @usableFromInline
    let keptBytes: [UInt8]?
    /// See ``DictionaryEntry/formers``.
    @usableFromInline
    let formers: [UInt64]

    @inlinable
    init(
      isDeleted: Bool, firstInsert: KeyedStamp, incarnation: UInt64, otherEdits: [Dot],
      keptBytes: [UInt8]?, formers: [UInt64]
    ) {
      self.isDeleted = isDeleted
      self.firstInsert = firstInsert
      self.incarnation = incarnation
      self.otherEdits = otherEdits
      self.keptBytes = keptBytes
      self.formers = formers
    }
  }

  /// The stamp of the latest set, delete, or edit in place.
  @usableFromInline
  let stamp: KeyedStamp
  @usableFromInline
  let past: Past?
  /// The value. A deleted key keeps a replicating value, because a later concurrent edit brings the
  /// value back. Nil for a deleted key with a plain value.
  @usableFromInline
  var value: Value?

  @inlinable
  init(
    stamp: KeyedStamp, isDeleted: Bool = false, firstInsert: KeyedStamp, incarnation: UInt64 = 0,
    otherEdits: [Dot] = [], keptBytes: [UInt8]? = nil, formers: [UInt64] = [], value: Value?
  ) {
    self.stamp = stamp
    self.value = value
    let isSetOnce =
      !isDeleted && firstInsert == stamp && incarnation == 0 && otherEdits.isEmpty
      && keptBytes == nil && formers.isEmpty
    past =
      isSetOnce
      ? nil
      : Past(
        isDeleted: isDeleted, firstInsert: firstInsert, incarnation: incarnation,
        otherEdits: otherEdits, keptBytes: keptBytes, formers: formers)
  }

  @inlinable
  var isPresent: Bool { past?.isDeleted != true }

  @inlinable
  var firstInsert: KeyedStamp { past?.firstInsert ?? stamp }

  @inlinable
  var incarnation: UInt64 { past?.incarnation ?? 0 }

  /// The last edit of each session among the edits that contributed to the value, without the edit
  /// of `stamp`. Sorted by session.
  @inlinable
  var otherEdits: [Dot] { past?.otherEdits ?? [] }

  /// The bytes that a plain value was read from, if the value would be encoded as other bytes; see
  /// `KeptValue`.
  @inlinable
  var keptBytes: [UInt8]? { past?.keptBytes }

  /// The identities of the origins of the last eight values that the key held before. The
  /// identities show that an assigned copy of one of these values is no new value. The identities
  /// are no part of the state: only this process knows them.
  @inlinable
  var formers: [UInt64] { past?.formers ?? [] }

  @inlinable
  var dots: [Dot] {
    guard let past else { return [stamp.dot] }
    if past.otherEdits.isEmpty {
      let first = past.firstInsert.dot
      return stamp.dot == first ? [first] : [stamp.dot, first]
    }
    var dots = past.otherEdits
    for dot in [stamp.dot, past.firstInsert.dot] where !dots.contains(dot) { dots.append(dot) }
    return dots
  }

  @inlinable
  var hasManyDots: Bool { !otherEdits.isEmpty }

  @inlinable
  func inserted(first: KeyedStamp) -> DictionaryEntry { inserted(first: first, formers: formers) }

  @inlinable
  func inserted(first: KeyedStamp, formers: [UInt64]) -> DictionaryEntry {
    DictionaryEntry(
      stamp: stamp, isDeleted: !isPresent, firstInsert: first, incarnation: incarnation,
      otherEdits: otherEdits, keptBytes: keptBytes, formers: formers, value: value)
  }

  // MARK: Merging

  @inlinable
  mutating func merge(_ other: DictionaryEntry, by rules: ValueRules<Value>) {
    let firstInsert = min(firstInsert, other.firstInsert)
    let isOlder = isOlder(than: other, by: rules)
    guard let rules = rules.replicating, incarnation == other.incarnation else {
      if isOlder {
        self = other.inserted(first: firstInsert, formers: other.formers(after: self, by: rules))
      } else {
        self = inserted(first: firstInsert, formers: formers(after: other, by: rules))
      }
      return
    }
    let stamp = isOlder ? other.stamp : self.stamp
    let otherEdits = lastEdits(beside: other.stamp.dot, other.otherEdits, without: stamp.dot)
    let isPresent = isOlder ? other.isPresent : self.isPresent
    let keptBytes = isOlder ? other.keptBytes : self.keptBytes
    let formers = Self.joined(other.formers, self.formers)
    // The entry gives up the value during the change, because a value with two holders is copied.
    let value: Value?
    if var mine = take() {
      if let theirs = other.value { rules.merge(&mine, with: theirs) }
      value = mine
    } else {
      value = other.value
    }
    self = DictionaryEntry(
      stamp: stamp, isDeleted: !isPresent, firstInsert: firstInsert, incarnation: incarnation,
      otherEdits: otherEdits, keptBytes: keptBytes, formers: formers, value: value)
  }

  /// The last eight of some ``formers`` and later ones.
  @inlinable
  static func joined(_ formers: [UInt64], _ later: [UInt64]) -> [UInt64] {
    if formers.isEmpty { return later }
    return (formers.filter { !later.contains($0) } + later).suffix(8)
  }

  /// Removes the value from the entry, and returns it.
  @inlinable
  mutating func take() -> Value? {
    let taken = value
    value = nil
    return taken
  }

  /// Returns true whenever two replicating values have the same incarnation, because only merging
  /// shows whether the other value changes this value.
  @inlinable
  func lacks(_ other: DictionaryEntry, by rules: ValueRules<Value>) -> Bool {
    other.firstInsert < firstInsert || isOlder(than: other, by: rules)
      || rules.replicating != nil && incarnation == other.incarnation
  }

  /// Whether the other entry wins. The winner decides whether the key is live. Of two plain values,
  /// the value of the winner stays.
  ///
  /// Only contradicting histories have two contents at one stamp. The live entry then wins over the
  /// deleted one. Of two live entries, the entry whose value has greater bytes wins.
  @inlinable
  func isOlder(than other: DictionaryEntry, by rules: ValueRules<Value>) -> Bool {
    if rules.replicating != nil {
      if incarnation != other.incarnation { return incarnation < other.incarnation }
    }
    if stamp != other.stamp { return stamp < other.stamp }
    if isPresent != other.isPresent { return other.isPresent }
    guard rules.replicating == nil, let value, let theirs = other.value else { return false }
    return SameEdit.precedes(value, theirs, kept: (keptBytes, other.keptBytes))
  }

  /// The last edit of each session among `dot`, `others` and the edits of this entry, without the
  /// edit `stamp`. Sorted by session. Usually a session replaces its own edit, and the result is
  /// ``otherEdits``.
  @inlinable
  func lastEdits(beside dot: Dot, _ others: [Dot], without stamp: Dot) -> [Dot] {
    let mine = self.stamp.dot
    if mine.session == stamp.session, dot.session == stamp.session,
      max(mine.number, dot.number) <= stamp.number, others.isEmpty || others == otherEdits,
      !otherEdits.contains(where: { $0.session == stamp.session })
    {
      return otherEdits
    }
    return Self.lastEdits(among: otherEdits + [mine] + others + [dot], without: stamp)
  }

  /// The last edit of each session among `dots`, without the edit `stamp`. Sorted by session.
  @inlinable
  static func lastEdits(among dots: [Dot], without stamp: Dot) -> [Dot] {
    if dots.allSatisfy({ $0.session == stamp.session && $0.number <= stamp.number }) { return [] }
    var last: [SessionID: Int] = [:]
    for dot in dots { last[dot.session] = max(dot.number, last[dot.session] ?? 0) }
    if last[stamp.session] == stamp.number { last[stamp.session] = nil }
    return last.map { Dot(session: $0.key, number: $0.value) }.sorted()
  }
}

extension DictionaryEntry: Equatable where Value: Equatable {
  @inlinable
  static func == (left: Self, right: Self) -> Bool {
    left.stamp == right.stamp && left.isPresent == right.isPresent
      && left.firstInsert == right.firstInsert && left.incarnation == right.incarnation
      && left.otherEdits == right.otherEdits && left.keptBytes == right.keptBytes
      && (left.value == right.value || areSame(left.value, right.value))
  }

  /// Whether two plain values have the same bytes.
  @usableFromInline
  static func areSame(_ left: Value?, _ right: Value?) -> Bool {
    #if !hasFeature(Embedded)
      if Value.self is any Replicable.Type { return false }
    #endif
    guard let left, let right else { return false }
    return SameEdit.areSame(left, right)
  }
}

extension DictionaryEntry: Sendable where Value: Sendable {}
