// SPDX-License-Identifier: MIT

import Causality
import ReplicatingText
import TestInputs
import Testing

@testable import ReplicatingTypes

/// Edits that change nothing shown and lose to others, with which a removed document comes back.
@Suite(.seeded) struct TouchingTests {
  /// - Parameters:
  ///   - edit: An edit that another device makes at once.
  ///   - shown: What a value shows.
  private func check<Value: ShowingValue & Equatable, Shown: Equatable>(
    _ value: Value, edit: (inout Value) -> Void, shown: (Value) -> Shown
  ) {
    var (mine, theirs) = (value, value)
    edit(&theirs)
    // The device that removed the value had seen the other's edit, too, or had not.
    for version in [value.version, theirs.version] {
      var touched = mine
      let isTouched = touched.touch(beyond: version)
      #expect(isTouched && !version.covers(touched.version))
      #expect(shown(touched) == shown(value))
      mine = touched
    }
    edit(&theirs)
    for merged in [mine.merged(with: theirs), theirs.merged(with: mine)] {
      #expect(shown(merged) == shown(theirs))
    }
  }

  @Test func registers() {
    check(ReplicatingRegister("a"), edit: { $0.value += "b" }, shown: \.value)
    var untouched = ReplicatingRegister(default: "a")
    let isTouched = untouched.touch(beyond: RegisterStamp())
    #expect(!isTouched)
  }

  @Test func texts() { check(ReplicatingText("milk"), edit: { $0.append("!") }, shown: \.string) }

  @Test func counters() {
    check(ReplicatingCounter(3), edit: { $0.increment() }, shown: \.value)
    check(ReplicatingCounter(.max), edit: { $0.decrement() }, shown: \.value)
  }

  @Test func sets() {
    let set = ReplicatingSet(["a"])
    check(set, edit: { $0.insert("b") }, shown: \.values)
    check(set, edit: { $0.remove("a") }, shown: \.values)
  }

  @Test func orderedSets() {
    let set = ReplicatingOrderedSet(["a", "b", "c"])
    check(set, edit: { $0.move("a", to: 2) }, shown: \.values)
    check(set, edit: { $0.remove("a") }, shown: \.values)
  }

  @Test func arrays() {
    let array = ReplicatingArray(["a", "b"])
    check(array, edit: { $0.append("c") }, shown: \.values)
    check(array, edit: { if $0.count > 1 { $0.remove(at: 0) } }, shown: \.values)
  }

  @Test func dictionaries() {
    let prices: ReplicatingDictionary = ["milk": 2, "bread": 3]
    check(prices, edit: { $0["milk"] = 4 }, shown: \.dictionary)
    check(prices, edit: { $0["milk"] = nil }, shown: \.dictionary)
    let pages: ReplicatingDictionary<String, ReplicatingText> = ["a": "milk"]
    check(pages, edit: { $0["a"]?.append("!") }, shown: { $0["a"]?.string })
    check(pages, edit: { $0["a"] = nil }, shown: { $0["a"]?.string })
  }

  @Test func orderedDictionaries() {
    let prices: ReplicatingOrderedDictionary = ["milk": 2, "bread": 3]
    check(prices, edit: { $0.move("milk", to: 1) }, shown: { $0.map(\.key) })
    check(prices, edit: { $0["milk"] = 4 }, shown: { $0["milk"] })
    check(prices, edit: { $0["milk"] = nil }, shown: { $0.map(\.key) })
  }
}
