// SPDX-License-Identifier: MIT

/// What each delete of a replayed history hit.
struct DeleteHits: ~Copyable {
  struct Hit {
    var first: Int
    var count: Int
    /// The element that the first event hit, or ``RunTree/none`` if all hit nothing.
    var target: Int
    /// From one event's target to the next one's: 1 or -1; 0 if that is open, or
    /// if all hit nothing.
    var step: Int

    var end: Int { first + count }

    /// Takes in the hit of the next events, if it carries this one on.
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
  /// The first hits by their first events, as many as there were when one was looked for last.
  private var index = OrderedIndex()

  /// Its memory in bytes, with what is kept free.
  var byteCount: Int { hits.byteCount + index.byteCount }

  mutating func removeAll() {
    hits.removeAll()
    index.removeAll()
  }

  /// Notes that consecutive events hit consecutive elements.
  mutating func record(_ event: Int, count: Int, target: Int, step: Int) {
    add(Hit(first: event, count: count, target: target, step: count == 1 ? 0 : step))
  }

  /// Notes that consecutive events hit nothing.
  mutating func recordMisses(_ event: Int, count: Int) {
    add(Hit(first: event, count: count, target: RunTree.none, step: 0))
  }

  private mutating func add(_ hit: Hit) {
    if hits.count > 0, hits[hits.count - 1].join(hit) { return }
    hits.append(hit)
  }

  /// Takes all hits into the index.
  mutating func completeIndex() {
    while index.count < hits.count { index.insert(index.count, at: hits[index.count].first) }
  }

  /// The elements that the first of some delete events hit, and how many of the
  /// events hit them or, if there are none, hit nothing.
  mutating func targets(of events: Range<Int>) -> (elements: Range<Int>?, events: Int) {
    completeIndex()
    guard let place = index.value(atOrBelow: events.lowerBound) else { return (nil, events.count) }
    let hit = hits[place]
    let offset = events.lowerBound - hit.first
    let count = min(hit.count - offset, events.count)
    if hit.target == RunTree.none { return (nil, count) }
    let first = hit.step >= 0 ? hit.target + offset : hit.target - offset - count + 1
    return (first..<(first + count), count)
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
