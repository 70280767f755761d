// SPDX-License-Identifier: MIT

import BinaryCoding

/// One stretch of a document that undoing replaces.
package struct UndoChange: Equatable, Sendable {
  /// The removed elements, as positions in the current document.
  package var removed: Range<Int>
  /// The ids of the deleted elements to put back there, in the order of the document.
  package var revived: [Range<Int>]

  /// The number of elements to put back.
  package var revivedCount: Int { revived.reduce(0) { $0 + $1.count } }
}

/// Deletes of a step, and the elements that were visible beside their targets after the step.
struct UndoneDelete: Sendable {
  enum Leader: Sendable {
    /// The targets stood at the start of the document.
    case start
    case element(Int)
    /// The leader is unknown.
    case unknown
  }

  var events: Range<Int>
  var leader: Leader
  /// The element after the targets; nil for the end of the document.
  var follower: Int?
}

/// Consecutive elements, and their place.
private struct Standing {
  var elements: Range<Int>
  /// The place of the first element.
  var place: HistoryIndex.Place
  /// The greatest position at which the elements may be put back.
  var limit = Int.max
}

extension HistoryIndex {
  /// The changes of the document that undo some events: they remove the elements that the events
  /// inserted, and put back the elements that the events deleted.
  ///
  /// Inserted elements that were deleted after the events stay deleted. Elements that the events
  /// both inserted and deleted stay deleted, too.
  ///
  /// ``UndoPlaces`` finds the place of an element to put back. The element never goes after its
  /// follower. This matters for a follower that was deleted and put back after the events. Such a
  /// follower is a new element right after its left neighbour. So it stands before elements that
  /// were deleted earlier between the neighbour and the old follower.
  ///
  /// - Returns: The changes in the order of the document. At least one element stands between two
  ///   changes.
  /// - Complexity: O(*r* log *n*) for *r* of the *n* runs of elements.
  func changes(
    undoing inserts: [Range<Int>], _ deletes: [UndoneDelete], in log: SequenceLog
  ) -> [UndoChange] {
    let inserted = Array(RangeSet(inserts.sorted { $0.lowerBound < $1.lowerBound }).ranges)
    var visible: [Standing] = []
    for elements in inserted {
      forEachStanding(in: elements) { if $0.place.isVisible { visible.append($0) } }
    }
    visible.sort { $0.place.position < $1.place.position }
    let places = UndoPlaces(index: self, log: log, inserted: inserted)
    return joined(visible, deleted(by: deletes, except: inserted, places))
  }

  /// The deleted elements to put back, with their new positions, in the order of the document.
  private func deleted(
    by deletes: [UndoneDelete], except inserted: [Range<Int>], _ places: UndoPlaces
  ) -> [Standing] {
    var found: [Standing] = []
    var rest = inserted[...]
    var next = 0
    for target in targets(of: deletes) {
      var start = max(next, target.elements.lowerBound)
      next = max(next, target.elements.upperBound)
      while start < target.elements.upperBound {
        while let hole = rest.first, hole.upperBound <= start { rest.removeFirst() }
        let hole = rest.first ?? next..<next
        let end = min(target.elements.upperBound, max(start, hole.lowerBound))
        forEachStanding(in: start..<end) { standing in
          guard !standing.place.isVisible else { return }
          let home = places.position(
            for: standing.place.position, deletedBy: deletes[target.delete])
          found.append(
            Standing(
              elements: standing.elements, place: standing.place,
              limit: min(target.limit, home)))
        }
        start = end < target.elements.upperBound ? hole.upperBound : end
      }
    }
    found.sort { precedes($0, $1) }
    // All these elements were once visible together. So their order is right, and their positions
    // must ascend.
    var limit = Int.max
    for place in found.indices.reversed() {
      limit = min(limit, found[place].limit, found[place].place.position)
      found[place].place.position = limit
    }
    return found
  }

  /// The targets of the deletes, ascending by element.
  private func targets(
    of deletes: [UndoneDelete]
  ) -> [(elements: Range<Int>, delete: Int, limit: Int)] {
    var targets: [(elements: Range<Int>, delete: Int, limit: Int)] = []
    for (number, delete) in deletes.enumerated() {
      var limit = Int.max
      if let follower = delete.follower, let place = place(of: follower), place.isVisible {
        limit = place.position
      }
      tracker.hits.forEachTarget(of: delete.events) { targets.append(($0, number, limit)) }
    }
    return targets.sorted { $0.elements.lowerBound < $1.elements.lowerBound }
  }

  private func precedes(_ first: Standing, _ second: Standing) -> Bool {
    first.place.position == second.place.position
      ? tracker.tree.stands(first.elements.lowerBound, before: second.elements.lowerBound)
      : first.place.position < second.place.position
  }

  /// Joins the elements to remove and the elements to put back, both in the order of the document.
  private func joined(_ visible: [Standing], _ deleted: [Standing]) -> [UndoChange] {
    var changes: [UndoChange] = []
    var rest = deleted[...]
    for standing in visible {
      while let next = rest.first, next.place.position <= standing.place.position {
        changes.add(rest.removeFirst())
      }
      changes.add(standing)
    }
    for standing in rest { changes.add(standing) }
    return changes
  }

  /// The deleted parts of consecutive elements.
  func deletedParts(of elements: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    forEachStanding(in: elements) { if !$0.place.isVisible { parts.append($0.elements) } }
    return parts
  }

  /// Calls `body` with consecutive elements, cut at the ends of runs.
  private func forEachStanding(in elements: Range<Int>, _ body: (Standing) -> Void) {
    var next = elements.lowerBound
    while next < elements.upperBound, let run = tracker.tree.run(of: next),
      let place = place(of: next)
    {
      let end = min(tracker.tree.runs[run].end, elements.upperBound)
      body(Standing(elements: next..<end, place: place))
      next = end
    }
  }
}

extension [UndoChange] {
  /// Adds elements that stand after all changes so far, or within the removed elements of the last
  /// change.
  fileprivate mutating func add(_ standing: Standing) {
    let position = standing.place.position
    if (last?.removed.upperBound ?? -1) < position {
      append(UndoChange(removed: position..<position, revived: []))
    }
    let last = count - 1
    if standing.place.isVisible {
      let start = self[last].removed.lowerBound
      self[last].removed = start..<(position + standing.elements.count)
    } else {
      self[last].revived.append(standing.elements)
    }
  }
}
