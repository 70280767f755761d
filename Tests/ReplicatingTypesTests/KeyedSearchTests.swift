// SPDX-License-Identifier: MIT

import ReplicatingTypes
import ReplicationLaws
import TestInputs
import Testing

/// All small states of the types with keys.
@Suite struct KeyedSearchTests {
  @Test func lawsInAllSmallStatesOfAddOnlySets() throws {
    let subject = LawSubject(
      "an add-only set",
      make: { ReplicatingAddOnlySet<String>() },
      edits: [{ set, _ in Edit("insert a", touching: set.insert("a") ? ["a"] : []) }],
      observe: { Array($0) }, promise: .additionsSurvive(items: { $0.values }))
    let search = ExhaustiveSearch(
      subject,
      edits: [
        { $0.insert("a") ? Edit("insert a", touching: ["a"], code: "replica.insert(\"a\")") : nil },
        { $0.insert("b") ? Edit("insert b", touching: ["b"], code: "replica.insert(\"b\")") : nil },
      ])
    print(try search.run(TestRun.scope()))
  }

  @Test func lawsInAllSmallStatesOfPlainDictionaries() throws {
    let search = ExhaustiveSearch(
      DictionarySubjects.plain,
      edits: [
        {
          $0["a"] = 1; return Edit("set", touching: Self.a, code: "replica[\"a\"] = 1")
        },
        {
          $0["a"] = 2; return Edit("set", touching: Self.a, code: "replica[\"a\"] = 2")
        },
        { values in
          guard values["a"] != nil else { return nil }
          values["a"] = nil
          return Edit("delete", touching: Self.a, code: "replica[\"a\"] = nil")
        },
      ])
    print(try search.run(TestRun.scope(merges: 3)))
  }

  private static let a: Set = ["a", "a = 0", "a = 1", "a = 2"]

  private typealias SetEdit = @Sendable (inout DictionarySubjects.Sets) -> Edit?

  private static let insertOne: SetEdit = {
    $0["a", default: []].insert(1)
    return Edit(
      "insert", touching: ["a 1"], code: "replica[\"a\", default: []].insert(1)")
  }
  private static let removeOne: SetEdit = {
    $0["a"]?.remove(1)
    return Edit("remove", touching: ["a 1"], code: "replica[\"a\"]?.remove(1)")
  }
  private static let setAfresh: SetEdit = {
    $0["a"] = [2]
    return Edit(
      "set", touching: [DictionarySubjects.end(of: "a"), "a 2"], code: "replica[\"a\"] = [2]")
  }
  private static let delete: SetEdit = {
    $0["a"] = nil
    return Edit(
      "delete", touching: [DictionarySubjects.end(of: "a")], code: "replica[\"a\"] = nil")
  }

  @Test func lawsInAllSmallStatesOfDictionariesOfSets() throws {
    let search = ExhaustiveSearch(
      DictionarySubjects.sets, edits: [Self.insertOne, Self.delete, Self.setAfresh])
    print(try search.run(SearchScope(edits: 3, merges: 3)))
    print(try search.run(SearchScope(edits: 3, merges: 3, sessions: .continued)))
  }

  @Test func lawsInAllSmallStatesOfSetsEditedInPlace() throws {
    let search = ExhaustiveSearch(
      DictionarySubjects.sets, edits: [Self.insertOne, Self.removeOne, Self.delete])
    print(try search.run(SearchScope(edits: 3, merges: 3)))
  }

  @Test func lawsInAllSmallStatesOfOrderedDictionaries() throws {
    let search = ExhaustiveSearch(
      OrderedDictionarySubjects.plain,
      edits: [
        {
          $0["a"] = 1; return Edit("set a", touching: ["a"], code: "replica[\"a\"] = 1")
        },
        { values in
          guard values.removeValue(forKey: "a") != nil else { return nil }
          return Edit("delete a", touching: ["a"], code: "replica[\"a\"] = nil")
        },
        { values in
          values.insert(2, forKey: "b", at: 0)
          return Edit("b first", touching: ["b"], code: "replica.insert(2, forKey: \"b\", at: 0)")
        },
      ])
    print(try search.run(SearchScope(edits: 3, merges: 3)))
  }
}
