// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation
import ReplicationLaws
import Testing

// What follows stands in Documentation/CheckingYourTypes.md, word for word.

/// The best score of each player.
struct HighScores: Replicable, Equatable {
  private(set) var best: [String: Int] = [:]

  mutating func record(_ score: Int, by player: String) {
    best[player] = max(score, best[player] ?? 0)
  }

  func merged(with other: HighScores) -> HighScores {
    var result = self
    result.best.merge(other.best) { max($0, $1) }
    return result
  }
}

private var highScores: LawSubject<HighScores, [String]> {
  LawSubject(
    "high scores",
    make: { HighScores() },
    edits: [
      { scores, random in
        let player = random.pick(["Ada", "Bo"])
        let score = random.below(10)
        scores.record(score, by: player)
        return Edit("\(score) by \(player)", code: "replica.record(\(score), by: \"\(player)\")")
      }
    ],
    observe: { $0.best.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" } })
}

@Test func highScoresKeepTheLaws() throws {
  print(try LawDriver(highScores).run(schedules: 2_000))
}

private var manyEdits: LawSubject<HighScores, [String]> {
  let edits: [LawSubject<HighScores, [String]>.RandomEdit] = [
    { scores, random in
      scores.record(random.below(10), by: "Ada")
      return "Ada scores"
    }
  ]
  return LawSubject(
    "high scores", make: { HighScores() }, edits: edits, observe: { $0.best.keys.sorted() })
}

@Test func editsInAListOfTheirOwnKeepTheLaws() throws {
  print(try LawDriver(manyEdits).run())
}

@Test func highScoresKeepTheLawsInAllSmallStates() throws {
  let search = ExhaustiveSearch(
    highScores,
    edits: [
      "replica.record(1, by: \"Ada\")": { $0.record(1, by: "Ada") },
      "replica.record(2, by: \"Ada\")": { $0.record(2, by: "Ada") },
      "replica.record(1, by: \"Bo\")": { $0.record(1, by: "Bo") },
    ])
  print(try search.run())
}

extension HighScores: Framed {
  static let frameKind = FrameKind(code: 5001, name: "high scores")

  func encode(to writer: inout ByteWriter) {
    writer.writeCount(best.count)
    for (player, score) in best.sorted(by: { $0.key < $1.key }) {
      writer.writeString(player)
      writer.writeSignedVarint(Int64(score))
    }
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init()
    for _ in 0..<(try reader.readCount()) {
      let player = try reader.readString()
      best[player] = Int(try reader.readSignedVarint())
    }
  }
}

@Test func highScoresKeepTheLawsNearby() throws {
  let search = ExhaustiveSearch(
    highScores, edits: ["replica.record(1, by: \"Ada\")": { $0.record(1, by: "Ada") }])
  print(try search.run(SearchScope(edits: 3, merges: 3)))
}

@Test func noPlayerIsLost() throws {
  let promise = Promise<HighScores>(
    items: { Set($0.best.keys) },
    code: "Set(replica.best.keys)",
    complaint: { history, shown in
      history.edits.first { !$0.shown.isSubset(of: shown) }
        .map { "\($0.shown.subtracting(shown).sorted()) lost since \($0.description)" }
    })
  let subject = LawSubject(
    "players",
    make: { HighScores() },
    edits: [
      { scores, random in
        let player = "\(random.below(1_000))"
        scores.record(1, by: player)
        return Edit("1 by \(player)", code: "replica.record(1, by: \"\(player)\")")
      }
    ],
    observe: { $0.best.keys.sorted() },
    promise: promise)
  print(try LawDriver(subject).run())
}

/// The same type with the mistake that the page shows.
enum Mistaken {
  struct HighScores: Replicable, Equatable {
    private(set) var best: [String: Int] = [:]

    mutating func record(_ score: Int, by player: String) {
      best[player] = max(score, best[player] ?? 0)
    }

    func merged(with other: HighScores) -> HighScores {
      var result = self
      result.best.merge(other.best) { $0 + $1 }
      return result
    }
  }
}

struct CheckingYourTypesTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func page() throws -> String {
    try String(
      contentsOf: root.appending(path: "Documentation/CheckingYourTypes.md"), encoding: .utf8)
  }

  /// The blocks of the page in a language.
  private static func blocks(_ language: String) throws -> [String] {
    try page().components(separatedBy: "\n```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "\n```\n")[0]
    }
  }

  @Test func thePagesCodeIsThisCode() throws {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let blocks = try Self.blocks("swift")
    #expect(blocks.count == 8)
    for block in blocks {
      // The page's reader has a module of his own.
      let code = ["import ReplicationLaws\nimport Testing\n", "@testable import MyApp"]
        .reduce(block) { $0.replacingOccurrences(of: $1, with: "") }
        .trimmingCharacters(in: .newlines)
      #expect(code.isEmpty || source.contains(code), "\(code)")
    }
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["DECENT_SEED"] == nil))
  func thePageShowsWhatIsPrinted() throws {
    let subject = LawSubject(
      "high scores", make: { Mistaken.HighScores() },
      edits: [
        { scores, random in
          let player = random.pick(["Ada", "Bo"])
          let score = random.below(10)
          scores.record(score, by: player)
          return Edit("\(score) by \(player)", code: "replica.record(\(score), by: \"\(player)\")")
        }
      ],
      observe: { $0.best.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" } },
      code: "HighScores()")
    let violation = try #require(LawViolation.found(in: subject))
    #expect(try Self.blocks("text").contains(violation.description), "\(violation)")
  }
}
