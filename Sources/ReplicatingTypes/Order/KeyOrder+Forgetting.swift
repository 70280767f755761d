// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

/// Forgetting positions.
///
/// The author of a ground keeps one position of each key that it did not forget: the one where the
/// key is shown, or the latest of a key that was removed and not forgotten yet. A later insert by an
/// author who did not know of the removal brings the key back to that place.
///
/// A ground follows from the kept positions. Devices that forget at once, from one state, make one
/// ground, and lose nothing of each other. It is later than all kept positions and the ground before,
/// so that of two grounds that were made apart the one of the latest known edit counts.
extension KeyOrder {
  /// The positions to keep, in order, or nil if forgetting the others is not worth it. A new ground
  /// is sent whole to all copies. It is worth that if a position of a forgotten key goes, or if
  /// more positions go than stay.
  ///
  /// - Parameters:
  ///   - view: The order as it is shown.
  ///   - last: The positions for keys without one, which stand last.
  ///   - isKnown: Whether a key is not forgotten.
  /// - Complexity: O(*p*) in all positions, and O(log *n*) for each.
  borrowing func worthKeeping(
    as view: OrderedView<Key>, last: [OrderedPosition<Key>], isKnown: (Key) -> Bool
  ) -> [OrderedPosition<Key>]? {
    let slots = positions.order.runs(0..<positions.count).flatMap { Array($0) }
    let shown = Set(view.shownSlots)
    let latest = latestSlots(among: slots, isKnown: isKnown, isShown: view.isPlaced)
    var kept: [OrderedPosition<Key>] = []
    var hasForgottenKeys = false
    for slot in slots {
      let position = positions.inserted[slot]
      if shown.contains(slot) || latest[position.element] == slot {
        kept.append(position)
      } else if !hasForgottenKeys, !isKnown(position.element) {
        hasForgottenKeys = true
      }
    }
    guard hasForgottenKeys || slots.count > 2 * kept.count else { return nil }
    return kept + last
  }

  /// For each known key that is not shown, the first slot of its latest position.
  private borrowing func latestSlots(
    among slots: [Int], isKnown: (Key) -> Bool, isShown: (Key) -> Bool
  ) -> [Key: Int] {
    var latest: [Key: Int] = [:]
    for slot in slots {
      let position = positions.inserted[slot]
      if isShown(position.element) || !isKnown(position.element) { continue }
      if let other = latest[position.element], positions.inserted[other].stamp >= position.stamp {
        continue
      }
      latest[position.element] = slot
    }
    return latest
  }

  /// Forgets all positions but some, and stands on a new ground. At the last time of all there is no
  /// later ground; nothing is forgotten then.
  ///
  /// - Complexity: O(*n*) in the positions that are kept.
  mutating func renew(keeping kept: [OrderedPosition<Key>]) {
    let latest = kept.map { $0.stamp.time }.max() ?? .zero
    let time = max(latest, ground?.time ?? .zero).successor
    let session = Self.session(of: kept, at: time)
    let next = KeyedStamp(time: time, dot: Dot(session: session, number: 0))
    guard ground.isBelow(next) else { return }
    var order = KeyOrder(next, OrderedPositions())
    if !kept.isEmpty { order.positions.replace(0..<0, with: kept, by: session) }
    self = order
  }

  /// The session whose events are the positions of a ground. Keys count besides their stamps: equal
  /// keys may be written in different bytes.
  private static func session(
    of kept: [OrderedPosition<Key>], at time: HybridTimestamp
  ) -> SessionID {
    var hash = ContentHash()
    hash.combine(time.rawValue)
    for position in kept {
      let dot = position.stamp.dot
      hash.combine(position.stamp.time.rawValue)
      hash.combine(dot.session.run.rawValue)
      hash.combine(UInt64(dot.session.number))
      hash.combine(UInt64(dot.number))
      hash.combine(ContentHash(SameEdit.bytes(of: position.element)).rawValue)
    }
    let run = UInt128(time.milliseconds) << 80 | hash.rawValue & (1 << 80 - 1)
    return SessionID(run: RunID(rawValue: run), number: 0)
  }
}
