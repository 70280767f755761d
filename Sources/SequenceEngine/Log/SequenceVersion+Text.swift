// SPDX-License-Identifier: MIT

import Causality

/// The text of a version: its tips with `+` between them, or `empty`. A version
/// has one text, whose length depends on the tips alone; hints are left out.
///
/// Most versions have one tip: two or more are what is left when several people's
/// edits were merged and nobody has edited since.
extension SequenceVersion: LosslessStringConvertible {
  public var description: String {
    tips.isEmpty ? Self.emptyText : tips.map { $0.description }.joined(separator: "+")
  }

  /// Reads what ``description`` gave; nil for anything else.
  ///
  /// - Complexity: O(*n*) in the text.
  public init?(_ description: String) {
    self.init()
    if description == Self.emptyText { return }
    var tips: [Dot] = []
    for part in description.split(separator: "+", omittingEmptySubsequences: false) {
      guard let tip = Dot(String(part)), tips.last.map({ $0 < tip }) ?? true else { return nil }
      tips.append(tip)
    }
    self.init(tips: tips, hints: [])
  }

  private static var emptyText: String { "empty" }
}
