// SPDX-License-Identifier: MIT

/// One stretch of a document that undoing replaces.
package struct UndoChange: Equatable, Sendable {
  /// What it takes out, as positions in the document as it stands.
  package var removed: Range<Int>
  /// The deleted elements that it puts back there, by their ids, in their order.
  package var revived: [Range<Int>]

  /// How many elements it puts back.
  package var revivedCount: Int { revived.reduce(0) { $0 + $1.count } }
}

/// Events that delete, and the element that was visible behind what they deleted.
struct UndoneDelete: Sendable {
  var events: Range<Int>
  var follower: Int?
}

/// Elements that stand together, and where.
private struct Standing {
  var elements: Range<Int>
  /// That of the first.
  var place: HistoryIndex.Place
  /// Where they must not stand behind.
  var limit = Int.max
}

extension HistoryIndex {
  /// What to change in the document to undo some events: takes out the elements they
  /// inserted, and puts back what they deleted.
  ///
  /// What they inserted and is deleted since stays so, and so does what they deleted
  /// of their own.
  ///
  /// An element goes back to where it stood, but never behind its follower. That may have
  /// been deleted and put back meanwhile, and is a new element then: what is put back stands
  /// right behind its left neighbour, and so before elements deleted earlier which stood
  /// between them.
  ///
  /// - Returns: The changes in the order of the document. Between two of them stands at
  ///   least one element.
  /// - Complexity: O(*r* log *n*) for *r* runs of elements.
  func changes(undoing inserts: [Range<Int>], _ deletes: [UndoneDelete]) -> [UndoChange] {
    let inserted = Array(RangeSet(inserts.sorted { $0.lowerBound < $1.lowerBound }).ranges)
    var visible: [Standing] = []
    for elements in inserted {
      forEachStanding(in: elements) { if $0.place.isVisible { visible.append($0) } }
    }
    visible.sort { $0.place.position < $1.place.position }
    return joined(visible, deleted(by: deletes, except: inserted))
  }

  /// The deleted elements to put back, in the order of the document, with the
  /// positions where they go.
  private func deleted(
    by deletes: [UndoneDelete], except inserted: [Range<Int>]
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
          found.append(
            Standing(elements: standing.elements, place: standing.place, limit: target.limit))
        }
        start = end < target.elements.upperBound ? hole.upperBound : end
      }
    }
    found.sort { precedes($0, $1) }
    // All were visible together once, so among each other they stand as they should.
    var limit = Int.max
    for place in found.indices.reversed() {
      limit = min(limit, found[place].limit, found[place].place.position)
      found[place].place.position = limit
    }
    return found
  }

  /// What events deleted, ascending by element.
  private func targets(of deletes: [UndoneDelete]) -> [(elements: Range<Int>, limit: Int)] {
    var targets: [(elements: Range<Int>, limit: Int)] = []
    for delete in deletes {
      var limit = Int.max
      if let follower = delete.follower, let place = place(of: follower), place.isVisible {
        limit = place.position
      }
      tracker.hits.forEachTarget(of: delete.events) { targets.append(($0, limit)) }
    }
    return targets.sorted { $0.elements.lowerBound < $1.elements.lowerBound }
  }

  private func precedes(_ first: Standing, _ second: Standing) -> Bool {
    first.place.position == second.place.position
      ? tracker.tree.stands(first.elements.lowerBound, before: second.elements.lowerBound)
      : first.place.position < second.place.position
  }

  /// Joins what to take out and what to put back, both in the order of the document.
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

  /// Calls `body` with elements in parts that stand together.
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
  /// Adds what stands behind all that is here, or within what is taken out.
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
