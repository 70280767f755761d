// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The remains of the history that a log has dropped: the number of its events of each session, its
/// tips, and the elements that the document showed then.
///
/// It stands for a *critical cut*: every event of the log has seen every event of the cut. So the
/// log continues from it as from an empty history. An event that builds on all of it has no parents
/// in the log.
package final class HistoryBase: Sendable {
  /// How many events of each session it has.
  let counts: VersionVector
  /// The tips of its events, ascending.
  let tips: [Dot]
  /// The greatest Lamport time of its events.
  let lamport: Int
  /// The elements that the document showed, in document order, in the longest runs.
  package let elements: [DotRange]

  /// How many events there were.
  let eventCount: Int
  /// How many elements the document showed.
  package let elementCount: Int
  /// The number of elements before each run.
  private let starts: [Int]
  /// The runs in the order of their dots.
  private let order: [Int]

  /// - Parameter elements: Without duplicates. Neighbouring runs are joined here.
  init(counts: VersionVector, tips: [Dot], lamport: Int, elements: [DotRange]) {
    self.counts = counts
    self.tips = tips.sorted()
    self.lamport = lamport
    let runs = elements.joiningNeighbours
    self.elements = runs
    eventCount = counts.counts.values.reduce(0) { $0 + $1 }
    var starts: [Int] = []
    var count = 0
    for run in runs {
      starts.append(count)
      count += run.numbers.count
    }
    self.starts = starts
    elementCount = count
    order = runs.indices.sorted { runs[$0].first < runs[$1].first }
    checkInvariants()
  }

  /// The place of an element in the document, if it was shown.
  ///
  /// - Complexity: O(log *n*)
  func place(of dot: Dot) -> Int? {
    let last = order.indices.last(inPrefixWhere: { elements[order[$0]].first <= dot })
    guard last >= 0 else { return nil }
    let run = order[last]
    guard elements[run].session == dot.session, elements[run].numbers.contains(dot.number)
    else { return nil }
    return starts[run] + dot.number - elements[run].numbers.lowerBound
  }

  /// The names of consecutive elements.
  ///
  /// - Complexity: O(*r* + log *n*) for *r* runs.
  func dots(of places: Range<Int>) -> [DotRange] {
    var dots: [DotRange] = []
    var run = starts.indices.last(inPrefixWhere: { starts[$0] <= places.lowerBound })
    var next = places.lowerBound
    while next < places.upperBound {
      let numbers = elements[run].numbers
      let first = numbers.lowerBound + next - starts[run]
      let end = min(numbers.upperBound, first + places.upperBound - next)
      dots.append(DotRange(session: elements[run].session, numbers: first..<end))
      next += end - first
      run += 1
    }
    return dots
  }

  /// The runs between two dots of one session, by their numbers.
  func runs(from first: Dot, to last: Dot) -> [DotRange] {
    var place = order.indices.last(inPrefixWhere: { elements[order[$0]].last < first }) + 1
    var found: [DotRange] = []
    while place < order.count, elements[order[place]].first <= last {
      found.append(elements[order[place]])
      place += 1
    }
    return found
  }

  private func checkInvariants() {
    #if DECENT_INVARIANTS
      precondition(!tips.isEmpty && tips.allSatisfy { counts.contains($0) }, "tips of a base")
      for (place, next) in zip(order, order.dropFirst()) {
        precondition(elements[place].last < elements[next].first, "an element twice in a base")
      }
      precondition(elements.allSatisfy { counts.contains($0.last) }, "an element beyond a base")
    #endif
  }
}

extension HistoryBase: Equatable {
  package static func == (left: HistoryBase, right: HistoryBase) -> Bool {
    left === right
      || left.tips == right.tips && left.lamport == right.lamport
        && left.elements == right.elements && left.counts == right.counts
  }
}

extension [DotRange] {
  /// The same ranges, each run as long as possible.
  var joiningNeighbours: [DotRange] {
    var result: [DotRange] = []
    for run in self {
      if let last = result.last, last.session == run.session,
        last.numbers.upperBound == run.numbers.lowerBound
      {
        result[result.count - 1].numbers = last.numbers.lowerBound..<run.numbers.upperBound
      } else {
        result.append(run)
      }
    }
    return result
  }
}
