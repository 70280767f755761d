// SPDX-License-Identifier: MIT

import Causality

/// The join of two documents when neither can be merged into the history of the other.
///
/// Elements that both show stay, and so do elements that one shows and the other never knew.
/// Elements that one shows and the other deleted are removed.
package struct JoinedBases {
  /// Consecutive elements of the document of one side.
  package struct Piece {
    /// Whether the elements are of the first document, in the order of ``isSwapped``.
    package var isFirst: Bool
    /// The places of the elements in that document.
    package var places: Range<Int>
  }

  package let base: HistoryBase
  /// Whether the second given document is the first here.
  package let isSwapped: Bool
  /// The elements that the joined document shows, in order.
  package let pieces: [Piece]

  /// Joins two bases, each of everything that its side has seen.
  ///
  /// Both documents are walked together, beginning with that of the later side. Elements of the
  /// other document alone follow the element that both have before them. So the result does not
  /// depend on which of the two is given first.
  ///
  /// - Returns: Nil if there would be more events than can be saved.
  /// - Complexity: O(*n* log *n*) in the elements.
  package init?(_ one: HistoryBase, _ two: HistoryBase) {
    isSwapped = one.precedes(two)
    let (first, second) = isSwapped ? (two, one) : (one, two)
    let counts = first.counts.merged(with: second.counts)
    var total = 0
    for count in counts.counts.values { total = min(total, EventBatch.maximumCount) + count }
    guard total <= EventBatch.maximumCount else { return nil }
    var added: [Dot?: [Stretch]] = [:]
    var before: Dot?
    for stretch in second.stretches(beside: first) {
      if stretch.isShared {
        before = stretch.dots.last
      } else {
        added[before, default: []].append(stretch)
      }
    }
    var joined = Pieces()
    for stretch in added[nil] ?? [] { joined.add(stretch, isFirst: false) }
    for stretch in first.stretches(beside: second) {
      for part in stretch.isShared ? stretch.cut(after: added) : [stretch] {
        joined.add(part, isFirst: true)
        guard stretch.isShared else { continue }
        for stretch in added[part.dots.last] ?? [] { joined.add(stretch, isFirst: false) }
      }
    }
    pieces = joined.pieces
    let secondTips = Set(second.tips)
    let tips =
      first.tips.filter { secondTips.contains($0) || !second.counts.contains($0) }
      + second.tips.filter { !first.counts.contains($0) }
    base = HistoryBase(
      counts: counts, tips: tips, lamport: max(first.lamport, second.lamport),
      elements: joined.elements)
  }

  /// Consecutive elements of a document that stay.
  fileprivate struct Stretch {
    var dots: DotRange
    var start: Int
    /// Whether the other document shows them too.
    var isShared: Bool

    /// The stretch in parts that end where elements are added.
    func cut(after added: [Dot?: [Stretch]]) -> [Stretch] {
      if added.isEmpty { return [self] }
      var parts: [Stretch] = []
      var first = dots.numbers.lowerBound
      for number in dots.numbers
      where number + 1 == dots.numbers.upperBound
        || added[Dot(session: dots.session, number: number)] != nil
      {
        parts.append(
          Stretch(
            dots: DotRange(session: dots.session, numbers: first..<(number + 1)),
            start: start + first - dots.numbers.lowerBound, isShared: isShared))
        first = number + 1
      }
      return parts
    }
  }

  private struct Pieces {
    var pieces: [Piece] = []
    var elements: [DotRange] = []

    mutating func add(_ stretch: Stretch, isFirst: Bool) {
      elements.append(stretch.dots)
      pieces.append(
        Piece(
          isFirst: isFirst, places: stretch.start..<(stretch.start + stretch.dots.numbers.count)))
    }
  }
}

extension HistoryBase {
  /// The order in which two bases are joined: by time, then by their tips.
  fileprivate func precedes(_ other: HistoryBase) -> Bool {
    lamport == other.lamport
      ? tips.lexicographicallyPrecedes(other.tips) : lamport < other.lamport
  }

  /// The elements that stay when another base is joined, in order.
  fileprivate func stretches(beside other: HistoryBase) -> [JoinedBases.Stretch] {
    var stretches: [JoinedBases.Stretch] = []
    var start = 0
    for run in elements {
      let known = other.counts[run.session]
      for part in other.parts(of: run) where part.isShown || part.dots.first.number >= known {
        let offset = part.dots.numbers.lowerBound - run.numbers.lowerBound
        stretches.append(
          JoinedBases.Stretch(dots: part.dots, start: start + offset, isShared: part.isShown))
      }
      start += run.numbers.count
    }
    return stretches
  }

  /// The parts of a run: elements shown here, elements known here and deleted, and unknown
  /// elements.
  private func parts(of run: DotRange) -> [(dots: DotRange, isShown: Bool)] {
    var parts: [(dots: DotRange, isShown: Bool)] = []
    var next = run.numbers.lowerBound
    let known = min(max(next, counts[run.session]), run.numbers.upperBound)
    func add(upTo end: Int, isShown: Bool) {
      if next < end {
        parts.append((DotRange(session: run.session, numbers: next..<end), isShown))
        next = end
      }
    }
    for shown in runs(from: run.first, to: run.last) {
      add(upTo: min(max(next, shown.numbers.lowerBound), known), isShown: false)
      add(upTo: min(shown.numbers.upperBound, run.numbers.upperBound), isShown: true)
    }
    add(upTo: known, isShown: false)
    add(upTo: run.numbers.upperBound, isShown: false)
    return parts
  }
}
