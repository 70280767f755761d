// SPDX-License-Identifier: MIT

import Causality

/// The edits that a copy at some version lacks, as a part for each key that they concern.
@usableFromInline
struct KeyedDelta<Key: Hashable, Part: KeyedPart> {
  @usableFromInline
  typealias Item = HashTrieNode<Key, Part>.Item

  /// Sorted by first insert.
  @usableFromInline
  var items: [Item]
  /// The edits that a receiver must know. With *version* for the version that the delta was made
  /// for, they are:
  ///
  /// - of the sessions with new edits, the edits in *version*;
  /// - of all sessions, the edits in *version*, if a new edit was superseded, so that no part holds
  ///   it;
  /// - the edits that the parts build on.
  @usableFromInline
  var from: VersionVector
  /// The edits that the receiver knows afterwards, in the sessions with new edits.
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
