// SPDX-License-Identifier: MIT

import Causality

extension ReplicatingDictionary: Replicable {
  /// Whether the two dictionaries hold different edits under one identity. Even then, merging whole
  /// dictionaries in any order gives each key its latest edit. Of two plain values of one edit, the
  /// value with greater bytes wins.
  public func contradicts(_ other: ReplicatingDictionary) -> Bool {
    storage.state.keyed.contradicts(other.storage.state.keyed)
  }

  public func sharesHistory(with other: ReplicatingDictionary) -> Bool {
    storage.state.keyed.known.sharesEdits(with: other.storage.state.keyed.known)
  }

  @inlinable
  public func merged(with other: ReplicatingDictionary) -> ReplicatingDictionary {
    var result = self
    result.merge(other)
    return result
  }

  /// Takes in another copy.
  ///
  /// - Complexity: In proportion to the parts that the two dictionaries do not share in memory,
  ///   plus the cost of merging the values. Dictionaries read from bytes share nothing.
  @inlinable
  public mutating func merge(_ other: ReplicatingDictionary) {
    if storage === other.storage { return }
    let theirs = other.storage.state
    if storage.state.keyed.holds(theirs.keyed) { return }
    prepareToChange()
    storage.merge(theirs)
  }
}

extension ReplicatingDictionary: SyncReplicable {
  /// The version of a dictionary: the edits of keys and the versions of values that the dictionary
  /// has seen.
  public struct Version {
    var known: VersionVector
    var values: ValueVersions<Key>
  }

  /// Edits of a dictionary on their way to other copies of it.
  public struct Delta: Sendable {
    @usableFromInline
    let content: DictionaryState<Key, Value>.Delta
  }

  /// The version of this dictionary.
  ///
  /// - Complexity: O(*d* log *n*) for *d* edits since the previous call and *n* keys.
  public var version: Version {
    Version(storage.state, storage.versions)
  }

  /// The edits of keys. Each edit of a value is also an edit of its key.
  public var reach: Version {
    var reach = Version()
    reach.known = storage.state.keyed.known
    return reach
  }

  public func contains(_ version: Version) -> Bool {
    storage.state.keyed.known.contains(version.known)
  }

  public func contains(_ version: Version, in later: Version) -> Bool {
    later.known.contains(version.known)
  }

  /// This dictionary's own version, if `version` has the same edits of keys; otherwise `version`.
  public func shortened(_ version: Version) -> Version {
    version.known == storage.state.keyed.known ? self.version : version
  }

  /// The edits of keys in `version`, without the versions of values; empty if there is no delta.
  public func basis(of delta: Delta?, since version: Version) -> Version {
    var basis = Version()
    if delta != nil { basis.known = version.known }
    return basis
  }

  /// The edits that a copy at `version` lacks, or nil if it lacks none.
  ///
  /// - Complexity: O(*d* log *n*) for *d* new edits and *n* keys, plus the deltas of values.
  public func delta(since version: Version) -> Delta? {
    storage.state.delta(since: version.known, version.values).map { Delta(content: $0) }
  }

  public func validate(_ delta: Delta) throws(MissingHistory) {
    try storage.state.validate(delta.content)
  }

  @inlinable
  public mutating func merge(delta: Delta) throws(MissingHistory) {
    if storage.state.keyed.known.contains(delta.content.to) { return try validate(delta) }
    prepareToChange()
    try storage.merge(delta.content)
  }
}

extension ReplicatingDictionary {
  public func leads(_ delta: Delta, from base: Version, to later: Version) -> Bool? {
    delta.content.leads(from: base.known, to: later.known)
  }
}

extension ReplicatingDictionary: VersionComparing {
  package func versionChange(from old: ReplicatingDictionary) -> ValueChange {
    if storage === old.storage { return .none }
    let (known, former) = (storage.state.keyed.known, old.storage.state.keyed.known)
    if known == former, version == old.version { return .none }
    guard known.contains(former) else { return .replacement }
    return former.covers(known) ? .quietAddition : .addition
  }
}

extension ReplicatingDictionary.Version: ReplicaVersion {
  init(_ state: DictionaryState<Key, Value>, _ versions: borrowing LazyView<ValueVersions<Key>>) {
    known = state.keyed.known
    values = versions.versions(of: state)
  }

  public init() {
    known = VersionVector()
    values = ValueVersions()
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.known == right.known && left.values.items == right.values.items
  }

  public func merged(with other: Self) -> Self {
    var result = self
    result.known.merge(other.known)
    result.values.merge(other.values)
    return result
  }

  public func covers(_ other: Self) -> Bool { known.covers(other.known) }

  public func news(since other: Self) -> Self {
    Self(known: known.news(since: other.known), values: values.news(since: other.values))
  }
}

extension ValueVersions {
  mutating func merge(_ other: Self) {
    let items = items
    items.forEachDifference(in: other.items) { theirs, mine in
      self.items.set(theirs.key, to: mine?.merged(with: theirs.value) ?? theirs.value)
    }
  }

  func news(since other: Self) -> Self {
    var news = ValueVersions()
    other.items.forEachDifference(in: items) { mine, theirs in
      if let item = mine.value.news(since: theirs) {
        news.items.set(mine.key, to: item)
      }
    }
    return news
  }
}
