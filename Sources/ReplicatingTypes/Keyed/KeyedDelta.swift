// SPDX-License-Identifier: MIT

import Causality

/// What is said of keys with edits that a copy lacks.
@usableFromInline
struct KeyedDelta<Key: Hashable, Part: KeyedPart> {
  @usableFromInline
  typealias Item = HashTrieNode<Key, Part>.Item

  /// By first insert.
  @usableFromInline
  var items: [Item]
  /// What a receiver must know: of the sessions with news, what the copy had
  /// of them; of all sessions, if an edit left no trace in the entries; and what
  /// the parts build on.
  @usableFromInline
  var from: VersionVector
  /// What it knows afterwards of the sessions with news.
  @usableFromInline
  var to: VersionVector
  /// The floor of the copy, if the receiver lacks it: the items are all that the copy holds then.
  @usableFromInline
  var floor: KeyedStamp?

  @inlinable
  init(items: [Item], from: VersionVector, to: VersionVector, floor: KeyedStamp? = nil) {
    self.items = items
    self.from = from
    self.to = to
    self.floor = floor
  }
}

extension KeyedDelta: Equatable where Part: Equatable {}
extension KeyedDelta: Sendable where Key: Sendable, Part: Sendable {}
