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

  /// The last line of a script is true once the promise is kept.
  @Test func scriptsCheckTheItems() throws {
    let value: (Choice) -> Set<String> = { [$0.value] }
    let code = "[replica.value]"
    let endings: [(Promise<Choice>, String)] = [
      (.additionsSurvive(items: value, code: code), "  return items == ["),
      (.lastEditDecides(items: value, code: code), "  return items.contains("),
      (
        Promise(items: value, code: code) { _, shown in shown == ["nothing"] ? nil : "not nothing"
        },
        "  return false  // say here"
      ),
    ]
    for (promise, ending) in endings {
      let violation = try #require(LawViolation.found(in: .choice(promise: promise)))
      #expect(violation.script.contains("  let items: Set<String> = [end.value]"), "\(violation)")
      #expect(violation.script.dropLast().last?.hasPrefix(ending) == true, "\(violation)")
    }
    let words = Promise<Journal>.oneOfTheLastEdits(
      items: { Set($0.shown) }, code: "Set(replica.shown)")
    let violation = try #require(LawViolation.found(in: .journal(promise: words)))
    let last = try #require(violation.script.dropLast().last)
    #expect(last.hasPrefix("  return [[") && last.hasSuffix("]].contains(items.sorted())"))
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
