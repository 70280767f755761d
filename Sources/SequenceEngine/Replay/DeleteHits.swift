// SPDX-License-Identifier: MIT

/// What each delete of a replayed history hit.
struct DeleteHits {
  private struct Hit {
    var events: Range<Int>
    /// The element that the first event hit, nil if all hit nothing.
    var target: Int?
    /// From one event's target to the next one's: 1 or -1.
    var step: Int
  }

  private var hits: [Hit] = []
  private var index = OrderedIndex()

  /// Notes that consecutive events hit consecutive elements.
  mutating func record(_ event: Int, count: Int, target: Int, step: Int) {
    add(Hit(events: event..<(event + count), target: target, step: step))
  }

  /// Notes that consecutive events hit nothing.
  mutating func recordMisses(_ event: Int, count: Int) {
    add(Hit(events: event..<(event + count), target: nil, step: 1))
  }

  private mutating func add(_ hit: Hit) {
    index.insert(hits.count, at: hit.events.lowerBound)
    hits.append(hit)
  }

  /// Calls `body` with the elements that a range of delete events hit.
  func forEachTarget(of events: Range<Int>, _ body: (Range<Int>) -> Void) {
    var next = events.lowerBound
    while next < events.upperBound, let place = index.value(atOrBelow: next) {
      let hit = hits[place]
      let part = hit.events.clamped(to: next..<events.upperBound)
      if let target = hit.target {
        let offset = part.lowerBound - hit.events.lowerBound
        let first = hit.step > 0 ? target + offset : target - offset - part.count + 1
        body(first..<(first + part.count))
      }
      next = part.upperBound
    }
  }
}
