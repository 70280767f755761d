// SPDX-License-Identifier: MIT

import Causality

/// Moves made again after a later ground took their positions: see ``LostMoves``.
///
/// A device makes a move again by giving the key its former position on the new ground, with the
/// stamp that it had:
///
/// - The key's presence does not change. So the device undoes no removal that it does not know yet, and
///   a later move still wins.
/// - Devices that make one move again give equal positions, of which the first counts. A device that
///   finds the position on the ground makes the move no more. So the devices agree, and stop.
///
/// A position comes right behind the key that stood before it. The first position comes first.
extension KeyOrder {
  /// A position that the order lacks.
  struct LostPosition {
    let position: OrderedPosition<Key>
    /// The key that was shown before.
    let previous: Key?
  }

  /// The positions of an order on an earlier ground that lack here, in order. A position lacks if its
  /// key is shown at an earlier one here, or at none.
  ///
  /// - Parameters:
  ///   - formerView: The other order as it was shown.
  ///   - view: This order as it is shown.
  ///   - counts: Whether a position would be shown if it were here.
  /// - Complexity: O(*n* log *n*) in the keys of the other order.
  borrowing func lostPositions(
    of former: borrowing KeyOrder, as formerView: OrderedView<Key>, in view: OrderedView<Key>,
    where counts: (OrderedPosition<Key>) -> Bool
  ) -> [LostPosition] {
    guard former.ground.isBelow(ground) else { return [] }
    var lost: [LostPosition] = []
    var previous: Key?
    for slot in formerView.shownSlots {
      let position = former.positions.inserted[slot]
      let stamp = view.stamp(of: position.element)
      if counts(position), stamp.map({ $0 < position.stamp }) ?? true {
        lost.append(LostPosition(position: position, previous: previous))
      } else if stamp == nil {
        continue
      }
      previous = position.element
    }
    return lost
  }
}
