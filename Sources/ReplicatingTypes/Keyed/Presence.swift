// SPDX-License-Identifier: MIT

import Causality

/// The presence of elements: the state behind a set, and behind an ordered set.
///
/// An element is present if its last insert is later than its last remove. Local edits are merged
/// like remote edits. A local edit may lose only to an edit with the greatest time that a stamp can
/// have. A removed element is kept as a tombstone, so that an old copy cannot bring it back.
@usableFromInline
typealias Presence<Element: Hashable> = KeyedStorage<Element, PresenceEntry>

extension KeyedStorage where Entry == PresenceEntry {
  /// Inserts an element. If the element is present, this insert becomes its last insert.
  ///
  /// - Parameter isRightBehind: As in `newStamp(by:replacing:isRightBehind:)`.
  /// - Returns: The stamp of the insert.
  @discardableResult
  @inlinable
  mutating func insert(
    _ element: Key, by session: SessionID, isRightBehind: Bool = false
  ) -> KeyedStamp {
    let old = self[element]
    let stamp = newStamp(by: session, replacing: old?.stamp, isRightBehind: isRightBehind)
    let first = old.map { min($0.firstInsert, stamp) } ?? stamp
    let entry = PresenceEntry(stamp: stamp, isPresent: true, firstInsert: first)
    if old == nil {
      set(element, to: entry)
    } else {
      merge(Item(key: element, value: entry))
    }
    return stamp
  }

  /// Removes an element. Does nothing if the element is absent.
  @inlinable
  mutating func remove(_ element: Key, by session: SessionID) {
    guard let old = self[element], old.isPresent else { return }
    let stamp = newStamp(by: session, replacing: old.stamp)
    let entry = PresenceEntry(stamp: stamp, isPresent: false, firstInsert: old.firstInsert)
    merge(Item(key: element, value: entry))
  }
}
