// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

@testable import DecentSync

/// The claims of one document, whose versions are sets of letters.
@Suite struct ClaimIndexTests {
  private let rows = MemoryRows()
  private let index: ClaimIndex<MemoryRows>
  private let open: OpenDocument

  init() throws {
    index = ClaimIndex(rows, of: RemoteName("folder"), options: PolicyOptions())
    let documents = LetterDocuments(rows: rows)
    try documents.add("abc", to: Bench.document())
    open = try documents.open(Bench.document())
  }

  /// Adds a claim of an object, which is made if it is not known.
  private func add(
    _ base: String, _ to: String, in text: String, at place: Int = 0, level: Int = 0
  ) throws {
    let name = try Bench.name(text)
    if try index.objects[name] == nil {
      let reference = SegmentReference(
        device: DeviceID(rawValue: 9), number: try index.objects.all().count + 1, checksum: 7)
      try index.objects.set(
        ObjectRow(size: 1, reference: reference, level: level, since: 0), of: name)
    }
    let row = ClaimRow(base: Array(base.utf8), to: Array(to.utf8), size: 1)
    try index.add(
      [KnownClaim(document: open.id, name: name, place: place, row: row)], of: open.id, open)
  }

  private func covered() throws -> String {
    String(decoding: try index.coverage(of: open.id, open).version, as: UTF8.self)
  }

  private func live() throws -> [String] {
    try index.liveClaims(of: open.id).map { String($0.name.text.dropFirst(4)) }.sorted()
  }

  @Test func claimsAreFoundByDocumentAndByObject() throws {
    try add("", "a", in: "1", at: 0)
    try add("", "b", in: "1", at: 1)
    try add("", "c", in: "2")
    #expect(try index.claims(of: open.id).count == 3)
    #expect(try index.claims(of: Bench.name("1")).map(\.place).sorted() == [0, 1])
    #expect(try index.claims(of: open.id, in: Bench.name("2")).count == 1)
    #expect(try index.count(of: Bench.name("1")) == 2)
    #expect(try index.documents() == [open.id])
  }

  @Test func aClaimIsAddedOnce() throws {
    try add("", "a", in: "1")
    try add("", "a", in: "1")
    #expect(try index.coverageRow(of: open.id).claims == 1)
    #expect(try index.objects[Bench.name("1")]?.live == 1)
  }

  @Test func aClaimCountsOnceItsBaseIsCovered() throws {
    try add("a", "ab", in: "2")
    #expect(try covered() == "")
    try add("", "a", in: "1")
    try index.wake(open.id, open)
    #expect(try covered() == "ab")
    #expect(try index.coverageRow(of: open.id).uncounted == 0)
  }

  @Test func coverageShrinksWithItsClaims() throws {
    try add("", "a", in: "1")
    try add("a", "ab", in: "2")
    #expect(try index.removeClaims(of: Bench.name("1")) == [open.id])
    #expect(try covered() == "")
    #expect(try index.removeClaims(of: Bench.name("2")) == [open.id])
    #expect(try index.coverageRow(of: open.id).claims == 0)
  }

  /// Coverage need not be computed anew when a superfluous claim goes.
  @Test func aSupersededClaimMayGo() throws {
    try add("", "a", in: "1")
    try add("", "ab", in: "2")
    #expect(try live() == ["2"])
    _ = try index.removeClaims(of: Bench.name("1"))
    #expect(try !index.coverageRow(of: open.id).isStale)
    #expect(try covered() == "ab")
  }

  @Test func aClaimIsLiveAgainWithoutItsSuccessor() throws {
    try add("", "a", in: "1")
    try add("", "ab", in: "2")
    _ = try index.removeClaims(of: Bench.name("2"))
    #expect(try covered() == "a")
    #expect(try live() == ["1"])
    #expect(try index.objects[Bench.name("1")]?.live == 1)
  }

  @Test func ofEqualClaimsThatOfTheGreaterObjectStays() throws {
    try add("", "a", in: "compacted", level: 1)
    try add("", "a", in: "later", level: 0)
    #expect(try live() == ["compacted"])
  }

  /// Two of three claims say together what the third says; neither makes it superfluous.
  @Test func oneClaimAloneSupersedes() throws {
    try add("", "ab", in: "1")
    try add("", "ac", in: "2")
    try add("", "bc", in: "3")
    #expect(try live() == ["1", "2", "3"])
    #expect(try index.fault(in: open.id, open) == nil)
  }

  /// Claims of level 0 that came after so many others stayed live, and their objects were never
  /// deleted.
  @Test func aCompactionSupersedesClaimsThatComeAfterManyOthers() throws {
    try add("", "abc", in: "compacted", level: 1)
    for number in 0..<ClaimIndex<MemoryRows>.mostCompared + 20 {
      try add("", number.isMultiple(of: 2) ? "a" : "ab", in: "\(number)")
    }
    #expect(try live() == ["compacted"])
    #expect(try index.fault(in: open.id, open) == nil)
  }

  /// With fewer claims, claims of level 0 supersede each other again.
  @Test func claimsAreComparedAnewOnceTheyAreFew() throws {
    let most = ClaimIndex<MemoryRows>.mostCompared
    try add("", "a", in: "compacted", level: 1)
    for number in 0..<most { try add("", "a", in: "\(number)") }
    try add("", "b", in: "less")
    try add("", "bc", in: "more")
    #expect(try live() == ["compacted", "less", "more"])
    for number in 0..<3 { _ = try index.removeClaims(of: Bench.name("\(number)")) }
    #expect(try index.coverage(of: open.id, open).claims == most)
    #expect(try live() == ["compacted", "more"])
  }

  /// Against the definition, as claims come and go around the number of claims that are compared.
  @Test func marksAgreeWithTheirDefinition() throws {
    var random = SeededGenerator(seed: RunSettings().seed ?? 7)
    let most = ClaimIndex<MemoryRows>.mostCompared
    var there: [Int] = []
    var checks = 0
    for step in 0..<most + 240 {
      // First there are many claims, then alternately more and fewer.
      let isGrowing = step < most || (step - most) / 40 % 2 == 0
      if step < most || isGrowing != random.oneIn(4) {
        let base = "abc".filter { _ in random.oneIn(4) }
        let to = Set("abc".filter { _ in random.oneIn(2) } + base).sorted()
        try add(base, String(to), in: "\(step)", level: random.oneIn(8) ? 1 : 0)
        there.append(step)
      } else {
        let gone = there.remove(at: random.below(there.count))
        _ = try index.removeClaims(of: Bench.name("\(gone)"))
      }
      if try step < most - 40 || index.coverageRow(of: open.id).isStale { continue }
      let known = try index.claims(of: open.id)
      let defined = try index.defined(by: known, open).1
      #expect(known.map(\.row.isSuperseded) == defined.map(\.row.isSuperseded), "step \(step)")
      if known.count > most { checks += 1 }
    }
    #expect(checks > 0, "there were never many claims")
  }

  @Test func wrongCountsAreFound() throws {
    try add("", "a", in: "1")
    try index.check(open.id, open)
    var row = try index.coverageRow(of: open.id)
    row.uncounted = 1
    try index.set(row, of: open.id)
    #expect(throws: DamagedRow.self) { try index.check(open.id, open) }
  }
}
