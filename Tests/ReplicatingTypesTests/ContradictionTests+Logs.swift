// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicatingTypes
import TestInputs
import Testing

@testable import ReplicationLaws

/// Texts, arrays and orders, whose edits lie in a log.
extension ContradictionTests {
  @Test func textsThatWereResumedTwiceAreToldApart() throws {
    let copies = resumed(
      2, from: { ReplicatingText() }, snapshot: { $0.append("one") },
      then: { text, copy in text.append(copy == 0 ? " mine" : " your") })
    #expect(copies[0].contradicts(copies[1]) && copies[1].contradicts(copies[0]))
    #expect(!copies[0].contradicts(copies[0]))
    #expect(!copies[0].contradicts(try ReplicatingText(encoded: copies[0].encoded())))
    var edited = copies[0]
    edited.append("!")
    edited.unicodeScalars.insert("?", at: 1)
    #expect(!edited.contradicts(copies[0]) && !copies[0].contradicts(edited))
    #expect(edited.contradicts(copies[1]))
  }

  /// Nothing is taken in from a value that contradicts another, also where it goes further.
  private func expectNothingTakenIn<Value: PersistentReplicable & Framed & Hashable>(
    _ copies: [Value], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (one, other) in [(copies[0], copies[1]), (copies[1], copies[0])] {
      let merged = one.merged(with: other)
      #expect(merged == one, sourceLocation: sourceLocation)
      #expect(try merged.encoded() == one.encoded(), sourceLocation: sourceLocation)
      #expect(merged.contradicts(other), sourceLocation: sourceLocation)
    }
  }

  @Test func textsAndArraysThatContradictEachOtherStayAsTheyAre() throws {
    try expectNothingTakenIn(
      resumed(
        2, from: { ReplicatingText() }, snapshot: { $0.append("one") },
        then: { text, copy in text.append(["a", "bc"][copy]) }))
    try expectNothingTakenIn(
      resumed(
        2, from: { ReplicatingText() }, snapshot: { _ in },
        then: { text, copy in text.append(["ab", "cde"][copy]) }))
    try expectNothingTakenIn(
      resumed(
        2, from: { ReplicatingArray<Int>() }, snapshot: { $0.append(0) },
        then: { array, copy in for number in 0...copy { array.append(10 + copy + number) } }))
  }

  @Test func textsAndArraysThatMetTheirResumptionOpenASession() throws {
    let device = SimulatedDevice(bits: 7)
    var texts = resumed(
      2, from: { ReplicatingText() }, snapshot: { $0.append("one") },
      then: { text, copy in text.append(["a", "b"][copy]) })
    let last = texts[0].version.tips.map(\.session)
    texts[0].merge(texts[1])
    device.run(at: 2_000) { texts[0].append("c") }
    #expect(texts[0].version.tips.map(\.session) != last)
    var arrays = resumed(
      2, from: { ReplicatingArray<Int>() }, snapshot: { $0.append(0) }, then: { $0.append(1 + $1) })
    let lastOfArray = arrays[0].version.tips.map(\.session)
    arrays[0].merge(arrays[1])
    device.run(at: 2_000) { arrays[0].append(3) }
    #expect(arrays[0].version.tips.map(\.session) != lastOfArray)
  }

  /// A text stays also where it lies in a much smaller dictionary.
  @Test func aTextInADictionaryTakesNothingInFromOneThatItContradicts() throws {
    let copies = resumed(
      2, from: { ReplicatingDictionary<String, ReplicatingText>() }, snapshot: { $0["a"] = "one" },
      then: { texts, copy in
        texts["a"]?.append("\(copy)")
        let others = SimulatedDevice(bits: 99 << 40)
        if copy == 1 { others.run(at: 2_000) { for key in 0..<20 { texts["\(key)"] = "two" } } }
      })
    for (one, other) in [(0, 1), (1, 0)] {
      let merged = copies[one].merged(with: copies[other])
      #expect(merged["a"] == copies[one]["a"] && merged.count == 21)
    }
  }

  /// More edits follow than any that were ever looked at.
  @Test func textsThatDifferBeforeManyLikeEditsAreToldApart() throws {
    let copies = resumed(
      2, from: { ReplicatingText() }, snapshot: { $0.append("one") },
      then: { text, copy in
        text.append(copy == 0 ? "a" : "b")
        text.append(String(repeating: "c", count: 1_000))
      })
    #expect(copies[0].contradicts(copies[1]) && copies[1].contradicts(copies[0]))
    try expectNothingTakenIn(copies)
  }

  @Test func arraysThatWereResumedTwiceAreToldApart() throws {
    let copies = resumed(
      2, from: { ReplicatingArray<Int>() }, snapshot: { $0.append(0) },
      then: { $0.append($1) })
    #expect(copies[0].contradicts(copies[1]) && !copies[0].contradicts(copies[0]))
  }

  /// Both copies, or one of them, have dropped what was deleted before they went apart.
  private func expectToldApartAfterDropping<Value: PersistentReplicable & Framed & Hashable>(
    _ copies: [Value], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for droppers in [[0], [1], [0, 1]] {
      var copies = copies
      for copy in droppers { copies[copy].dropDeleted() }
      #expect(copies[0].contradicts(copies[1]), sourceLocation: sourceLocation)
      #expect(copies[1].contradicts(copies[0]), sourceLocation: sourceLocation)
      try expectNothingTakenIn(copies, sourceLocation: sourceLocation)
    }
  }

  @Test func textsAndArraysThatDroppedSomethingAreToldApartByTheRest() throws {
    try expectToldApartAfterDropping(
      resumed(
        2, from: { ReplicatingText() }, snapshot: { $0.append("one two") },
        then: { text, copy in
          text.unicodeScalars.removeSubrange(0..<4)
          text.append(["a", "b"][copy])
        }))
    try expectToldApartAfterDropping(
      resumed(
        2, from: { ReplicatingArray<Int>() }, snapshot: { $0.append(contentsOf: [1, 2]) },
        then: { array, copy in
          array.remove(at: 0)
          array.append(10 + copy)
        }))
  }

  /// Both copies delete their unlike contents, and one of them drops these.
  private func expectOneStateAfterDropping<Value: PersistentReplicable & Framed & Hashable>(
    _ copies: [Value], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(copies[0].contradicts(copies[1]), sourceLocation: sourceLocation)
    var dropped = copies[0]
    dropped.dropDeleted()
    #expect(!dropped.contradicts(copies[1]), sourceLocation: sourceLocation)
    #expect(!copies[1].contradicts(dropped), sourceLocation: sourceLocation)
    let merged = dropped.merged(with: copies[1])
    #expect(merged == copies[1].merged(with: dropped), sourceLocation: sourceLocation)
    #expect(
      try merged.encoded() == copies[1].merged(with: dropped).encoded(),
      sourceLocation: sourceLocation)
  }

  @Test func whatOneOfTwoHasDroppedIsNotCompared() throws {
    try expectOneStateAfterDropping(
      resumed(
        2, from: { ReplicatingText() }, snapshot: { $0.append("one") },
        then: { text, copy in
          text.append(["a", "b"][copy])
          text.unicodeScalars.removeSubrange(3..<4)
        }))
    try expectOneStateAfterDropping(
      resumed(
        2, from: { ReplicatingArray<Int>() }, snapshot: { $0.append(0) },
        then: { array, copy in
          array.append(10 + copy)
          array.remove(at: 1)
        }))
  }

  @Test func aDeltaThatContradictsIsRefused() throws {
    let copies = resumed(
      2, from: { ReplicatingText() }, snapshot: { $0.append("one") },
      then: { text, copy in text.unicodeScalars.insert("ab", at: copy) })
    var (mine, yours) = (copies[0], copies[1])
    SimulatedDevice(bits: 3 << 40).run(at: 2_000) { yours.append("c") }
    let before = mine
    let whole = try #require(yours.delta(since: ReplicatingText().version))
    #expect(throws: MissingHistory(.contradicting)) { try mine.validate(whole) }
    #expect(throws: MissingHistory(.contradicting)) { try mine.merge(delta: whole) }
    #expect(mine == before)
  }

  /// The order is that of a log: it may differ between devices. No element is lost.
  @Test func orderedTypesThatWereResumedTwiceKeepTheElementsOfBoth() throws {
    let sets = resumed(
      2, from: { ReplicatingOrderedSet<Int>() }, snapshot: { $0.append(0) },
      then: { $0.append(10 + $1) })
    #expect(sets[0].contradicts(sets[1]))
    let books = resumed(
      2, from: { NoteBook() }, snapshot: { $0["a"] = BookNote() },
      then: { $0["b\($1)"] = BookNote() })
    #expect(books[0].contradicts(books[1]))
    for (one, other) in [(0, 1), (1, 0)] {
      #expect(Set(sets[one].merged(with: sets[other])) == [0, 10, 11])
      #expect(Set(books[one].merged(with: books[other]).keys) == ["a", "b0", "b1"])
    }
  }
}
