// SPDX-License-Identifier: MIT

import TestInputs
import Testing

@testable import ReplicatingTypes
@testable import ReplicationLaws

/// Dictionaries whose values drop what was deleted from them.
@Suite struct DictionaryDroppingTests {
  private typealias Texts = ReplicatingDictionary<String, ReplicatingText>
  private typealias OrderedTexts = ReplicatingOrderedDictionary<String, ReplicatingText>

  private static let keys = ["a", "b", "c"]
  private let long = String(repeating: "secret ", count: 100)

  private func subject() -> LawSubject<Texts, [String]> {
    LawSubject(
      "a dictionary of texts that drop what was deleted",
      make: { Texts() },
      edits: [
        { texts, random in
          let key = random.pick(Self.keys)
          texts[key, default: ""].append("some words ")
          return Edit("type at \(key)")
        },
        { texts, random in
          let key = random.pick(Self.keys)
          let count = texts[key]?.unicodeScalars.count ?? 0
          if count > 0 { texts[key]?.unicodeScalars.removeSubrange(0..<random.below(count + 1)) }
          return Edit("delete at \(key)")
        },
        { texts, random in
          let key = random.pick(Self.keys)
          texts[key] = nil
          return Edit("remove \(key)")
        },
        { texts, _ in
          texts.dropDeleted()
          return Edit("drop what was deleted", code: "replica.dropDeleted()")
        },
      ],
      observe: { $0.map { "\($0.key): \($0.value.string)" } })
  }

  private func orderedSubject() -> LawSubject<OrderedTexts, [String]> {
    LawSubject(
      "an ordered dictionary of texts that drop what was deleted",
      make: { OrderedTexts() },
      edits: [
        { texts, random in
          let key = random.pick(Self.keys)
          texts[key, default: ""].append("some words ")
          return Edit("type at \(key)")
        },
        { texts, random in
          let key = random.pick(Self.keys)
          texts[key]?.update(to: "")
          return Edit("empty \(key)")
        },
        { texts, random in
          let key = random.pick(Self.keys)
          texts[key] = nil
          return Edit("remove \(key)")
        },
        { texts, _ in
          texts.dropDeleted()
          return Edit("drop what was deleted", code: "replica.dropDeleted()")
        },
      ],
      observe: { $0.map { "\($0.key): \($0.value.string)" } })
  }

  @Test func laws() throws {
    print(try LawDriver(subject(), seed: 1).run(schedules: 500))
  }

  @Test func lawsInOrder() throws {
    print(try LawDriver(orderedSubject(), seed: 2).run(schedules: 300))
  }

  @Test func deletedTextOfValuesIsDropped() throws {
    var texts = Texts()
    for key in Self.keys {
      texts[key, default: ""].append(long)
      texts[key]?.update(to: key)
    }
    texts["c"] = nil
    let other = texts
    let before = try texts.encoded().count
    texts.dropDeleted()
    #expect(try texts.encoded().count * 3 < before)
    #expect(texts.dictionary.mapValues(\.string) == ["a": "a", "b": "b"])
    let delta = try #require(texts.delta(since: other.version))
    var told = other
    try told.merge(delta: delta)
    #expect(told == texts)
    #expect(other.merged(with: texts) == texts)
    let version = texts.version
    texts.dropDeleted()
    #expect(texts.version == version)
  }

  @Test func whatFreesNothingIsNoEdit() {
    var texts = Texts()
    texts["a", default: ""].append("a")
    texts["a"]?.append("b")
    let version = texts.version
    texts.dropDeleted()
    #expect(texts.version == version)
  }

  /// A key that another copy deleted meanwhile stays deleted, though its text dropped some later.
  @Test func droppingDoesNotBringAKeyBack() {
    var texts = Texts()
    texts["a", default: ""].append(long)
    texts["a"]?.update(to: "a")
    var other = texts
    other["a"] = nil
    texts.dropDeleted()
    #expect(texts != other)
    #expect(texts.merged(with: other).isEmpty)
    #expect(other.merged(with: texts) == texts.merged(with: other))
  }
}
