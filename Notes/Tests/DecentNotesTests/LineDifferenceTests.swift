// SPDX-License-Identifier: MIT

import NotesTestInputs
import ReplicationLaws
import Testing

@testable import DecentNotes

@Suite struct LineDifferenceTests {
  /// The hunks in a few characters: `1,2>1,3: a -b +c`.
  private func plain(_ old: String, _ new: String, context: Int = 3) -> [String] {
    LineDifference(from: old, to: new, context: context).hunks.map { hunk in
      let lines = hunk.lines.map { line in
        let sign = [.kept: " ", .removed: "-", .added: "+"][line.fate] ?? "?"
        return sign + line.text + (line.hasEnd ? "" : "$")
      }
      return "\(hunk.old.lowerBound),\(hunk.old.count)>\(hunk.new.lowerBound),\(hunk.new.count):"
        + lines.joined()
    }
  }

  @Test func equalTextsHaveNoHunks() {
    for text in ["", "\n", "a", "a\n", "a\r\nb"] { #expect(plain(text, text) == []) }
  }

  @Test func smallTexts() {
    #expect(plain("", "a\n") == ["0,0>0,1:+a"])
    #expect(plain("a\n", "") == ["0,1>0,0:-a"])
    #expect(plain("a\nb\nc\n", "a\nx\nc\n") == ["0,3>0,3: a-b+x c"])
    #expect(plain("\n", "\n\n") == ["0,1>0,2: +"] || plain("\n", "\n\n") == ["0,1>0,2:+ "])
  }

  @Test func ofTheLastLineItsEndCounts() {
    #expect(plain("a", "a\n") == ["0,1>0,1:-a$+a"])
    #expect(plain("a\nb", "a\n") == ["0,2>0,1: a-b$"])
  }

  /// Lines are compared as bytes. Bytes that Swift takes for one `Character`, or for equal ones,
  /// differ here.
  @Test func linesAreEqualIfTheirBytesAre() {
    #expect(plain("a\r\n", "a\n") == ["0,1>0,1:-a\r+a"])
    #expect(plain("é\n", "e\u{301}\n").count == 1)
    #expect(plain("a\r\nb\r\n", "a\r\n") == ["0,2>0,1: a\r-b\r"])
  }

  @Test func whatIsCloseIsOneHunk() {
    let old = (0..<20).map { "\($0)\n" }
    func changed(_ places: Int...) -> String {
      old.indices.map { places.contains($0) ? "x\n" : old[$0] }.joined()
    }
    #expect(plain(old.joined(), changed(5, 12)).count == 1)
    #expect(plain(old.joined(), changed(5, 13)).count == 2)
    #expect(
      plain(old.joined(), changed(0, 19)) == [
        "0,4>0,4:-0+x 1 2 3", "16,4>16,4: 16 17 18-19+x",
      ])
    #expect(plain(old.joined(), changed(9), context: 0) == ["9,1>9,1:-9+x"])
  }

  /// The hunks, applied to the old text, give the new one. No hunk changes a line that stays.
  @Test func hunksLeadFromOneTextToTheOther() {
    var random = TestRun.generator(seed: 7)
    for _ in 0..<TestRun.length(300) {
      let lines = ["a\n", "b\n", "c\n", "\n", "é\r\n"]
      let old = (0..<random.below(30)).map { _ in random.pick(lines) }
      var new = old
      for _ in 0..<random.below(5) {
        new.insert(random.pick(lines), at: random.below(new.count + 1))
        if random.oneIn(2) { new.remove(at: random.below(new.count)) }
      }
      let end = random.oneIn(2) ? "end" : ""
      let difference = LineDifference(from: old.joined(), to: new.joined() + end)
      var result: [String] = []
      var next = 0
      for hunk in difference.hunks {
        result += old[next..<hunk.old.lowerBound]
        #expect(hunk.new.lowerBound == result.count)
        let texts = hunk.lines.map { ($0.fate, $0.text + ($0.hasEnd ? "\n" : "")) }
        #expect(texts.filter { $0.0 != .added }.map(\.1) == Array(old[hunk.old]))
        result += texts.filter { $0.0 != .removed }.map(\.1)
        #expect(hunk.new.upperBound == result.count)
        next = hunk.old.upperBound
      }
      result += old[next...]
      #expect(result.joined() == new.joined() + end)
    }
  }
}
