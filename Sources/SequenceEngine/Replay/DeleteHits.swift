// SPDX-License-Identifier: MIT

/// The targets of the deletes in a replayed history.
struct DeleteHits: ~Copyable {
  struct Hit {
    var first: Int
    var count: Int
    /// The element that the first event hit, or ``RunTree/none`` if all events hit nothing.
    var target: Int
    /// The distance from the target of an event to the target of the next event: 1 or -1. It is 0
    /// if all events hit nothing, or for a single event.
    var step: Int

    var end: Int { first + count }

    /// Appends the hit of the next events if it continues this hit.
    mutating func join(_ next: Hit) -> Bool {
      guard next.first == end else { return false }
      if target == RunTree.none || next.target == RunTree.none {
        guard target == next.target else { return false }
      } else {
        let way = step == 0 ? next.target - target : step
        let isOneStep = (way == 1 || way == -1) && next.target == target + way * count
        guard isOneStep, next.step == 0 || next.step == way else { return false }
        step = way
      }
      count += next.count
      return true
    }
  }

  private var hits = Pool<Hit>()
  /// An index of the hits by their first events. New hits are added to it at the next search.
  private var index = OrderedIndex()

  /// The memory of the hits in bytes, including free capacity.
  var byteCount: Int { hits.byteCount + index.byteCount }

  mutating func removeAll() {
    hits.removeAll()
    index.removeAll()
  }

  /// Records that consecutive events hit consecutive elements.
  mutating func record(_ event: Int, count: Int, target: Int, step: Int) {
    add(Hit(first: event, count: count, target: target, step: count == 1 ? 0 : step))
  }

  /// Records that consecutive events hit nothing.
  mutating func recordMisses(_ event: Int, count: Int) {
    add(Hit(first: event, count: count, target: RunTree.none, step: 0))
  }

  private mutating func add(_ hit: Hit) {
    if hits.count > 0, hits[hits.count - 1].join(hit) { return }
    hits.append(hit)
  }

  /// Adds all hits to the index.
  mutating func completeIndex() {
    while index.count < hits.count { index.insert(index.count, at: hits[index.count].first) }
  }

  /// The elements of the first hit in a range of deletes, and the number of the hit's events. The
  /// elements are nil if these events hit nothing.
  mutating func targets(of events: Range<Int>) -> (elements: Range<Int>?, events: Int) {
    let hit = hit(of: events)
    if hit.target == RunTree.none { return (nil, hit.count) }
    let first = hit.step >= 0 ? hit.target : hit.target - hit.count + 1
    return (first..<(first + hit.count), hit.count)
  }

  /// The first hit in a range of deletes, without events outside the range.
  mutating func hit(of events: Range<Int>) -> Hit {
    completeIndex()
    guard let place = index.value(atOrBelow: events.lowerBound) else {
      return Hit(first: events.lowerBound, count: events.count, target: RunTree.none, step: 0)
    }
    var hit = hits[place]
    let offset = events.lowerBound - hit.first
    hit.first += offset
    hit.count = min(hit.count - offset, events.count)
    if hit.target != RunTree.none { hit.target += hit.step * offset }
    return hit
  }

  /// Calls `body` with the elements that some delete events hit.
  @inline(__always)
  mutating func forEachTarget(of events: Range<Int>, _ body: (Range<Int>) -> Void) {
    var next = events.lowerBound
    while next < events.upperBound {
      let hit = targets(of: next..<events.upperBound)
      if let elements = hit.elements { body(elements) }
      next += hit.events
    }
  }
}
