// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

@testable import ReplicatingTypes

@Suite struct DictionaryTests {
  @Test func lawsOfPlainValues() throws {
    print(try LawDriver(DictionarySubjects.plain, seed: 1).run(schedules: 1_000))
  }

  @Test func lawsOfNestedSets() throws {
    print(try LawDriver(DictionarySubjects.sets, seed: 2).run(schedules: 1_000))
  }

  @Test func lawsOfNestedDictionaries() throws {
    print(try LawDriver(DictionarySubjects.deep, seed: 3).run(schedules: 1_000))
  }

  @Test func lawsOfValuesThatOnlyMerge() throws {
    print(try LawDriver(DictionarySubjects.merging, seed: 4).run(schedules: 1_000))
  }
}
