// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingTypes

@Suite struct ArrayUpdateTests {
  @Test func theArrayIsWhatWasAskedForByTheFewestEdits() throws {
    var random = TestRun.generator(seed: 1)
    var array = ReplicatingArray<Int>()
    for step in 0..<TestRun.length(500) {
      let (old, version) = (array.values, array.version)
      var new = old
      if random.oneIn(3) { new = (0..<random.below(13)).map { _ in random.below(4) } }
      for _ in 0..<random.below(4) {
        new.insert(random.below(4), at: random.below(new.count + 1))
        if random.oneIn(2) { new.remove(at: random.below(new.count)) }
      }
      if new.count > 20 { new.removeFirst(15) }
      array.update(to: new)
      let changes = try array.changes(since: version)
      let edits = changes.reduce(0) { $0 + $1.old.count + $1.elements.count }
      guard array.values == new, edits == CommonSubsequence.edits(old, new) else {
        Issue.record("step \(step): \(edits) edits from \(old) to \(new), now \(array)")
        return
      }
    }
  }

  @Test func whatStaysTheSameIsNoEdit() {
    var array: ReplicatingArray = ["a", "b", "b"]
    let version = array.version
    array.update(to: ["a", "b", "b"])
    #expect(array.version == version)
    array.update(to: EmptyCollection<String>())
    #expect(array.isEmpty && array.version != version)
    array.update(to: Set(["c"]))
    #expect(array.values == ["c"])
  }

  @Test func elementsThatStayKeepTheirAnchors() {
    var random = TestRun.generator(seed: 2)
    for run in 0..<TestRun.length(50) {
      var array = ReplicatingArray(0..<20)
      let anchors = array.indices.map { array.anchor(at: $0) }
      var new = array.values.filter { _ in random.oneIn(2) }
      let stay = new
      for number in 100..<105 { new.insert(number, at: random.below(new.count + 1)) }
      array.update(to: new)
      let places = stay.map { array.index(of: anchors[$0]) }
      if places != stay.map({ new.firstIndex(of: $0) }) {
        Issue.record("run \(run): \(stay) stand at \(places) in \(new)")
      }
    }
  }

  /// The example of `update(to:)`.
  @Test func whatOthersDoToTheRestIsKept() {
    var mine: ReplicatingArray = ["milk", "bread", "jam"]
    var yours = mine
    mine.update(to: ["milk", "tea", "bread", "jam"])
    yours.update(to: ["milk", "bread"])
    #expect(mine.merged(with: yours).values == ["milk", "tea", "bread"])
    #expect(yours.merged(with: mine).values == ["milk", "tea", "bread"])
  }

  @Test func elementsThatDoNotEqualThemselves() {
    var array: ReplicatingArray = [Double.nan, 1]
    let anchor = array.anchor(at: 1)
    array.update(to: [2, Double.nan, 1])
    #expect(array.count == 3 && array[0] == 2 && array[1].isNaN && array[2] == 1)
    #expect(array.index(of: anchor) == 2)
  }
}
