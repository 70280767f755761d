// SPDX-License-Identifier: MIT

import Difference
import SequenceEngine

/// Widens the differences between two texts to whole `Character`s of both texts.
///
/// A change can join the scalars beside it into one `Character` or separate them. In a row of
/// flags, a change alters how all later scalars form pairs. So each change is widened until it
/// begins and ends at places that are between two `Character`s in both texts. Between such places,
/// equal scalars are equal `Character`s.
struct WholeCharacters {
  private let old: Graphemes
  private let new: Graphemes

  init(_ old: Graphemes, _ new: Graphemes) {
    self.old = old
    self.new = new
  }

  /// - Parameter replacements: In scalars, ascending, with at least one scalar between neighbours.
  /// - Complexity: in proportion to the changes and their distance to sure breaks
  ///   (``Graphemes/sureStart(in:)``).
  func widen(_ replacements: [Replacement]) -> [Replacement] {
    var result: [Replacement] = []
    var index = 0
    while index < replacements.count {
      var end = result.last.map { ($0.old.upperBound, $0.new.upperBound) } ?? (0, 0)
      let first = replacements[index]
      let start = commonStart(before: first, after: end)
      end = commonEnd(in: replacements, from: &index, after: start)
      if let last = result.last, last.old.upperBound == start.old {
        result[result.count - 1] = Replacement(
          old: last.old.lowerBound..<end.0, new: last.new.lowerBound..<end.1)
      } else {
        result.append(Replacement(old: start.old..<end.0, new: start.new..<end.1))
      }
    }
    return result
  }

  private typealias Place = (old: Int, new: Int)

  /// The last place up to the start of a change that lies between `Character`s in both texts.
  ///
  /// - Parameter floor: A place between `Character`s in both texts. All scalars between this place
  ///   and the change are equal in both texts.
  private func commonStart(before change: Replacement, after floor: Place) -> Place {
    let origin = old.sureStart(in: floor.old..<change.old.lowerBound)
    let shift = floor.new - floor.old
    let starts = old.startsUp(to: change.old.lowerBound, from: origin)
    let others = Set(new.startsUp(to: change.new.lowerBound, from: origin + shift))
    let common = starts.last { others.contains($0 + shift) } ?? origin
    return (common, common + shift)
  }

  /// The first place, from the end of a change on, that lies between `Character`s in both texts.
  /// `index` moves past the changes that begin before that place.
  private func commonEnd(
    in changes: [Replacement], from index: inout Int, after start: Place
  ) -> Place {
    // A place between `Character`s of the old text, and a place between `Character`s of the new
    // text.
    var reached = start
    while true {
      let change = changes[index]
      index += 1
      // Look only near the end, because the change may be long.
      reached = (
        old.sureStart(in: reached.old..<change.old.upperBound),
        new.sureStart(in: reached.new..<change.new.upperBound)
      )
      let isLast = index == changes.count
      let oldLimit = isLast ? old.scalarCount : changes[index].old.lowerBound
      let shift = change.new.upperBound - change.old.upperBound
      var width = 4
      while true {
        let oldEnd = min(change.old.upperBound + width, oldLimit)
        let oldStarts = old.starts(in: reached.old..<oldEnd)
        let newStarts = new.starts(in: reached.new..<(oldEnd + shift))
        let others = Set(newStarts)
        let common = oldStarts.first { $0 >= change.old.upperBound && others.contains($0 + shift) }
        if let common { return (common, common + shift) }
        if isLast, oldEnd == oldLimit { return (oldEnd, oldEnd + shift) }
        reached = (oldStarts.last ?? reached.old, newStarts.last ?? reached.new)
        if oldEnd == oldLimit { break }
        width *= 2
      }
    }
  }
}

extension Graphemes {
  /// The starts of `Character`s from `start` through `scalar`. `start` lies between two
  /// `Character`s.
  fileprivate func startsUp(to scalar: Int, from start: Int) -> [Int] {
    guard scalar < scalarCount else { return starts(in: start..<scalar) + [scalar] }
    return starts(in: start..<(scalar + 1))
  }
}
