// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import Foundation
import Testing

@testable import ReplicationLaws

/// A set of numbers that is only `Codable`: a removed number never comes back.
private protocol Basket: Replicable, Equatable, Codable {
  var added: Set<Int> { get set }
  var removed: Set<Int> { get set }

  init()
}

extension Basket {
  var shown: Set<Int> { added.subtracting(removed) }

  func merged(with other: Self) -> Self {
    var result = self
    result.added.formUnion(other.added)
    result.removed.formUnion(other.removed)
    return result
  }

  static var subject: LawSubject<Self, [Int]> {
    LawSubject(
      "a basket", make: { Self() },
      edits: [
        { basket, random in
          let number = random.below(4)
          basket.added.insert(number)
          return Edit("add \(number)", code: "replica.added.insert(\(number))")
        },
        { basket, random in
          let number = random.below(4)
          if basket.added.contains(number) { basket.removed.insert(number) }
          return Edit("remove \(number)", code: "replica.removed.insert(\(number))")
        },
      ],
      observe: { $0.shown.sorted() })
  }
}

private struct WholeBasket: Basket {
  var added: Set<Int> = []
  var removed: Set<Int> = []
}

/// Its coded form lacks the tombstones.
private struct ForgetfulBasket: Basket {
  var added: Set<Int> = []
  var removed: Set<Int> = []

  enum CodingKeys: CodingKey { case added }
}

/// Its coded form lacks the tombstones, and its equality does not see them.
private struct BlindBasket: Basket {
  var added: Set<Int> = []
  var removed: Set<Int> = []

  enum CodingKeys: CodingKey { case added }

  static func == (left: Self, right: Self) -> Bool { left.shown == right.shown }

  // What is removed is not written, so equal values write equal bytes.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(shown, forKey: .added)
  }
}

/// It refuses what it wrote.
private struct StrictBasket: Basket {
  var added: Set<Int> = []
  var removed: Set<Int> = []

  init() {}

  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: [], debugDescription: "a basket of another shop"))
  }
}

/// The bytes of types that are only `Codable`.
struct CodableTests {
  private func violation<Value: Basket>(of type: Value.Type) throws -> LawViolation {
    try #require(LawViolation.found(in: Value.subject))
  }

  private func search<Value: Basket>(_ type: Value.Type) throws -> SearchReport {
    try ExhaustiveSearch(
      Value.subject,
      edits: [
        "replica.added.insert(1)": { $0.added.insert(1) },
        "replica.removed.insert(1)": { if $0.added.contains(1) { $0.removed.insert(1) } },
      ]
    ).run(SearchScope(edits: 2, merges: 2))
  }

  @Test func theBytesAreChecked() throws {
    let report = try LawDriver(WholeBasket.subject).run(schedules: 200)
    #expect(report.checks[.encoding] ?? 0 > 0)
    #expect(!report.description.contains("bytes ("), "\(report)")
    _ = try search(WholeBasket.self)
  }

  @Test func tombstonesThatAreNotCodedAreMissed() throws {
    var basket = ForgetfulBasket()
    (basket.added, basket.removed) = ([1], [1])
    let json = try JSONEncoder().encode(basket)
    #expect(try JSONDecoder().decode(ForgetfulBasket.self, from: json).shown == [1])
    let violation = try violation(of: ForgetfulBasket.self)
    #expect(violation.law == .encoding, "\(violation)")
    #expect(violation.finding.contains("was encoded and decoded: unequal, showing"))
    // The script names only what it has made.
    #expect(
      violation.script.suffix(3)
        == ["  let before = a", "  return try reopened(before) == before", "}"], "\(violation)")
    #expect(throws: LawViolation.self) { try search(ForgetfulBasket.self) }
  }

  @Test func equalityThatIsBlindToTombstonesHidesNothing() throws {
    let violation = try violation(of: BlindBasket.self)
    #expect(violation.law == .encoding, "\(violation)")
    #expect(violation.finding.hasPrefix("a copy that was encoded and decoded merges otherwise"))
    #expect(violation.steps <= 8, "\(violation)")
  }

  @Test func aFormThatIsRefusedIsReportedWithItsReason() throws {
    let violation = try violation(of: StrictBasket.self)
    #expect(violation.law == .encoding, "\(violation)")
    #expect(violation.finding.contains("cannot be decoded from its bytes"))
    #expect(violation.finding.contains("a basket of another shop"))
  }

  @Test func scriptsOpenWhatTheyWrite() throws {
    var basket = WholeBasket()
    (basket.added, basket.removed) = ([1, 2, 3], [2])
    #expect(try reopened(basket) == basket)
    #expect(try encodedBytes(of: basket) == encodedBytes(of: reopened(basket)))
    // A type with a binary form is written in that form.
    let stamps = VersionVector()
    #expect(try encodedBytes(of: stamps).count == 2)
  }
}
