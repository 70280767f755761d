// SPDX-License-Identifier: MIT

import Difference

/// The difference of two texts, line by line, with unchanged lines around each change.
///
/// A line ends after a line feed. The text after the last line feed is a line too, unless it is
/// empty. Lines are equal if their bytes are equal.
public struct LineDifference: Hashable, Sendable {
  /// A line of a hunk.
  public struct Line: Hashable, Sendable {
    /// The fate of a line.
    public enum Fate: Hashable, Sendable {
      case kept, removed, added
    }

    /// Whether the line stays, goes or is new.
    public let fate: Fate
    /// The line without its line feed.
    public let text: String
    /// Whether the line ends with a line feed.
    public let hasEnd: Bool
  }

  /// Changed lines that are close to each other, with the unchanged lines around them.
  public struct Hunk: Hashable, Sendable {
    /// The hunk's range in the old text, in lines counted from 0.
    public let old: Range<Int>
    /// The hunk's range in the new text, in lines counted from 0.
    public let new: Range<Int>
    /// The lines. Removed lines come before the lines added in their place.
    public let lines: [Line]
  }

  /// The hunks, in the order of the text; none if the texts are equal.
  public let hunks: [Hunk]

  /// Compares two texts.
  ///
  /// - Parameter context: The number of unchanged lines that are shown before and after a change.
  /// - Complexity: That of ``smallestDifference(from:to:limit:)`` for the lines.
  public init(from old: String, to new: String, context: Int = 3) {
    let (old, new) = (Self.lines(of: old), Self.lines(of: new))
    var numbering = LineNumbering()
    let replacements = smallestDifference(
      from: old.map { numbering.number(of: $0) }, to: new.map { numbering.number(of: $0) })
    hunks = Self.grouped(replacements, context: context).map { group in
      Self.hunk(group, old, new, context: context)
    }
  }

  /// The lines of a text, with their line feeds.
  static func lines(of text: String) -> [ArraySlice<UInt8>] {
    let bytes = Array(text.utf8)
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }

  /// The replacements in groups. If the lines around two replacements touch or overlap, the two are
  /// in one group.
  private static func grouped(_ replacements: [Replacement], context: Int) -> [[Replacement]] {
    var groups: [[Replacement]] = []
    for next in replacements {
      if let last = groups.last?.last, next.old.lowerBound - last.old.upperBound <= 2 * context {
        groups[groups.count - 1].append(next)
      } else {
        groups.append([next])
      }
    }
    return groups
  }

  private static func hunk(
    _ group: [Replacement], _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>], context: Int
  ) -> Hunk {
    let first = group.first ?? Replacement(old: 0..<0, new: 0..<0)
    let last = group.last ?? first
    let before = min(context, first.old.lowerBound)
    let after = min(context, old.count - last.old.upperBound)
    var lines: [Line] = []
    var next = first.old.lowerBound - before
    for replacement in group {
      lines += old[next..<replacement.old.lowerBound].map { Line(.kept, $0) }
      lines += old[replacement.old].map { Line(.removed, $0) }
      lines += new[replacement.new].map { Line(.added, $0) }
      next = replacement.old.upperBound
    }
    lines += old[next..<(next + after)].map { Line(.kept, $0) }
    return Hunk(
      old: (first.old.lowerBound - before)..<(last.old.upperBound + after),
      new: (first.new.lowerBound - before)..<(last.new.upperBound + after), lines: lines)
  }
}

extension LineDifference.Line {
  fileprivate init(_ fate: Fate, _ bytes: ArraySlice<UInt8>) {
    self.fate = fate
    hasEnd = bytes.last == UInt8(ascii: "\n")
    text = String(decoding: hasEnd ? bytes.dropLast() : bytes, as: UTF8.self)
  }
}

/// Numbers lines from 0. Equal lines get equal numbers.
struct LineNumbering {
  private var numbers: [ArraySlice<UInt8>: Int] = [:]

  mutating func number(of line: ArraySlice<UInt8>) -> Int {
    if let number = numbers[line] { return number }
    numbers[line] = numbers.count
    return numbers.count - 1
  }
}
