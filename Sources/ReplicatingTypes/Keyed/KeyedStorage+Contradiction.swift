// SPDX-License-Identifier: MIT

import Causality

/// If a session was continued twice, two storages may hold different edits under one dot.
///
/// From some number on, all edits of the session then differ between the storages. So it is enough
/// to compare the last edit that both storages know and that an entry of either storage holds.
extension KeyedStorage {
  /// Whether the two storages hold different edits under one dot.
  ///
  /// - Complexity: O(*s* log *n*) for *s* sessions that both storages know and *n* keys. At most
  ///   the last 2,048 edits of each session are looked at.
  @inlinable
  func contradicts(_ other: KeyedStorage) -> Bool {
    known.counts.keys.contains { contradicts(other, in: $0) }
  }

  /// Whether the two storages hold different edits of a session under one dot.
  @inlinable
  func contradicts(_ other: KeyedStorage, in session: SessionID) -> Bool {
    let common = min(known[session], other.known[session])
    guard common > 0, let dot = index.lastDot(of: session, below: common, orIn: other.index)
    else { return false }
    return disagrees(with: other, at: dot) || other.disagrees(with: self, at: dot)
  }

  /// Whether an entry with this edit contradicts another storage that knows the edit.
  @inlinable
  func disagrees(with other: KeyedStorage, at dot: Dot) -> Bool {
    index.keys(of: dot).contains { key in
      guard let mine = self[key] else { return false }
      return other[key].map { mine.contradicts($0, at: dot, by: rules) } ?? true
    }
  }
}

extension DotIndex {
  /// The session's last edit with a number below `end` and with a key in this index or in `other`.
  @inlinable
  func lastDot(of session: SessionID, below end: Int, orIn other: DotIndex) -> Dot? {
    let last = (end - 1) / Chunk.length
    for number in stride(from: last, through: max(0, last - 63), by: -1) {
      let id = ChunkID(session: session, number: number)
      var map = (chunks[id]?.map ?? 0) | (other.chunks[id]?.map ?? 0)
      if number == last { map &= ~0 >> UInt32(31 - (end - 1) % Chunk.length) }
      guard map != 0 else { continue }
      return Dot(session: session, number: number * Chunk.length + 31 - map.leadingZeroBitCount)
    }
    return nil
  }
}
