// SPDX-License-Identifier: MIT

import Causality

/// The parts of the keys whose edits a copy lacks.
@usableFromInline
struct KeyedDelta<Key: Hashable, Part: KeyedPart> {
  @usableFromInline
  typealias Item = HashTrieNode<Key, Part>.Item

  /// Sorted by first insert.
  @usableFromInline
  var items: [Item]
  /// The edits that a receiver must know:
  ///
  /// - of the sessions with news, the edits that the copy had;
  /// - of all sessions, the edits that the copy had, if a new edit stands in no entry;
  /// - the edits that the parts build on.
  @usableFromInline
  var from: VersionVector
  /// The edits that the receiver knows afterwards, in the sessions with news.
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
