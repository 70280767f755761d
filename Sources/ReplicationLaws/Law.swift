// SPDX-License-Identifier: MIT

/// What every replicating type promises.
///
/// Where a law says that two values are equal, it means by `==` and in their
/// canonical bytes.
public enum Law: String, CaseIterable, Sendable {
  /// `a.merged(with: b)` equals `b.merged(with: a)`.
  case commutativity
  /// Merging three values gives the same however they are bracketed.
  case associativity
  /// `a.merged(with: a)` equals `a`.
  case idempotence
  /// The state after an edit, merged with the state before it, is the state
  /// after it, in both orders.
  case absorption
  /// `merge(_:)` gives what `merged(with:)` gives.
  case mergeInPlace = "merge in place"
  /// Generic code merges as code does that names the type; checked if the
  /// subject gives a direct merge.
  case dispatch
  /// Each replicating property that a struct stores is merged; a struct that lists its fields
  /// lists all it stores.
  case fields = "every property"
  /// Equal values list equal elements in equal order.
  case order
  /// Neither editing a copy nor merging it changes the original.
  case valueSemantics = "value semantics"
  /// A delta gives what merging its sender's value gives; no delta means that
  /// nothing is missing.
  case delta = "delta"
  /// Taking in a delta again changes nothing.
  case repeatedDelta = "repeated delta"
  /// A delta may refuse a receiver that lacks what the delta was made for, but
  /// then changes nothing, and `validate(_:)` refuses too.
  case refusal = "refused delta"
  /// Nothing travels to a copy of equal version.
  case silence
  /// `contains(_:)` and versions say what merging does.
  case versions
  /// Decoding gives back what was encoded, and encodes to equal bytes: the
  /// value, its version and its deltas, which do what they did before.
  case encoding
  /// A value that has seen nothing becomes equal by one delta.
  case bootstrap
  /// All replicas, merged in any order, by value or by delta, are equal in
  /// state, bytes and observation.
  case convergence
  /// What the type states for itself about edits that meet.
  case promise
}
