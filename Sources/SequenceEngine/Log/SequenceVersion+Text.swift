// SPDX-License-Identifier: MIT

import Causality

/// The text of a version has up to three parts: its tips, the events up to which deleted text was
/// dropped, and the events up to which history was dropped. A `~` stands before the second part and
/// before the third. Events in a part have `+` between them, and a version without tips begins with
/// `empty`. A version has one text; hints are left out.
///
/// Most versions have one tip. Two or more remain when edits of several people were merged and no
/// edit came after.
extension SequenceVersion: LosslessStringConvertible {
  public var description: String {
    let text = tips.isEmpty ? Self.emptyText : Self.text(of: tips)
    if floor.isEmpty { return dropped.isEmpty ? text : text + "~" + Self.text(of: dropped) }
    return text + "~" + Self.text(of: dropped) + "~" + Self.text(of: floor)
  }

  private static func text(of dots: [Dot]) -> String {
    dots.map { $0.description }.joined(separator: "+")
  }

  /// Reads the text that ``description`` gave; nil for any other text.
  ///
  /// - Complexity: O(*n*) in the text.
  public init?(_ description: String) {
    self.init()
    let parts = description.split(separator: "~", omittingEmptySubsequences: false)
    guard parts.count <= 3 else { return nil }
    var tips: [Dot] = []
    if parts[0] != Self.emptyText {
      guard let dots = Self.dots(in: parts[0]) else { return nil }
      tips = dots
    }
    var sections: [[Dot]] = []
    for (place, part) in parts.dropFirst().enumerated() {
      // The news of a version may name a floor without dropped elements.
      if part.isEmpty, place == 0, parts.count == 3 {
        sections.append([])
      } else {
        guard let dots = Self.dots(in: part) else { return nil }
        sections.append(dots)
      }
    }
    self.init(
      tips: tips, hints: [], dropped: sections.first ?? [],
      floor: sections.count > 1 ? sections[1] : [])
  }

  private static func dots(in text: Substring) -> [Dot]? {
    var dots: [Dot] = []
    for part in text.split(separator: "+", omittingEmptySubsequences: false) {
      guard let dot = Dot(String(part)), dots.last.map({ $0 < dot }) ?? true else { return nil }
      dots.append(dot)
    }
    return dots
  }

  private static var emptyText: String { "empty" }
}
