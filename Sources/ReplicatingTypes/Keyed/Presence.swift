// SPDX-License-Identifier: MIT

import Causality

/// The presence of elements: the state behind a set, and behind an ordered set.
///
/// For each element, the later of its last insert and its last remove decides. Local edits are
/// merged like remote edits. Only a local edit at the greatest time of the clock may lose; it then
/// loses at once. A removed element is kept as a tombstone, so that an old copy cannot bring it
/// back.
@usableFromInline
typealias Presence<Element: Hashable> = KeyedStorage<Element, PresenceEntry>

extension KeyedStorage where Entry == PresenceEntry {
  /// Inserts an element or, if it is present, makes its insert newer.
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

  /// Removes an element that is present.
  @inlinable
  mutating func remove(_ element: Key, by session: SessionID) {
    guard let old = self[element], old.isPresent else { return }
    let stamp = newStamp(by: session, replacing: old.stamp)
    let entry = PresenceEntry(stamp: stamp, isPresent: false, firstInsert: old.firstInsert)
    merge(Item(key: element, value: entry))
  }
}
