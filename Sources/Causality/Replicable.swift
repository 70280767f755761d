// SPDX-License-Identifier: MIT

/// A value whose copies can be changed apart and merged again.
///
/// Conforming types keep these laws for any three copies `a`, `b`, `c`. The laws hold for the whole
/// state, not only for the shown contents:
///
/// - `a.merged(with: b) == b.merged(with: a)`
/// - `a.merged(with: b).merged(with: c) == a.merged(with: b.merged(with: c))`
/// - `a.merged(with: a) == a`
/// - `after.merged(with: before) == after`, for the states before and after an edit
///
/// Merging makes no new time stamp and no new identity. (Shapiro et al., "Conflict-free Replicated
/// Data Types", SSS 2011, doi:10.1007/978-3-642-24550-3_29.)
public protocol Replicable {
  /// The value that holds the contents of both copies.
  func merged(with other: Self) -> Self

  /// Takes in the contents of another copy.
  mutating func merge(_ other: Self)
}

extension Replicable {
  /// Takes in the contents of another copy.
  public mutating func merge(_ other: Self) {
    self = merged(with: other)
  }
}
