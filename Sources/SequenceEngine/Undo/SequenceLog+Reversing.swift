// SPDX-License-Identifier: MIT

import Causality

/// Undoing edits by their dots alone. Everything else is looked up when the edits are undone, so
/// that recording the edits needs no history index.
extension SequenceLog {
  /// The edits that this log has and a version lacks, in the order of the log.
  ///
  /// - Returns: Empty if the log has not seen all edits of the version.
  /// - Complexity: O(*d* log *n*) for *d* of the log's *n* runs of edits.
  package func edits(since version: SequenceVersion) -> [DotRange] {
    guard let base = try? tips(of: version) else { return [] }
    var edits: [DotRange] = []
    for range in graph.events(seenBy: graph.frontier, butNotBy: base) {
      for dots in graph.dots(of: range) {
        if let last = edits.last, last.session == dots.session,
          last.numbers.upperBound == dots.numbers.lowerBound
        {
          edits[edits.count - 1].numbers = last.numbers.lowerBound..<dots.numbers.upperBound
        } else {
          edits.append(dots)
        }
      }
    }
    return edits
  }

  /// The changes of the document that undo edits. The changes put no dropped elements back.
  ///
  /// Several steps may have deleted the same element. It is put back only once: the first undo
  /// gives it a new name, and later undos find it visible under this name.
  ///
  /// - Parameters:
  ///   - renamings: The elements that were put back since the edits.
  ///   - gaps: The places of the dropped elements in the inserted content.
  /// - Returns: The changes in the order of the document, and whether they lack a dropped element.
  ///   The changes are empty if this log does not know some of the edits.
  /// - Complexity: O(*r* log *n*) for *r* runs of edits and of their elements among *n* runs, plus
  ///   the runs edited after `edits`, plus the time to update the index of `cache`.
  package func changes(
    undoing edits: [DotRange], renamedBy renamings: [ElementRenaming], without gaps: ElementGaps,
    cache: borrowing HistoryCache
  ) -> (changes: [UndoChange], lacksElements: Bool) {
    guard var step = step(undoing: edits, cache: cache) else { return ([], false) }
    step.rename(renamings)
    var changes = (try? changes(undoing: step, cache: cache)) ?? []
    var lacksElements = false
    for place in changes.indices {
      let deleted = changes[place].revived.flatMap {
        deletedElements(for: $0, renamedBy: renamings, cache: cache)
      }
      changes[place].revived = deleted.flatMap { keptParts(of: $0, without: gaps) }
      if changes[place].revivedCount < deleted.reduce(0, { $0 + $1.count }) { lacksElements = true }
    }
    changes.removeAll { $0.removed.isEmpty && $0.revived.isEmpty }
    return (changes, lacksElements)
  }

  /// Deleted elements by their last names, without elements that are shown under these names.
  private func deletedElements(
    for elements: Range<Int>, renamedBy renamings: [ElementRenaming],
    cache: borrowing HistoryCache
  ) -> [Range<Int>] {
    let names = graph.dots(of: elements).flatMap { renamings.lastNames(of: $0) }
    let last = names.flatMap { graph.events(of: $0) ?? [] }
    return cache.withIndex(of: self) { index in last.flatMap { index.deletedParts(of: $0) } }
  }

  /// The parts of a range of elements that hold no dropped element.
  private func keptParts(of elements: Range<Int>, without gaps: ElementGaps) -> [Range<Int>] {
    if gaps.isEmpty { return [elements] }
    var kept: [Range<Int>] = []
    var next = elements.lowerBound
    forEachRange(ofElements: elements) { places in
      gaps.forEachPart(of: places) { part, isDropped in
        if !isDropped { kept.append(next..<(next + part.count)) }
        next += part.count
      }
    }
    return kept
  }

  private func step(undoing edits: [DotRange], cache: borrowing HistoryCache) -> UndoStep? {
    var pieces: [OperationLog.Piece] = []
    var last: [Int] = []
    for dots in edits {
      guard let events = graph.events(of: dots) else { return nil }
      for range in events {
        operations.forEachPiece(in: range) { pieces.append($0) }
        last.append(range.upperBound - 1)
      }
    }
    let deletes = pieces.filter { !$0.run.isInsert }.map { $0.events }
    if deletes.isEmpty { return step(of: pieces, beside: pieces.map { _ in nil }) }
    let tips = graph.withoutAncestors(last.sorted())
    var found = cache.withIndex(of: self) { $0.neighbours(of: deletes, at: tips, in: self) }[...]
    return step(of: pieces, beside: pieces.map { $0.run.isInsert ? nil : found.removeFirst() })
  }

  /// The new names of the elements that a session just put back. The session made the changes from
  /// the last to the first. In each change, it removed elements before it put elements back.
  package func renaming(by changes: [UndoChange], of session: SessionID) -> ElementRenaming {
    let count = changes.reduce(0) { $0 + $1.removed.count + $1.revivedCount }
    var number = graph.count(of: session) - count
    var renamed: [(old: DotRange, new: Dot)] = []
    for change in changes.reversed() {
      number += change.removed.count
      for elements in change.revived {
        for old in graph.dots(of: elements) {
          renamed.append((old, Dot(session: session, number: number)))
          number += old.numbers.count
        }
      }
    }
    return ElementRenaming(renamed)
  }
}
