// SPDX-License-Identifier: MIT

import Causality
import ReplicatingTypes
import ReplicationLaws
import Testing

@testable import DecentNotes

/// The meaning of a version's digits.
@Suite struct VersionTests {
  private func program(_ time: UInt64) -> ReplicationEnvironment {
    ReplicationEnvironment(milliseconds: { time }, random: { time })
  }

  private func history(_ texts: String...) throws -> NoteHistory {
    var note = Note()
    for (number, text) in texts.enumerated() {
      note = try Note(encoded: note.encoded())
      program(UInt64(number + 1)).run { note.text.update(to: text) }
    }
    return NoteHistory(of: note)
  }

  /// Users keep digits. A failure here means that kept digits changed their meaning.
  @Test func digitsNeverChange() {
    let session = SessionID(run: RunID(rawValue: 0x0123_4567_89ab_cdef << 64 | 42), number: 7)
    let names = (0..<2).map { "\(VersionID(after: Dot(session: session, number: $0)))" }
    #expect(names == ["02cfd59d54b950f9bcf2daf494832f7a", "50bf80a1320c1e78cf8f8fdfbe8c37ee"])
  }

  @Test func theFirstDigitsMeanAVersion() throws {
    let history = try history("one", "one two", "two")
    #expect(history.abbreviation.digitCount == 8)
    for (entry, text) in zip(history.entries, ["two", "one two", "one"]) {
      let id = try #require(entry.text).version
      for count in [4, 8, 31, 32] {
        let digits = String("\(id)".prefix(count))
        for digits in [digits, digits.uppercased()] {
          let version = try history.find(digits)
          #expect(version.id == id)
          #expect(version.milliseconds == entry.milliseconds)
          #expect(try history.text(at: version) == text)
        }
      }
    }
  }

  /// The last edit of a program's run may not be its last any longer.
  @Test func everyEditHasAVersion() throws {
    var note = Note()
    let laptop = program(1)
    var seen: [(digits: String, text: String)] = []
    for letter in "abc" {
      laptop.run { note.text.append(String(letter)) }
      let version = try #require(NoteHistory(of: note).entries.first?.text).version
      seen.append(("\(version)", note.text.string))
    }
    #expect(NoteHistory(of: note).entries.count == 1)
    for (digits, text) in seen {
      let history = NoteHistory(of: note)
      #expect(try history.text(at: history.find(digits)) == text)
    }
  }

  /// The number of edits looked at has a limit, whatever a text claims.
  @Test func onlySomeEditsAreLookedAt() throws {
    var note = Note()
    program(1).run { note.text.append("abcdefgh") }
    let history = NoteHistory(of: note)
    let run = try #require(note.text.editRuns.first)
    for number in run.numbers {
      let digits = "\(VersionID(after: Dot(session: run.session, number: number)))"
      let found = try? history.find(digits, among: 3)
      #expect((found != nil) == (number >= 5))
    }
  }

  @Test func otherDigitsAreRefused() throws {
    let history = try history("one")
    let digits = "\(try #require(history.entries.first?.text).version)"
    for reference in [
      "", String(digits.prefix(3)), digits + "0", "xyzw", "0000", "-",
      String(digits.prefix(7)) + "g",
      String(digits.prefix(7)) + "é", "٠٠٠٠",
    ] {
      #expect(
        throws: LibraryFailure.unknownVersion(reference, title: "")
      ) { try history.find(reference) }
    }
  }

  @Test func ambiguousDigitsAreRefused() throws {
    var note = Note()
    program(1).run { note.text.append(String(repeating: "x", count: 3000)) }
    let history = NoteHistory(of: note)
    let run = try #require(note.text.editRuns.first)
    let digits = run.numbers.dropLast().map {
      String("\(VersionID(after: Dot(session: run.session, number: $0)))".prefix(4))
    }
    let known = Dictionary(grouping: digits) { $0 }
    let double = try #require(known.first { $0.value.count == 2 }?.key)
    let error = try #require(throws: LibraryFailure.self) { try history.find(double) }
    guard case .ambiguousVersion(double, let candidates, let abbreviation) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(candidates.count == 2)
    for candidate in candidates { #expect("\(error)".contains(abbreviation.short(candidate))) }
    // Ambiguous digits mean the version that an entry leads to before all others.
    let last = try #require(history.entries.first?.text).version
    #expect(try history.find(String("\(last)".prefix(4))).id == last)
  }
}
