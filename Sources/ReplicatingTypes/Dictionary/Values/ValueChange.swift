// SPDX-License-Identifier: MIT

import Causality

/// How a new value relates to the one it replaces. Of a value with parts, the last of its parts'.
@usableFromInline
enum ValueChange: Int {
  /// It is in the same state.
  case none
  /// It holds all that the other holds. Its news only forget, or fill in first contents.
  case quietAddition
  /// It holds all that the other holds.
  case addition
  /// It has news and lacks some of the other's, and both stem from one copy.
  case concurrent
  /// It has a history of its own, or is an older copy.
  case replacement
}

extension ValueChange: Comparable {
  @usableFromInline
  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension DeltaReplicable {
  /// How this value relates to one that it replaces, as far as their versions say: whether they are
  /// concurrent they do not.
  func versionChange(from old: Self) -> ValueChange {
    let (version, former) = (self.version, old.version)
    if version == former { return .none }
    guard contains(former) else { return .replacement }
    return former.covers(version) ? .quietAddition : .addition
  }
}
