// SPDX-License-Identifier: MIT

import Causality
import Foundation
import ReplicationLaws
import RollYourOwn
import Testing

/// The laws of the example's types, their JSON, and their use as documents.
struct TypeTests {
  private func checkLaws<Value, Observation>(
    of subject: LawSubject<Value, Observation>
  ) throws {
    let report = try LawDriver(subject).run(schedules: 500)
    #expect(report.checks[.encoding] ?? 0 > 0 && report.checks[.promise] ?? 0 > 0, "\(report)")
  }

  private func search<Value, Observation>(
    _ subject: LawSubject<Value, Observation>, edits: KeyValuePairs<String, (inout Value) -> Void>
  ) throws {
    _ = try ExhaustiveSearch(subject, edits: edits).run(SearchScope(edits: 3, merges: 3))
  }

  @Test func aRegisterKeepsTheLaws() throws {
    try checkLaws(of: LastWriterRegister<Int>.subject)
    try search(
      LastWriterRegister<Int>.subject,
      edits: ["replica.value = 1": { $0.value = 1 }, "replica.value = 2": { $0.value = 2 }])
  }

  @Test func anAddOnlySetKeepsTheLaws() throws {
    try checkLaws(of: GrowOnlySet<Int>.subject)
    try search(
      GrowOnlySet<Int>.subject,
      edits: ["replica.insert(1)": { $0.insert(1) }, "replica.insert(2)": { $0.insert(2) }])
  }

  @Test func aSetKeepsTheLaws() throws {
    try checkLaws(of: TombstoneSet<String>.subject)
    // An insertion of an element that is there is an edit, too.
    let search = ExhaustiveSearch(
      TombstoneSet<String>.subject,
      edits: [
        {
          $0.insert("a")
          return Edit("insert", touching: ["a"], code: "replica.insert(\"a\")")
        },
        {
          $0.remove("a")
          return Edit("remove", touching: ["a"], code: "replica.remove(\"a\")")
        },
      ])
    _ = try search.run(SearchScope(edits: 3, merges: 3))
  }

  @Test func aListKeepsTheLaws() throws {
    try checkLaws(of: IdentityList.subject(promise: IdentityList.nothingIsLost))
    // The elements of a search are equal, so no promise tells them apart.
    try search(
      IdentityList.subject(promise: nil),
      edits: [
        "replica.insert(\"a\", at: 0)": { $0.insert("a", at: 0) },
        "if !replica.elements.isEmpty { replica.remove(at: 0) }": {
          if !$0.elements.isEmpty { $0.remove(at: 0) }
        },
      ])
  }

  /// The device's clock stands still. All random bits are 0.
  private let here = ReplicationEnvironment(milliseconds: { 1_764_444_000_000 }, random: { 0 })

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func jsonCanBeRead() throws {
    try here.run {
      var register = LastWriterRegister(default: 0)
      register.value = 7
      let stamp = #"{"edit":"01kb8gxkr00000000000000000-0-0","time":"1764444000000-0"}"#
      #expect(try json(register) == #"{"current":7,"stamp":\#(stamp)}"#)
      var set = TombstoneSet<String>()
      set.insert("a")
      #expect(
        try json(set) == #"{"inserted":{"01kb8gxkr00000000000000000-1-0":"a"},"removed":[]}"#)
      let copy = try JSONDecoder().decode(TombstoneSet<String>.self, from: Data(json(set).utf8))
      #expect(copy == set && copy.merged(with: set) == set)
    }
  }

  @Test func aListKeepsItsOrder() {
    var list = IdentityList<String>()
    for letter in ["c", "b", "a"] { list.insert(letter, at: 0) }
    list.insert("d", at: 3)
    list.remove(at: 1)
    list.insert("x", at: 1)
    #expect(list.elements == ["a", "x", "c", "d"])
    var other = list
    list.insert("y", at: 2)
    other.remove(at: 1)
    list.merge(other)
    #expect(list.elements == ["a", "y", "c", "d"])
  }
}
