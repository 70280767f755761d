// SPDX-License-Identifier: MIT

import Causality

/// The text of a version: its tips with `+` between them, or `empty`; where deleted
/// text was dropped, then `~` and the events up to which it was, with `+` between
/// them; where history was, then those up to which that was, in the same way. A version has
/// one text; hints are left out.
///
/// Most versions have one tip: two or more are what is left when several people's
/// edits were merged and nobody has edited since.
extension SequenceVersion: LosslessStringConvertible {
  public var description: String {
    let text = tips.isEmpty ? Self.emptyText : Self.text(of: tips)
    if floor.isEmpty { return dropped.isEmpty ? text : text + "~" + Self.text(of: dropped) }
    return text + "~" + Self.text(of: dropped) + "~" + Self.text(of: floor)
  }

  private static func text(of dots: [Dot]) -> String {
    dots.map { $0.description }.joined(separator: "+")
  }

  /// Reads what ``description`` gave; nil for anything else.
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
      // Of history alone being dropped, one reads in the news of a version.
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
