// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Deleted elements that were put back, and the new elements that replace them.
package struct ElementRenaming: Hashable, Sendable {
  private struct Entry: Hashable {
    var old: DotRange
    var new: Dot
  }

  /// The entries, sorted by their old names; none overlap.
  private let entries: [Entry]

  init(_ renamed: [(old: DotRange, new: Dot)]) {
    entries = renamed.map { Entry(old: $0.old, new: $0.new) }.sorted { $0.old.first < $1.old.first }
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// Whether an edit names an element that has a new name.
  func concerns(_ edit: UndoStep.Edit) -> Bool {
    concerns(edit.dots) || concerns(edit.follower) || concerns(edit.leader.dot)
  }

  private func concerns(_ dot: Dot?) -> Bool {
    dot.map { concerns(Self.range(of: $0)) } ?? false
  }

  fileprivate func concerns(_ dots: DotRange) -> Bool {
    let place = firstPlace(reaching: dots)
    return place < entries.count && entries[place].old.first <= dots.last
  }

  fileprivate static func range(of dot: Dot) -> DotRange {
    DotRange(session: dot.session, numbers: dot.number..<(dot.number + 1))
  }

  /// The names of some elements after this renaming, in the same order.
  fileprivate func renamed(_ dots: DotRange) -> [DotRange] {
    var result: [DotRange] = []
    var next = dots.numbers.lowerBound
    var place = firstPlace(reaching: dots)
    while place < entries.count, entries[place].old.first <= dots.last {
      let entry = entries[place]
      let part = entry.old.numbers.clamped(to: next..<dots.numbers.upperBound)
      if next < part.lowerBound {
        result.append(DotRange(session: dots.session, numbers: next..<part.lowerBound))
      }
      let start = entry.new.number + part.lowerBound - entry.old.numbers.lowerBound
      result.append(
        DotRange(session: entry.new.session, numbers: start..<(start + part.count)))
      next = part.upperBound
      place += 1
    }
    if next < dots.numbers.upperBound {
      result.append(DotRange(session: dots.session, numbers: next..<dots.numbers.upperBound))
    }
    return result
  }

  /// The place of the first entry that ends at or after the first of some elements.
  private func firstPlace(reaching dots: DotRange) -> Int {
    entries.indices.last(inPrefixWhere: { entries[$0].old.last < dots.first }) + 1
  }
}

/// Renamings in any order. An element may have got several new names, one after the other.
extension [ElementRenaming] {
  /// The last name of an element.
  func lastName(of dot: Dot) -> Dot {
    lastNames(of: ElementRenaming.range(of: dot)).first?.first ?? dot
  }

  /// The last names of some elements, in the same order.
  ///
  /// - Complexity: O(*k* *m* log *r*) for *k* successive names and *m* renamings of *r* runs each.
  func lastNames(of dots: DotRange) -> [DotRange] {
    var names = [dots]
    for _ in self {
      var isRenamed = false
      for renaming in self where names.contains(where: { renaming.concerns($0) }) {
        names = names.flatMap { renaming.renamed($0) }
        isRenamed = true
      }
      if !isRenamed { break }
    }
    return names
  }
}

extension ElementRenaming: BinaryCodable {
  package func encode(to writer: inout ByteWriter) {
    writer.writeCount(entries.count)
    for entry in entries {
      entry.old.encode(to: &writer)
      entry.new.encode(to: &writer)
    }
  }

  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    var renamed: [(old: DotRange, new: Dot)] = []
    for _ in 0..<(try reader.readCount(itemSize: 6)) {
      let old = try DotRange(from: &reader)
      guard renamed.last.map({ $0.old.last < old.first }) ?? true else {
        throw reader.corrupt("elements renamed out of order")
      }
      renamed.append((old, try Dot(from: &reader)))
    }
    self.init(renamed)
  }
}
