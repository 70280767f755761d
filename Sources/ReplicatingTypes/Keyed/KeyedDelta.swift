// SPDX-License-Identifier: MIT

import Causality

/// The edits that a copy at some version lacks, as a part for each key that the edits concern.
@usableFromInline
struct KeyedDelta<Key: Hashable, Part: KeyedPart> {
  @usableFromInline
  typealias Item = HashTrieNode<Key, Part>.Item

  /// The parts with their keys, in the order in which the keys were first inserted.
  @usableFromInline
  var items: [Item]
  /// The edits that a receiver must know. For a delta made since *version*, these are:
  ///
  /// - the edits in *version* of all sessions that have new edits;
  /// - all edits in *version* that the sender knows, if no part holds some new edit because a later
  ///   edit superseded it;
  /// - the edits that the parts build on.
  @usableFromInline
  var from: VersionVector
  /// The edits that the receiver knows after the merge, in the sessions with new edits.
  @usableFromInline
  var to: VersionVector

  @inlinable
  init(items: [Item], from: VersionVector, to: VersionVector) {
    self.items = items
    self.from = from
    self.to = to
  }
}

extension KeyedDelta {
  /// Whether a copy that knows `base` knows all of `later` once it takes the delta in.
  @usableFromInline
  func leads(from base: VersionVector, to later: VersionVector) -> Bool {
    base.contains(from) && base.merged(with: to).contains(later)
  }
}

extension KeyedDelta: Equatable where Part: Equatable {}
extension KeyedDelta: Sendable where Key: Sendable, Part: Sendable {}
