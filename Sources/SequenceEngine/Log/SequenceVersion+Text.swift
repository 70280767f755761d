// SPDX-License-Identifier: MIT

import Causality

/// The text of a version begins with its tips, or with `empty` if it has none. If deleted elements
/// were dropped, a `~` follows, and then the events up to which they were dropped. Events are
/// joined by `+`. Equal versions have the same text, because hints are left out.
///
/// Most versions have one tip. Several tips remain if edits of several people were merged and no
/// edit followed.
extension SequenceVersion: LosslessStringConvertible {
  public var description: String {
    let text = tips.isEmpty ? Self.emptyText : Self.text(of: tips)
    return dropped.isEmpty ? text : text + "~" + Self.text(of: dropped)
  }

  private static func text(of dots: [Dot]) -> String {
    dots.map { $0.description }.joined(separator: "+")
  }

  /// Reads the text that ``description`` returned; nil for any other text.
  ///
  /// - Complexity: O(*n*) for *n* characters of text.
  public init?(_ description: String) {
    let parts = description.split(separator: "~", omittingEmptySubsequences: false)
    guard parts.count <= 2,
      let tips = parts[0] == Self.emptyText ? [] : Self.dots(in: parts[0]),
      let dropped = parts.count == 1 ? [] : Self.dots(in: parts[1])
    else { return nil }
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
