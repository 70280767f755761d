// SPDX-License-Identifier: MIT

/// A value whose copies can be changed apart and merged again.
///
/// Conforming types promise, for any three copies `a`, `b`, `c` and in their
/// whole state, not only in what they show:
///
/// - `a.merged(with: b) == b.merged(with: a)`
/// - `a.merged(with: b).merged(with: c) == a.merged(with: b.merged(with: c))`
/// - `a.merged(with: a) == a`
/// - the state after an edit, merged with the state before it, is the state
///   after it.
///
/// Merging makes no time stamp and no identity. (Shapiro et al., "Conflict-free Replicated Data
/// Types", SSS 2011, doi:10.1007/978-3-642-24550-3_29.)
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
