// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

@testable import DecentSync

/// Claims that supersede other claims.
@Suite struct SupersessionTests {
  private let bench: Bench

  init() throws {
    bench = try Bench()
    try bench.documents.add("abcdefgh", to: Bench.document())
  }

  @Test func aClaimFromBelowThatLeadsFurtherSupersedes() throws {
    try bench.put("1", ("a", "ab"))
    try bench.put("2", number: 2, ("", "abc"))
    #expect(try bench.live() == ["2"])
    try bench.put("3", number: 3, ("b", "bc"))
    #expect(try bench.live() == ["2"])
  }

  /// Own objects that such a claim superseded were neither compacted nor deleted: they piled up.
  ///
  /// - Parameter isHere: Whether the document is here when the claim is judged. One that was dropped
  ///   comes back afterwards.
  @Test(arguments: [true, false])
  func aClaimThatCannotBeJudgedSupersedesNothing(isHere: Bool) throws {
    try bench.put("0", ("", "a"))
    try bench.put("own", device: 1, ("a", "ab"))
    let (claim, name) = (
      Claim(
        document: try Bench.document(), base: Array("a".utf8), news: Array("?b".utf8),
        delta: Array("?b".utf8)),
      try Bench.name("theirs")
    )
    let sealed = SealedObject(
      sealing: LogObject(
        device: DeviceID(rawValue: 8), number: 1, level: 5, taken: [], claims: [claim]))
    try bench.put("theirs", device: 8, level: 5, ("a", "a?b"))
    #expect(try bench.live() == ["0", "theirs"])
    let object = sealed
    let letters = try bench.documents.letters(of: Bench.document())
    if !isHere { try bench.documents.drop(Bench.document()) }
    #expect(try !bench.policy.verify(object, readAs: name, isChecked: true))
    if !isHere { try bench.documents.add(letters, to: Bench.document()) }
    #expect(try bench.live() == ["0", "own", "theirs"])
    try bench.put("later", device: 1, number: 2, ("a", "abc"))
    #expect(try bench.live() == ["0", "later", "theirs"])
    try bench.policy.checkRows()
  }

  @Test func aClaimWithAHigherBaseSupersedesNothing() throws {
    try bench.put("1", ("", "a"))
    try bench.put("2", number: 2, ("a", "abc"))
    #expect(try bench.live() == ["1", "2"])
  }

  /// If two claims together superseded a third, two devices could delete each other's halves.
  @Test func severalTogetherDominateNothing() throws {
    try bench.put("whole", ("", "ab"))
    try bench.put("left", device: 8, number: 2, level: 1, ("", "a"))
    try bench.put("right", device: 8, number: 3, level: 1, ("", "b"))
    #expect(try bench.live() == ["whole"])
  }

  @Test(arguments: [true, false]) func ofEqualClaimsOneStays(isReversed: Bool) throws {
    let puts: [() throws -> Void] = [
      { try bench.put("level", number: 1, level: 1, ("", "a")) },
      { try bench.put("number", number: 3, ("", "a")) },
      { try bench.put("device", device: 8, number: 2, ("", "a")) },
      { try bench.put("least", device: 7, number: 2, ("", "a")) },
    ]
    for put in isReversed ? puts.reversed() : puts { try put() }
    for name in ["level", "number", "device", "least"] {
      #expect(try bench.live() == [name])
      try bench.lose(name)
    }
  }

  /// A renamed copy is the same object under another name.
  @Test func ofCopiesTheLesserNameStays() throws {
    try bench.put("a", ("", "a"))
    try bench.put("a (copy)", ("", "a"))
    #expect(try bench.live() == ["a"])
  }

  @Test func anObjectMaySayTheSameTwice() throws {
    try bench.put("1", ("", "a"), ("", "a"), ("", "a"))
    #expect(try bench.live() == ["1"])
    #expect(try bench.policy.objects[Bench.name("1")]?.live == 1)
  }

  /// Supersession is one strict order: no two claims supersede each other, and supersession is
  /// transitive.
  @Test func isAStrictOrder() throws {
    var random = SeededGenerator(seed: RunSettings().seed ?? 5)
    for _ in 0..<12 {
      let base = "ab".filter { _ in random.oneIn(2) }
      let to = "abc".filter { _ in random.oneIn(2) } + base
      try bench.put(
        "\(random.below(1000))", device: 7 + UInt64(random.below(2)), number: 1 + random.below(2),
        level: random.below(2), (base, to))
    }
    let document = try Bench.document()
    let claims = try bench.policy.claims.claims(of: document)
    let open = OpenLetters(document, Set("abcdefgh".utf8))
    func supersedes(_ one: Int, _ other: Int) throws -> Bool {
      try bench.policy.claims.supersedes(claims[one], claims[other], open)
    }
    var pairs = 0
    for one in claims.indices {
      for other in claims.indices where one != other {
        let isBelow = try supersedes(one, other)
        pairs += isBelow ? 1 : 0
        #expect(try !(isBelow && supersedes(other, one)))
        for third in claims.indices where third != one && third != other {
          if try isBelow && supersedes(other, third) { #expect(try supersedes(one, third)) }
        }
      }
    }
    #expect(pairs > 0, "no claim supersedes another, so nothing was compared")
  }
}
