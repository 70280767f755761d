// SPDX-License-Identifier: MIT

import Foundation
import ReplicationLaws
import RollYourOwn
import Testing

/// What Documentation/WriteAType.md shows is the code of the example, and what the law kit prints of
/// types that lack a tool.
struct WriteATypeTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The blocks of the page in a language.
  private func blocks(_ language: String) throws -> [String] {
    let page = try String(
      contentsOf: Self.root.appending(path: "Documentation/WriteAType.md"), encoding: .utf8)
    return page.components(separatedBy: "\n```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "\n```\n")[0]
    }
  }

  private func violation<Value, Observation>(
    of subject: LawSubject<Value, Observation>
  ) throws -> LawViolation {
    try #require(throws: LawViolation.self) { try LawDriver(subject).run(schedules: 2_000) }
  }

  @Test func thePagesCodeIsThisCode() throws {
    let sources = try ["Examples/RollYourOwn", "Tests/RollYourOwnTests"].flatMap { folder in
      try FileManager.default.contentsOfDirectory(
        at: Self.root.appending(path: folder), includingPropertiesForKeys: nil
      ).map { try String(contentsOf: $0, encoding: .utf8) }
    }
    let blocks = try blocks("swift")
    #expect(blocks.count >= 5)
    for block in blocks { #expect(sources.contains { $0.contains(block) }, "\(block)") }
  }

  private var timeless: LawSubject<TimelessRegister, Int> {
    LawSubject(
      "a register without time", make: { TimelessRegister() }, edits: [Edits.set(\.value)],
      observe: \.value)
  }

  private var wallClock: LawSubject<WallClockRegister, Int> {
    LawSubject(
      "a register with the wall clock", make: { WallClockRegister() },
      edits: [Edits.set(\.value)], observe: \.value)
  }

  private var namelessRegister: LawSubject<NamelessRegister, Int> {
    LawSubject(
      "a register without identity", make: { NamelessRegister() }, edits: [Edits.set(\.value)],
      observe: \.value)
  }

  private var namelessList: LawSubject<NamelessList, [String]> {
    LawSubject(
      "a list without identity", make: { NamelessList() },
      edits: [
        { list, random in
          let element = random.pick(["a", "b", "c"])
          list.insert(element, at: 0)
          return Edit(
            "insert \(element)", code: "replica.insert(\"\(element)\", at: 0)")
        }
      ],
      observe: \.elements)
  }

  private var forgetful: LawSubject<ForgetfulSet, [String]> {
    LawSubject(
      "a set without tombstones", make: { ForgetfulSet() },
      edits: Edits.insertAndRemove({ $0.elements.insert($1) }, { $0.elements.remove($1) }),
      observe: { $0.elements.sorted() })
  }

  private var uncoded: LawSubject<UncodedTombstones, [String]> {
    LawSubject(
      "a set that codes no tombstones", make: { UncodedTombstones() },
      edits: Edits.insertAndRemove({ $0.insert($1) }, { $0.remove($1) }),
      observe: { $0.elements.sorted() })
  }

  @Test(
    .enabled(
      if: ["DECENT_SEED", "DECENT_SCALE"].allSatisfy {
        ProcessInfo.processInfo.environment[$0] == nil
      }))
  func thePageShowsWhatIsPrinted() throws {
    let violations = [
      try violation(of: timeless), try violation(of: wallClock),
      try violation(of: namelessRegister),
      try violation(of: namelessList), try violation(of: forgetful), try violation(of: uncoded),
    ]
    #expect(
      violations.map(\.law)
        == [.absorption, .absorption, .commutativity, .absorption, .absorption, .encoding])
    let blocks = try blocks("text")
    for violation in violations {
      #expect(blocks.contains { violation.description.hasPrefix($0) }, "\(violation)")
    }
    #expect(blocks.count == violations.count)
  }

  @Test func thePagesJSONIsThatOfTheSet() throws {
    let here = ReplicationEnvironment(milliseconds: { 1_764_444_000_000 }, random: { 0 })
    var set = TombstoneSet<String>()
    here.run {
      for letter in ["a", "b"] { set.insert(letter) }
      set.remove("b")
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let json = String(decoding: try encoder.encode(set), as: UTF8.self)
    #expect(try blocks("json") == [json])
  }
}
