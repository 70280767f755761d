// SPDX-License-Identifier: MIT

import ReplicationLaws
import Synchronization
import TestInputs
import Testing

@testable import ReplicatingText

@Suite struct TextLaws {
  private static let letters = ["a", "b", "é", "👍", "e\u{301}", "\r\n", "日"]

  private func subject(dropping: Bool = false) -> LawSubject<ReplicatingText, String> {
    LawSubject(
      "a text",
      make: { ReplicatingText() },
      edits: [
        { text, random in
          let position = random.below(text.unicodeScalars.count + 1)
          let word = (0...random.below(3)).map { _ in random.pick(Self.letters) }.joined()
          text.unicodeScalars.insert(word, at: position)
          return Edit("type \(word.debugDescription) at \(position)")
        },
        { text, random in
          let count = text.unicodeScalars.count
          let start = random.below(count + 1)
          let end = start + random.below(min(4, count - start) + 1)
          text.unicodeScalars.removeSubrange(start..<end)
          return Edit("delete \(start)..<\(end)")
        },
        { text, random in
          var position = random.below(text.unicodeScalars.count + 1)
          for _ in 0..<min(3, position) {
            text.unicodeScalars.removeSubrange(position - 1..<position)
            position -= 1
          }
          return Edit("press backspace down to \(position)")
        },
        { text, random in
          let position = random.below(text.unicodeScalars.count + 1)
          for letter in "xyz" { text.unicodeScalars.insert(String(letter), at: position) }
          return Edit("type zyx backwards at \(position)")
        },
      ] + (dropping ? [Self.drop] : []),
      observe: { $0.string })
  }

  private static func drop(
    _ text: inout ReplicatingText, _ random: inout SeededGenerator
  ) -> Edit {
    let sessions = text.sessions
    guard random.oneIn(2), !sessions.isEmpty else {
      text.dropDeleted()
      return Edit("drop deleted text")
    }
    let session = random.pick(sessions)
    try? text.dropDeleted(upTo: session.version)
    return Edit("drop deleted text up to the end of session \(session.id)")
  }

  @Test func lawsWithDroppedText() throws {
    print(try LawDriver(subject(dropping: true), seed: 3).run(schedules: 1_000))
  }

  @Test func lawsWithDroppedTextInAllSmallStates() throws {
    let search = ExhaustiveSearch(
      subject(),
      edits: [
        "replica.append(\"b\")": { $0.append("b") },
        "replica.unicodeScalars.removeSubrange(0..<1)": {
          if !$0.isEmpty { $0.unicodeScalars.removeSubrange(0..<1) }
        },
        "replica.dropDeleted()": { $0.dropDeleted() },
      ])
    print(try search.run(TestRun.scope()))
    print(try search.run(SearchScope(edits: 3, merges: 3, sessions: .continued)))
  }

  @Test func laws() throws {
    print(try LawDriver(subject(), seed: 1).run(schedules: 1_000))
  }

  @Test func lawsInAllSmallStates() throws {
    let search = ExhaustiveSearch(
      subject(),
      edits: [
        "replica.unicodeScalars.insert(\"a\", at: 0)": { $0.unicodeScalars.insert("a", at: 0) },
        "replica.append(\"b\")": { $0.append("b") },
        "replica.unicodeScalars.removeSubrange(0..<1)": {
          if !$0.isEmpty { $0.unicodeScalars.removeSubrange(0..<1) }
        },
      ])
    print(try search.run(TestRun.scope()))
    print(try search.run(SearchScope(edits: 3, merges: 3, sessions: .continued)))
  }

  /// Each letter is typed once, so that a test can follow it.
  @Test func nothingTypedIsLost() throws {
    let letters = DifferentLetters()
    let subject = LawSubject(
      "a text of different letters",
      make: { ReplicatingText() },
      edits: [
        { text, random in
          let letter = letters.next()
          let position = random.below(text.unicodeScalars.count + 1)
          text.unicodeScalars.insert(letter, at: position)
          return Edit("type \(letter) at \(position)")
        },
        { text, random in
          guard !text.isEmpty else { return Edit("nothing") }
          let position = random.below(text.unicodeScalars.count)
          text.unicodeScalars.removeSubrange(position..<position + 1)
          return Edit("delete at \(position)")
        },
      ],
      observe: { $0.string },
      promise: .additionsSurvive(items: { Set($0.string.unicodeScalars.map { String($0) }) }))
    print(try LawDriver(subject, seed: 2).run(schedules: 1_000))
  }
}

/// Letters that no two edits of a schedule share, none of which combines with
/// or is equivalent to another.
private final class DifferentLetters: Sendable {
  // Locked, as edits also run on two threads at once.
  private let last = Mutex<UInt32>(0x2_0000)

  func next() -> String {
    let letter = last.withLock { last in
      last = last < 0x2_a000 ? last + 1 : 0x2_0000
      return last
    }
    return Unicode.Scalar(letter).map { String($0) } ?? ""
  }
}
