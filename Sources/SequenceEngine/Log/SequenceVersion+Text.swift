// SPDX-License-Identifier: MIT

import Causality

/// The text of a version: its tips with `+` between them, or `empty`; where deleted
/// text was dropped, then `~` and the events up to which it was, with `+` between
/// them. A version has one text; hints are left out.
///
/// Most versions have one tip: two or more are what is left when several people's
/// edits were merged and nobody has edited since.
extension SequenceVersion: LosslessStringConvertible {
  public var description: String {
    let text = tips.isEmpty ? Self.emptyText : Self.text(of: tips)
    return dropped.isEmpty ? text : text + "~" + Self.text(of: dropped)
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
    guard parts.count <= 2 else { return nil }
    var tips: [Dot] = []
    if parts[0] != Self.emptyText {
      guard let dots = Self.dots(in: parts[0]) else { return nil }
      tips = dots
    }
    var dropped: [Dot] = []
    if parts.count == 2 {
      guard let dots = Self.dots(in: parts[1]) else { return nil }
      dropped = dots
    }
    self.init(tips: tips, hints: [], dropped: dropped)
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
