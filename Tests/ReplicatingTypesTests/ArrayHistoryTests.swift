// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingTypes

/// Past versions of an array, differences and anchors, against what it held then.
@Suite struct ArrayHistoryTests {
  private typealias Letters = ReplicatingArray<Int>

  private struct Past {
    var version: Letters.Version
    var values: [Int]
  }

  /// Every element is inserted once, so that where it stands can be seen.
  @Test func versionsChangesAndAnchors() throws {
    var random = TestRun.generator(seed: 1)
    var next = 0
    for schedule in 0..<TestRun.length(300) {
      var arrays = [Letters](repeating: Letters(), count: 3)
      var pasts = [Past(version: Letters.Version(), values: [])]
      var anchors: [(anchor: Letters.Anchor, element: Int)] = []
      for step in 0..<40 {
        let (index, other) = (random.below(3), random.below(3))
        switch random.below(10) {
        case 0..<5:
          let start = random.below(arrays[index].count + 1)
          let end = start + random.below(min(3, arrays[index].count - start) + 1)
          let new = (0..<random.below(4)).map { next + $0 }
          next += new.count
          arrays[index].replaceSubrange(start..<end, with: new)
        case 5, 6: arrays[index].merge(arrays[other])
        case 7:
          if let delta = arrays[other].delta(since: arrays[index].version) {
            try arrays[index].merge(delta: delta)
          }
        case 8: arrays[index] = arrays[other]
        default: arrays[index] = try Letters(encoded: arrays[index].encoded())
        }
        let array = arrays[index]
        pasts.append(Past(version: array.version, values: array.values))
        if let element = array.values.indices.randomElement(using: &random) {
          let anchor = array.anchor(at: element)
          anchors.append((anchor, array[element]))
          if array.index(of: anchor) != element
            || array.anchor(at: element + 1, .after).element
              != anchor.element
          {
            Issue.record("schedule \(schedule), step \(step): an anchor at \(element)")
          }
        }
        let (old, new) = (random.pick(pasts), random.pick(pasts))
        if let fault = try fault(array, old, new) ?? fault(array, anchors) {
          Issue.record("schedule \(schedule), step \(step): \(fault)")
          return
        }
      }
    }
  }

  private func fault(_ array: Letters, _ old: Past, _ new: Past) throws -> String? {
    guard array.contains(old.version) else { return nil }
    if try array.values(at: old.version) != old.values { return "other values than then" }
    if applied(try array.changes(since: old.version), to: old.values) != array.values {
      return "changes since \(old)"
    }
    guard array.contains(new.version) else { return nil }
    let changes = try array.changes(from: old.version, to: new.version)
    return applied(changes, to: old.values) == new.values ? nil : "changes from \(old) to \(new)"
  }

  private func applied(_ changes: [Letters.Change], to values: [Int]) -> [Int] {
    changes.reversed().reduce(into: values) { values, change in
      values.replaceSubrange(change.old, with: change.elements)
    }
  }

  private func fault(
    _ array: Letters, _ anchors: [(anchor: Letters.Anchor, element: Int)]
  ) -> String? {
    let values = array.values
    for (anchor, element) in anchors {
      guard let index = array.index(of: anchor) else { continue }
      if let place = values.firstIndex(of: element), place != index { return "\(anchor)" }
      if index > values.count { return "\(anchor) beyond the end" }
    }
    return nil
  }

  @Test func aRemovedElementLeavesItsPlace() throws {
    var array: ReplicatingArray = ["a", "b", "c"]
    let anchor = array.anchor(at: 1)
    let version = array.version
    array.remove(at: 1)
    #expect(array.index(of: anchor) == 1)
    #expect(try array.values(at: version) == ["a", "b", "c"])
    let change = try #require(array.changes(since: version).first)
    #expect(change.old == 1..<2 && change.new == 1..<1 && change.elements.isEmpty)
    #expect(ReplicatingArray<String>().index(of: anchor) == nil)
    #expect(throws: MissingHistory.self) { try ReplicatingArray<String>().values(at: version) }
  }
}
