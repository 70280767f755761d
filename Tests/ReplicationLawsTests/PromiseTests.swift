// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

struct PromiseTests {
  @Test func typesKeepTheirOwnPromise() throws {
    let words: (Journal) -> Set<String> = { Set($0.shown) }
    _ = try LawDriver(.journal(promise: .additionsSurvive(items: words))).run()
    _ = try LawDriver(.journal(promise: .lastEditDecides(items: words))).run()
    _ = try LawDriver(.choice(promise: .oneOfTheLastEdits(items: { [$0.value] }))).run()
  }

  @Test func typesDoNotKeepThePromisesOfOthers() throws {
    let value: (Choice) -> Set<String> = { [$0.value] }
    let promises: [Promise<Choice>] = [
      .additionsSurvive(items: value), .lastEditDecides(items: value),
    ]
    for promise in promises {
      let violation = #expect(throws: LawViolation.self) {
        try LawDriver(.choice(promise: promise)).run()
      }
      #expect(violation?.law == .promise)
    }
    let words = Promise<Journal>.oneOfTheLastEdits(items: { Set($0.shown) })
    let violation = #expect(throws: LawViolation.self) {
      try LawDriver(.journal(promise: words)).run()
    }
    #expect(violation?.law == .promise)
  }
}
