// SPDX-License-Identifier: MIT

import BinaryCoding

/// The visible elements of an array as slots. A slot is the number of an inserted element. The
/// owner keeps the elements.
///
/// A slot rope is a tree of runs of slots, with a ``SlotFinger`` at the last edit. A run of inserts
/// stays one run of slots, so an array of a million elements may be a single run.
@usableFromInline
package struct SlotRope: Sendable {
  /// The tree, without the changes under the finger.
  private var rope = Rope<SlotLeaf>()
  private var finger = SlotFinger()
  /// The leaf that `settle()` changed last; nil if the path of this leaf may have changed since.
  private var seat: Seat?

  /// A leaf of the tree: its path, the number of elements before it, and the number of elements
  /// within.
  private struct Seat {
    var path = RopePath()
    var start = 0
    var count = 0

    /// Whether the leaf contains a stretch of the tree and also elements outside the stretch.
    func holds(_ stretch: Range<Int>) -> Bool {
      stretch.lowerBound >= start && stretch.upperBound <= start + count && stretch.count < count
    }
  }

  /// The number of slots.
  @usableFromInline
  package private(set) var count = 0

  package init() {}

  // MARK: Editing

  /// Traps if a range goes beyond the slots.
  @inline(__always)
  func check(_ range: Range<Int>) {
    require(
      range.lowerBound >= 0 && range.upperBound <= count, "\(range) is not within 0..<\(count)")
  }

  /// Inserts consecutive slots.
  ///
  /// - Complexity: O(1) at the last edit, O(log *n*) elsewhere for *n* runs.
  package mutating func insert(_ slots: Range<Int>, at position: Int) {
    check(position..<position)
    if insertAtFinger(slots.lowerBound, count: slots.count, at: position) { return }
    settle()
    finger = SlotFinger(at: position)
    _ = insertAtFinger(slots.lowerBound, count: slots.count, at: position)
  }

  /// Removes slots.
  ///
  /// - Complexity: O(1) at the last edit, O(log *n* + *m*) elsewhere for *n* runs, *m* of them
  ///   removed.
  package mutating func remove(_ range: Range<Int>) {
    check(range)
    if removeAtFinger(range) { return }
    settle()
    finger = SlotFinger(at: range.lowerBound)
    _ = removeAtFinger(range)
  }

  /// Inserts consecutive slots if they continue the last insert.
  ///
  /// - Returns: Whether the slots were inserted; if not, nothing is changed.
  @inline(__always)
  mutating func insertAtFinger(_ first: Int, count added: Int, at position: Int) -> Bool {
    guard finger.insert(first, count: added, at: position) else { return false }
    count &+= added
    checkInvariants()
    return true
  }

  /// Removes slots if they are beside the last edit.
  ///
  /// - Returns: Whether the slots were removed; if not, nothing is changed.
  @inline(__always)
  mutating func removeAtFinger(_ range: Range<Int>) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= count, finger.remove(range) else {
      return false
    }
    count &-= range.upperBound &- range.lowerBound
    checkInvariants()
    return true
  }

  /// Brings the tree up to date.
  @inline(never)
  private mutating func settle() {
    let (removed, inserted) = (finger.removed, finger.inserted)
    finger = SlotFinger()
    if settleInOneLeaf(removed, inserted) { return }
    seat = nil
    if removed.isEmpty {
      if !inserted.isEmpty { rope.insert([inserted], at: removed.lowerBound) }
    } else if let run = run(of: removed) {
      // A leaf that loses the middle of a run would have one run more, perhaps too many.
      let end = removed.lowerBound + run.count
      rope.remove(removed.lowerBound..<end)
      let rest = run.dropFirst(removed.count)
      rope.insert(inserted.isEmpty ? [rest] : [inserted, rest], at: removed.lowerBound)
    } else {
      rope.remove(removed)
      if !inserted.isEmpty { rope.insert([inserted], at: removed.lowerBound) }
    }
  }

  /// Brings the tree up to date if that changes only one leaf. The leaf must neither vanish nor
  /// become too full.
  ///
  /// - Returns: Whether the tree is up to date; if not, nothing is changed.
  private mutating func settleInOneLeaf(_ removed: Range<Int>, _ inserted: Range<Int>) -> Bool {
    guard var seat = seat(of: removed) else { return false }
    let lower = removed.lowerBound - seat.start
    let positions = lower..<(lower + removed.count)
    guard let runs = rope.update(seat.path, { $0.replace(positions, with: inserted) }) else {
      return false
    }
    seat.count += inserted.count - removed.count
    self.seat = seat
    if !removed.isEmpty, runs <= SlotLeaf.capacity / 4 {
      rope.joinSmallMembers(along: seat.path)
      self.seat = nil
    }
    return true
  }

  /// The leaf that contains a stretch of the tree and also elements outside the stretch; nil if no
  /// leaf does.
  private func seat(of stretch: Range<Int>) -> Seat? {
    if let seat, seat.holds(stretch) { return seat }
    guard rope.measure.elements > 0 else { return nil }
    var (path, start) = (RopePath(), SlotMeasure.zero)
    let leaf = rope.root.findLeaf(
      at: stretch.lowerBound, before: stretch.isEmpty, path: &path, start: &start)
    let found = Seat(path: path, start: start.elements, count: leaf.elements)
    return found.holds(stretch) ? found : nil
  }

  /// The rest of a run from the start of a range on, if the range lies in the middle of the run;
  /// nil for any other range.
  private func run(of range: Range<Int>) -> Range<Int>? {
    let (run, offset) = rope.root.run(at: range.lowerBound)
    return offset > 0 && run.count - offset > range.count ? run.dropFirst(offset) : nil
  }

  private func checkInvariants() {
    #if DECENT_INVARIANTS
      WorkCounter.pause {
        var copy = self
        copy.settle()
        precondition(copy.rope.measure.elements == count, "the count of slots")
        copy.rope.checkInvariants()
      }
    #endif
  }

  // MARK: Reading

  /// The slot at a position.
  ///
  /// - Precondition: `position` is below ``count``.
  /// - Complexity: O(log *n*) for *n* runs.
  @usableFromInline
  package func slot(at position: Int) -> Int {
    let inserted = finger.inserted
    var position = position
    if position >= finger.start {
      let offset = position - finger.start
      if offset < inserted.count { return inserted.lowerBound + offset }
      position += finger.removed.count - inserted.count
    }
    let (run, offset) = rope.root.run(at: position)
    return run.lowerBound + offset
  }

  /// The slots at some positions, in runs.
  ///
  /// - Complexity: O(log *n* + *r*) for *n* runs, *r* of them in `range`.
  @usableFromInline
  package func runs(_ range: Range<Int>) -> [Range<Int>] {
    let (removed, inserted) = (finger.removed, finger.inserted)
    let here = finger.start..<(finger.start + inserted.count)
    var runs: [Range<Int>] = []
    if range.lowerBound < here.lowerBound {
      rope.write(range.clamped(to: 0..<here.lowerBound), to: &runs)
    }
    let part = range.clamped(to: here)
    if !part.isEmpty {
      let start = inserted.lowerBound + part.lowerBound - here.lowerBound
      runs.append(start..<(start + part.count))
    }
    if range.upperBound > here.upperBound {
      let rest = range.clamped(to: here.upperBound..<range.upperBound)
      let shift = removed.count - inserted.count
      rope.write((rest.lowerBound + shift)..<(rest.upperBound + shift), to: &runs)
    }
    return runs
  }
}

extension RopeNode<SlotLeaf> {
  /// The run that a position belongs to, and the offset in that run.
  fileprivate func run(at position: Int) -> (run: Range<Int>, offset: Int) {
    var (node, rest) = (self, position)
    while true {
      WorkCounter.visitNode()
      var index = 0
      while rest >= node.measures[index].elements {
        rest -= node.measures[index].elements
        index += 1
      }
      if node.height == 0 { return node.leaves[index].run(at: rest) }
      node = node.children[index]
    }
  }
}
