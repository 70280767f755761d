// SPDX-License-Identifier: MIT

/// The visible elements of an array as slots: each the number of an inserted
/// element, which its owner keeps.
///
/// A tree of runs of slots, and a ``SlotFinger`` where it is edited. What is typed
/// as a run stays one, so an array of a million elements may be a single run.
@usableFromInline
package struct SlotRope: Sendable {
  /// Without what was changed under the finger.
  private var rope = Rope<SlotLeaf>()
  private var finger = SlotFinger()

  /// How many slots there are.
  @usableFromInline
  package private(set) var count = 0

  package init() {}

  // MARK: Editing

  /// Traps if a range goes beyond the slots.
  @inline(__always)
  func check(_ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "\(range) is not within 0..<\(count)")
  }

  /// Puts consecutive slots in.
  ///
  /// - Complexity: O(1) where the last edit was, else O(log *n*).
  package mutating func insert(_ slots: Range<Int>, at position: Int) {
    check(position..<position)
    if insertAtFinger(slots.lowerBound, count: slots.count, at: position) { return }
    settle()
    finger = SlotFinger(at: position)
    _ = insertAtFinger(slots.lowerBound, count: slots.count, at: position)
  }

  /// Takes slots out.
  ///
  /// - Complexity: O(1) where the last edit was, else O(log *n* + *m*) in the runs.
  package mutating func remove(_ range: Range<Int>) {
    check(range)
    if removeAtFinger(range) { return }
    settle()
    finger = SlotFinger(at: range.lowerBound)
    _ = removeAtFinger(range)
  }

  /// Puts consecutive slots in if they carry on what was inserted last.
  ///
  /// - Returns: Whether it could: if not, nothing is changed.
  @inline(__always)
  mutating func insertAtFinger(_ first: Int, count added: Int, at position: Int) -> Bool {
    guard finger.insert(first, count: added, at: position) else { return false }
    count &+= added
    checkInvariants()
    return true
  }

  /// Takes slots out if that is beside the place of the last edit.
  ///
  /// - Returns: Whether it could: if not, nothing is changed.
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

  /// The slots from the start of a range in the tree to the end of their run, if the
  /// range takes out the middle of it.
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
  /// - Complexity: O(log *n*)
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
  /// - Complexity: O(log *n* + *r*) for *r* runs.
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
  /// The run that a position belongs to, and where in it.
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
