// SPDX-License-Identifier: MIT

import ReplicatingTypes
import TestInputs
import Testing

/// A comparison with a literal is about what is shown, not about histories.
@Suite(.ends) struct LiteralComparisonTests {
  @Test func aTextEqualsWhatItShows() {
    var text: ReplicatingText = "milk"
    #expect(text == "milk")
    text.append(" and bread")
    #expect(text != "milk")
    let isEqual = text == "milk and bread"
    #expect(isEqual)
    #expect(text != ReplicatingText("milk and bread"))
  }

  @Test func anArrayEqualsItsElementsInOrder() {
    var array: ReplicatingArray = [1, 2]
    #expect(array == [1, 2])
    #expect(array != [2, 1])
    array.removeAll()
    #expect(array == [])
    #expect(array != ReplicatingArray<Int>())
  }

  @Test func setsEqualTheirElements() {
    let set: ReplicatingSet = ["a", "b"]
    #expect(set == ["b", "a", "a"])
    #expect(set != ["a"])
    #expect(set != ReplicatingSet(["a", "b"]))
    let added: ReplicatingAddOnlySet = ["a", "b"]
    #expect(added == ["b", "a"])
    #expect(added != ["a", "b", "c"])
    let ordered: ReplicatingOrderedSet = ["a", "b"]
    #expect(ordered == ["a", "b"])
    #expect(ordered != ["b", "a"])
    #expect(ordered != ["a", "b", "b"])
  }

  @Test func dictionariesEqualTheirKeysAndValues() {
    let dictionary: ReplicatingDictionary = ["milk": 2]
    #expect(dictionary == ["milk": 2])
    #expect(dictionary != ["milk": 3])
    #expect(dictionary != ["milk": 2, "bread": 1])
    let ordered: ReplicatingOrderedDictionary = ["milk": 2, "bread": 1]
    #expect(ordered == ["bread": 1, "milk": 2])
    #expect(ordered != [:])
  }

  @Test func whatMayBeAbsentEqualsWhatItShows() {
    struct Note { var text: ReplicatingText = "milk" }
    let notes = [1: Note()]
    #expect(notes[1]?.text == "milk")
    #expect(notes[1]?.text != "bread")
    #expect(!(notes[2]?.text == "milk"))
    #expect("milk" == notes[1]?.text.string)
    let text: ReplicatingText = "milk"
    #expect("milk" == text)
    #expect("bread" != text)
    switch text {
    case "bread": Issue.record("no bread")
    case "milk": break
    default: Issue.record("no milk")
    }
    let array: ReplicatingArray<Int>? = [1, 2]
    #expect(array == [1, 2])
    #expect(array != [2, 1])
    let sets: (ReplicatingSet<Int>?, ReplicatingOrderedSet<Int>?) = ([1, 2], [1, 2])
    #expect(sets.0 == [2, 1])
    #expect(sets.1 == [1, 2])
    #expect(sets.1 != [2, 1])
    let added: ReplicatingAddOnlySet<Int>? = nil
    #expect(added != [1])
    let dictionary: ReplicatingDictionary<String, Int>? = ["a": 1]
    #expect(dictionary == ["a": 1])
    let ordered: ReplicatingOrderedDictionary<String, Int>? = ["a": 1]
    #expect(ordered != ["a": 2])
  }
}
