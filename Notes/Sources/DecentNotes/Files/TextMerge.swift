// SPDX-License-Identifier: MIT

import Difference
import ReplicatingTypes

/// Merges two texts with a common base: line by line, as `diff3` does, and by characters where both
/// texts changed the same lines. A change that both texts made is applied once.
///
/// While texts are merged, every line ends with a line feed. The line feed at the end of the whole
/// text is merged separately.
struct TextMerge {
  private var numbering = LineNumbering()
  private var contents: [ArraySlice<UInt8>] = []

  /// The other text with the changes that lead from `base` to `text`.
  ///
  /// - Complexity: That of ``smallestDifference(from:to:limit:)`` for the lines, and for the
  ///   characters of the lines that both texts changed.
  static func merge(_ text: String, into other: String, since base: String) -> String {
    if text.utf8.elementsEqual(other.utf8) || base.utf8.elementsEqual(other.utf8) { return text }
    if base.utf8.elementsEqual(text.utf8) { return other }
    var merge = TextMerge()
    let (mine, others) = (merge.lines(of: text), merge.lines(of: other))
    let old = merge.lines(of: base)
    var bytes = merge.bytes(of: mine, into: others, since: old)
    let isEndTaken = hasEnd(text) == hasEnd(other) || hasEnd(base) == hasEnd(other)
    if !hasEnd(isEndTaken ? text : other), bytes.last == lineFeed { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let lineFeed = UInt8(ascii: "\n")

  private static func hasEnd(_ text: String) -> Bool {
    text.isEmpty || text.utf8.last == lineFeed
  }

  /// The lines of a text as numbers. Equal lines have equal numbers.
  private mutating func lines(of text: String) -> [Int] {
    LineDifference.lines(of: Self.hasEnd(text) ? text : text + "\n").map { line in
      let number = numbering.number(of: line)
      if number == contents.count { contents.append(line) }
      return number
    }
  }

  private func bytes(of lines: ArraySlice<Int>) -> [UInt8] { lines.flatMap { contents[$0] } }

  private func bytes(of mine: [Int], into others: [Int], since base: [Int]) -> [UInt8] {
    let agreement = LineAgreement(of: mine, and: others, since: base) { number in
      contents[number].contains { $0 > UInt8(ascii: " ") }
    }
    let base = agreement.base
    var mine = ChangedLines(mine, since: base)
    var others = ChangedLines(others, since: base)
    var result: [UInt8] = []
    var next = 0
    while let first = ChangedLines.first(of: mine, and: others) {
      let starts = (mine.place(of: first.lowerBound), others.place(of: first.lowerBound))
      var place = first
      while mine.pass(meeting: &place) || others.pass(meeting: &place) {}
      result += bytes(of: base[next..<place.lowerBound])
      next = place.upperBound
      result += merged(
        mine.lines[starts.0..<mine.place(of: next)],
        others.lines[starts.1..<others.place(of: next)],
        since: base[place])
    }
    return result + bytes(of: base[next...])
  }

  private func merged(
    _ mine: ArraySlice<Int>, _ others: ArraySlice<Int>, since base: ArraySlice<Int>
  ) -> [UInt8] {
    if mine == others || base == others { return bytes(of: mine) }
    if base == mine { return bytes(of: others) }
    if base.isEmpty { return bytes(of: others) + bytes(of: mine) }
    var text = ReplicatingText(string(of: base))
    var other = text
    text.update(to: string(of: mine))
    other.update(to: string(of: others))
    text.merge(other)
    let result = Array(text.string.utf8)
    // A line feed that one text kept may have been deleted by the other.
    return result.isEmpty || result.last == Self.lineFeed ? result : result + [Self.lineFeed]
  }

  private func string(of lines: ArraySlice<Int>) -> String {
    String(decoding: bytes(of: lines), as: UTF8.self)
  }
}

/// The lines of one text, and its changes since the base. The merge removes each change it passes.
private struct ChangedLines {
  let lines: [Int]
  private var changes: ArraySlice<Replacement>
  private var shift = 0

  init(_ lines: [Int], since base: [Int]) {
    self.lines = lines
    changes = smallestDifference(from: base, to: lines)[...]
  }

  /// The index in this text of a line of the base; for a removed line, the index that the line
  /// would have. The merge must not have passed the line.
  func place(of line: Int) -> Int { line + shift }

  /// The lines of the base that the earliest change left in either text replaces; nil if no change
  /// is left. An insertion comes before other changes at the same line.
  static func first(of one: ChangedLines, and other: ChangedLines) -> Range<Int>? {
    [one, other].compactMap { $0.changes.first?.old }.min {
      ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
    }
  }

  /// Passes the next change if it changes lines in `place`, and extends `place` to all lines that
  /// the change replaces.
  mutating func pass(meeting place: inout Range<Int>) -> Bool {
    guard let change = changes.first,
      change.old == place || change.old.lowerBound < place.upperBound
    else { return false }
    changes.removeFirst()
    shift = change.new.upperBound - change.old.upperBound
    place = place.lowerBound..<max(place.upperBound, change.old.upperBound)
    return true
  }
}
