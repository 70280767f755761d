// SPDX-License-Identifier: MIT

/// How a new value relates to the one it replaces.
@usableFromInline
enum ValueChange {
  /// It is in the same state.
  case none
  /// It holds all that the other holds.
  case addition
  /// It holds all that the other holds. Its news only forget, or fill in first contents.
  case quietAddition
  /// It has news and lacks some of the other's, and both stem from one copy.
  case concurrent
  /// It has a history of its own, or is an older copy.
  case replacement
}
