// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

@testable import DecentSync

/// The coverage of a document: the least version that contains `to` of each claim whose base it
/// contains.
@Suite struct ClaimCoverageTests {
  private let bench: Bench

  init() throws {
    bench = try Bench()
    // The device has all letters already, so that it takes in claims with any base.
    try bench.documents.add("abcdefgh", to: Bench.document())
  }

  @Test func aClaimCountsIfItsBaseIsCovered() throws {
    try bench.put("1", ("", "a"))
    try bench.put("2", number: 2, ("a", "ab"))
    #expect(try bench.covered() == "ab")
  }

  @Test func aClaimDoesNotCountIfItsBaseIsNotCovered() throws {
    try bench.put("1", ("", "a"))
    try bench.put("3", number: 3, ("ab", "abc"))
    #expect(try bench.covered() == "a")
  }

  @Test func anyCoverOfABaseWillDo() throws {
    try bench.put("3", number: 3, ("ab", "abc"))
    try bench.put("4", number: 4, ("abc", "abcd"))
    #expect(try bench.covered() == "")
    try bench.put("1", device: 7, ("", "b"))
    try bench.put("2", device: 8, ("", "a"))
    #expect(try bench.covered() == "abcd")
  }

  @Test func claimsThatNeedEachOtherDoNotCount() throws {
    try bench.put("1", ("b", "ab"))
    try bench.put("2", number: 2, ("a", "ab"))
    #expect(try bench.covered() == "")
  }

  @Test func coverageIsWorkedOutAnewWhenAClaimDisappears() throws {
    try bench.put("1", ("", "a"))
    try bench.put("2", number: 2, ("a", "ab"))
    try bench.lose("1")
    #expect(try bench.covered() == "")
    try bench.put("1", ("", "a"))
    #expect(try bench.covered() == "ab")
  }

  @Test func aSupersededClaimDisappearsWithoutATrace() throws {
    try bench.put("1", ("", "a"))
    try bench.put("2", number: 2, ("", "ab"))
    try bench.lose("1")
    #expect(try !bench.policy.claims.coverageRow(of: Bench.document()).isStale)
    #expect(try bench.covered() == "ab")
  }

  @Test func aChangeThatLacksWhatItSaysIsNotTakenIn() throws {
    let news = Array("xy".utf8)
    let lie = Claim(document: try Bench.document(), base: [], news: news, delta: [news[0]])
    let object = SealedObject(
      sealing: LogObject(
        device: DeviceID(rawValue: 9), number: 1, level: 1, taken: [], claims: [lie]))
    let info = ObjectInfo(name: try Bench.name("1"), size: 10)
    #expect(try bench.policy.intake.begin(object, readAs: info, at: 0))
    #expect(try bench.policy.intake.take(object.parts(named: info.name)).held.count == 1)
    #expect(try bench.policy.claims.claims(of: Bench.document()).isEmpty)
    #expect(try bench.covered() == "")
  }

  /// Against the definition, applied until nothing changes, as claims come and go.
  @Test func agreesWithTheDefinition() throws {
    var random = SeededGenerator(seed: RunSettings().seed ?? 3)
    for round in 0..<RunSettings().scheduleCount(40) {
      let bench = try Bench()
      try bench.documents.add("abcdef", to: Bench.document())
      var there: [String: Bench.Said] = [:]
      for number in 1...30 {
        if let name = there.keys.sorted().randomElement(using: &random), random.oneIn(3) {
          there[name] = nil
          try bench.lose(name)
        } else {
          let base = "abcdef".filter { _ in random.oneIn(4) }
          let to = "abcdef".filter { _ in random.oneIn(3) } + base
          there["\(number)"] = (base, String(Set(to).sorted()))
          let level = random.below(2)
          try bench.put(
            "\(number)", device: 7 + UInt64(random.below(2)), number: number, level: level,
            (base, to))
        }
        #expect(try bench.covered() == Self.definition(there), "round \(round)")
      }
    }
  }

  private static func definition(_ claims: [String: Bench.Said]) -> String {
    var covered: Set<Character> = []
    for _ in claims {
      for (base, to) in claims.values where covered.isSuperset(of: base) { covered.formUnion(to) }
    }
    return String(covered.sorted())
  }
}
