// SPDX-License-Identifier: MIT

import Causality

/// Which elements are present: the state behind a set, and behind an ordered
/// set.
///
/// Per element the later of its last insert and its last remove counts. A
/// removed element is kept as a tombstone, so that an old copy cannot bring it
/// back.
@usableFromInline
typealias Presence<Element: Hashable> = KeyedStorage<Element, PresenceEntry>

extension KeyedStorage where Entry == PresenceEntry {
  /// Inserts an element or, if it is present, makes its insert newer.
  ///
  /// - Returns: The stamp of the insert.
  @discardableResult
  @inlinable
  mutating func insert(_ element: Key, by session: SessionID) -> KeyedStamp {
    let old = self[element]
    let stamp = newStamp(by: session, replacing: old?.stamp)
    set(
      element,
      to: PresenceEntry(stamp: stamp, isPresent: true, firstInsert: old?.firstInsert ?? stamp))
    return stamp
  }

  /// Removes an element that is present.
  @inlinable
  mutating func remove(_ element: Key, by session: SessionID) {
    guard let old = self[element], old.isPresent else { return }
    let stamp = newStamp(by: session, replacing: old.stamp)
    update(element) { item in
      item.value = PresenceEntry(
        stamp: stamp, isPresent: false, firstInsert: item.value.firstInsert)
    }
  }
}
