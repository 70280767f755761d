// SPDX-License-Identifier: MIT

import Causality

/// The versions of the values of a dictionary, by key, each with its incarnation.
///
/// A dictionary keeps the computed versions. The next reading of the dictionary's version updates
/// them for the keys that changed since then. A merge that may have changed values without an edit
/// of their keys drops all versions.
struct ValueVersions<Key: Hashable> {
  struct Item {
    let incarnation: UInt64
    let version: AnyVersion
  }

  /// The items of the keys whose values have versions.
  var items = HashTrie<Key, Item>()
  /// The edits known to the dictionary at the last update.
  private(set) var known = VersionVector()

  /// Takes in the edits that a dictionary learned since the last update.
  ///
  /// - Complexity: O(*d* log *n*) for *d* edits and *n* keys.
  mutating func update<Value>(to state: DictionaryState<Key, Value>) {
    defer { known = state.keyed.known }
    guard let rules = state.rules.persistent else { return }
    for item in state.keyed.items(since: known).items { note(item, by: rules) }
  }

  private mutating func note<Value>(
    _ item: KeyedStorage<Key, DictionaryEntry<Value>>.Item, by rules: AnyPersistentRules<Value>
  ) {
    guard let value = item.value.value else { return }
    items.set(
      item.key, to: Item(incarnation: item.value.incarnation, version: rules.version(of: value)))
  }
}

extension LazyView {
  /// The present versions of the values of a dictionary.
  ///
  /// - Complexity: O(*d* log *n*) for *d* edits since the last call and *n* keys.
  func versions<Key, Value>(
    of state: DictionaryState<Key, Value>
  ) -> ValueVersions<Key> where View == ValueVersions<Key> {
    var versions = current ?? ValueVersions()
    if versions.known != state.keyed.known {
      versions.update(to: state)
      keep(versions)
    }
    return versions
  }
}

extension ValueVersions: Sendable where Key: Sendable {}
