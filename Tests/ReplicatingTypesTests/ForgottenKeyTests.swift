// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import TestInputs
import Testing

@testable import ReplicatingTypes
@testable import ReplicationLaws

/// Dictionaries of replicating values that forget deleted keys.
@Suite struct ForgottenKeyTests {
  private typealias Sets = DictionarySubjects.Sets
  private typealias Texts = ReplicatingDictionary<String, ReplicatingText>

  private let clock = MovableClock()

  private func later(_ milliseconds: UInt64 = 2 * MovableClock.hour) { clock.pass(milliseconds) }

  private func edit<Result>(_ body: () throws -> Result) rethrows -> Result {
    try clock.edit(body)
  }

  // MARK: Laws

  private static let forget: @Sendable (inout Sets) -> Edit? = {
    $0.forgetDeleted(deletedBy: HybridTimestamp(rawValue: .max))
    return Edit("forget", code: "replica.forgetDeleted()")
  }
  private static let insert: @Sendable (inout Sets) -> Edit? = {
    $0["a", default: []].insert(1)
    return Edit("insert", code: "replica[\"a\", default: []].insert(1)")
  }
  private static let setAfresh: @Sendable (inout Sets) -> Edit? = {
    $0["a"] = [2]
    return Edit("set", code: "replica[\"a\"] = [2]")
  }
  private static let delete: @Sendable (inout Sets) -> Edit? = {
    $0["a"] = nil
    return Edit("delete", code: "replica[\"a\"] = nil")
  }

  private var subject: LawSubject<Sets, [String]> {
    let sets = DictionarySubjects.sets
    return LawSubject(
      "a dictionary of sets that forgets keys", make: { Sets() },
      edits: sets.edits + [{ sets, _ in Self.forget(&sets) ?? "nothing" }],
      observe: { $0.map { "\($0.key): \(Array($0.value))" } })
  }

  private var texts: LawSubject<Texts, [String]> {
    LawSubject(
      "a dictionary of texts that forgets keys", make: { Texts() },
      edits: [
        { texts, random in
          let key = random.pick(["a", "b"])
          texts[key, default: ""].append("some ")
          return Edit("type at \(key)")
        },
        { texts, random in
          let key = random.pick(["a", "b"])
          texts[key] = nil
          return Edit("delete \(key)")
        },
        { texts, _ in
          texts.forgetDeleted(deletedBy: HybridTimestamp(rawValue: .max))
          return Edit("forget")
        },
      ],
      observe: { $0.map { "\($0.key): \($0.value.string)" } })
  }

  @Test func laws() throws {
    print(try LawDriver(subject, seed: 3).run(schedules: 1_000))
    print(try LawDriver(texts, seed: 4).run(schedules: 300))
  }

  @Test func lawsInAllSmallStates() throws {
    let inPlace = ExhaustiveSearch(subject, edits: [Self.insert, Self.delete, Self.forget])
    print(try inPlace.run(SearchScope(edits: 4, merges: 3)))
    print(try inPlace.run(SearchScope(edits: 3, merges: 3, sessions: .continued)))
    let afresh = ExhaustiveSearch(subject, edits: [Self.setAfresh, Self.delete, Self.forget])
    print(try afresh.run(SearchScope(edits: 4, merges: 3)))
    print(try afresh.run(SearchScope(edits: 3, merges: 3, sessions: .continued)))
  }

  // MARK: Freed room

  @Test func forgettingKeysFreesTheirTexts() throws {
    var texts = edit { Texts() }
    edit {
      for key in 0..<1_000 {
        texts["key \(key)"] = ReplicatingText("A text of the key \(key): " + "word ".repeated(60))
      }
    }
    edit { for key in 0..<990 { texts["key \(key)"] = nil } }
    let old = texts
    let before = try texts.encoded().count
    later()
    edit { texts.forgetDeleted() }
    let after = try texts.encoded().count
    print("990 of 1,000 texts deleted: \(before) bytes, \(after) once they are forgotten")
    #expect(texts.count == 10)
    #expect(after * 5 < before)
    #expect(try Texts(encoded: texts.encoded()) == texts)
    #expect(old.merged(with: texts) == texts)
    #expect(texts.merged(with: old) == texts)
    var told = old
    try told.merge(delta: try #require(texts.delta(since: old.version)))
    #expect(told == texts)
    #expect(told.version == texts.version)
    let version = texts.version
    edit { texts.forgetDeleted() }
    #expect(texts.version == version)
  }

  @Test func deletionsOfTheLastHourAreKept() {
    var texts: Texts = edit { ["a": "Plans"] }
    edit { texts["a"] = nil }
    let before = texts
    later(1_800_000)
    edit { texts.forgetDeleted() }
    #expect(texts == before)
    later()
    edit { texts.forgetDeleted() }
    #expect(texts != before)
    #expect(texts.storage.state.keyed["a"]?.value == nil)
  }

  @Test func keysWithinDictionariesAreForgotten() throws {
    var books = edit { ReplicatingDictionary<String, Texts>() }
    edit { books["a", default: [:]]["b"] = ReplicatingText("word ".repeated(100)) }
    edit { books["a"]?["b"] = nil }
    let before = try books.encoded().count
    later()
    edit { books.forgetDeleted() }
    #expect(try books.encoded().count * 2 < before)
  }

  @Test func orderedDictionariesForgetDeletedTexts() throws {
    var texts = edit { ReplicatingOrderedDictionary<String, ReplicatingText>() }
    edit { for key in 0..<100 { texts["\(key)"] = ReplicatingText("word ".repeated(60)) } }
    let old = texts
    edit { for key in 0..<90 { texts["\(key)"] = nil } }
    let before = try texts.encoded().count
    later()
    edit { texts.forgetDeleted() }
    #expect(try texts.encoded().count * 3 < before)
    #expect(texts.keys == (90..<100).map(String.init))
    #expect(texts.merged(with: old) == texts)
    edit { texts.insert("new", forKey: "3", at: 0) }
    #expect(texts.merged(with: old).keys == ["3"] + (90..<100).map(String.init))
  }

  // MARK: Copies that come late

  @Test func aForgottenKeyDoesNotComeBackFromAnOldCopy() {
    var texts: Texts = edit { ["a": "Plans", "b": "Notes"] }
    let old = texts
    edit { texts["a"] = nil }
    let deleted = texts
    later()
    edit { texts.forgetDeleted() }
    for copy in [old, deleted] {
      #expect(LostEdits.gather { _ = copy.merged(with: texts) }.isEmpty)
      #expect(texts.merged(with: copy) == texts)
      #expect(copy.merged(with: texts) == texts)
    }
  }

  /// An edit later than the deletion, by an author who did not know of it, is lost and noted.
  @Test func aLateEditOfAForgottenKeyIsNotedAsLost() throws {
    var texts: Texts = edit { ["a": "Plans", "b": "Notes"] }
    var late = texts
    var early = texts
    edit { early["a"]?.append("?") }
    edit { texts["a"] = nil }
    edit { late["a"]?.append("!") }
    #expect(texts.merged(with: late)["a"]?.string == "Plans!")
    later()
    edit { texts.forgetDeleted() }
    let stamp = try #require(late.storage.state.keyed["a"]).stamp
    let delta = try #require(texts.delta(since: late.version))
    var told = late
    let lost = try LostEdits.gather { () throws(MissingHistory) in try told.merge(delta: delta) }
    #expect(lost.own == [stamp.dot])
    #expect(LostEdits.gather { _ = late.merged(with: texts) }.own == [stamp.dot])
    #expect(LostEdits.gather { _ = texts.merged(with: late) } == .init(late: [stamp.dot]))
    #expect(told.keys == ["b"] && texts.merged(with: late).keys == ["b"])
    // The deletion is later than this edit: it won before, too.
    #expect(LostEdits.gather { _ = early.merged(with: texts) }.isEmpty)
  }

  /// Devices that know of the deletion set the key again, whether or not they know of the forgetting.
  @Test func aKeySetAgainIsNotLost() {
    var texts: Texts = edit { ["a": "Plans"] }
    edit { texts["a"] = nil }
    var other = texts
    later()
    edit { texts.forgetDeleted() }
    let forgotten = texts
    clock.set(to: 5)
    edit { other["a"] = "New" }
    #expect(forgotten.merged(with: other)["a"]?.string == "New")
    #expect(LostEdits.gather { other.merge(forgotten) }.isEmpty)
    edit { texts["a", default: ""].append("Also") }
    let both = texts.merged(with: other)
    #expect(both == other.merged(with: texts))
    #expect(both["a"]?.string.count == 7)
  }

  /// The key was set again after one deletion, before the other deletion that was forgotten.
  @Test func aKeySetAgainBeforeAForgottenDeletionIsNotLost() {
    let old: Texts = edit { ["a": "Plans"] }
    var (texts, other) = (old, old)
    edit { other["a"] = nil }
    edit { other["a"] = "New" }
    edit { texts["a"] = nil }
    #expect(texts.merged(with: other)["a"]?.string == "New")
    later()
    edit { texts.forgetDeleted() }
    let both = texts.merged(with: other)
    #expect(both["a"]?.string == "New")
    #expect(both == other.merged(with: texts))
  }

  // MARK: Bytes

  /// A key may have been forgotten at the last time of all, by a device with a wrong clock. An edit of
  /// the key made here is earlier by name. It once gave bytes that could not be read.
  @Test func aKeyForgottenAtTheLastTimeCanBeSet() throws {
    let end = ReplicationEnvironment(milliseconds: { .max }, random: { .max })
    var texts = Texts()
    end.run {
      for _ in 0..<70_000 { texts["other"] = "x" }
      texts["a"] = "a"
      texts["a"] = nil
      texts.forgetDeleted(deletedBy: HybridTimestamp(rawValue: .max))
    }
    #expect(texts.storage.state.keyed["a"]?.isForgotten == true)
    texts = try Texts(encoded: texts.encoded())
    let early = ReplicationEnvironment(milliseconds: { 1 }, random: { 1 })
    early.run { texts["a"] = "again" }
    #expect(texts["a"]?.string == "again")
    #expect(try Texts(encoded: texts.encoded()) == texts)
  }

  /// Bytes with a wrong bit give a dictionary that can be used, or an error.
  @Test func anyBytesGiveADictionaryOrAnError() throws {
    var texts: Texts = edit { ["a": "b"] }
    edit { texts["a"] = nil }
    let old = texts
    later()
    edit { texts.forgetDeleted() }
    let count = try WrongBits.read(texts) { (read: Texts) throws in
      var forged = read
      #expect(try Texts(encoded: forged.encoded()) == forged)
      for other in [old, texts] {
        let both = forged.merged(with: other)
        both.storage.state.keyed.checkInvariants()
        #expect(try Texts(encoded: both.encoded()) == both)
        var receiver = other
        if let delta = forged.delta(since: other.version) { try? receiver.merge(delta: delta) }
        #expect(try Texts(encoded: receiver.encoded()) == receiver)
      }
      edit { forged["a", default: ""].append("c") }
      edit { forged["a"] = nil }
      edit { forged.forgetDeleted(deletedBy: HybridTimestamp(rawValue: .max)) }
      #expect(try Texts(encoded: forged.encoded()) == forged)
    }
    #expect(count > 8)
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
