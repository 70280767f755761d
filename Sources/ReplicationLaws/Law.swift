// SPDX-License-Identifier: MIT

/// The laws that every replicating type keeps.
///
/// Two values are equal in a law if they are equal by `==` and in their canonical bytes.
public enum Law: String, CaseIterable, Sendable {
  /// `a.merged(with: b)` equals `b.merged(with: a)`.
  case commutativity
  /// Merging three values gives the same result in either bracketing.
  case associativity
  /// `a.merged(with: a)` equals `a`.
  case idempotence
  /// Merging the states before and after an edit, in either order, gives the state after the edit.
  case absorption
  /// Assigning a copy to the place that it was copied from drops no edit: an older copy changes
  /// nothing, and an edited copy merges. The place is a key of a dictionary, a field, or a
  /// document.
  case writeBack = "write back"

  /// `merge(_:)` gives the result of `merged(with:)`.
  case mergeInPlace = "merge in place"
  /// Generic code calls the same `merged(with:)` as code that names the type. This law is checked
  /// if the subject has a direct merge.
  case dispatch
  /// Each replicating property that a struct stores is merged. A struct that lists its fields lists
  /// all its stored properties.
  case fields = "every property"
  /// Equal values list equal elements in equal order.
  case order
  /// Neither editing nor merging a copy changes the original.
  case valueSemantics = "value semantics"
  /// Merging a delta gives the same result as merging the sender's value. A nil delta means that no
  /// edit is missing.
  case delta = "delta"
  /// Taking in a delta again changes nothing.
  case repeatedDelta = "repeated delta"
  /// A value that has not seen the version a delta was made for may refuse the delta. A refusal
  /// changes nothing, and `validate(_:)` refuses too.
  case refusal = "refused delta"
  /// A value has no delta for a copy of equal version.
  case silence
  /// `contains(_:)` and versions agree with the effects of merging.
  case versions
  /// A decoded value equals the encoded value, and encodes to equal bytes. The same holds for
  /// versions and deltas. Decoded values merge like the originals, and decoded deltas have the
  /// effects of the originals.
  case encoding
  /// A value that has seen no edits becomes equal to another value by one delta.
  case bootstrap
  /// All replicas, merged in any order, by value or by delta, are equal in state, bytes and
  /// observation.
  case convergence
  /// The type's own promise about the result of merging edits.
  case promise
}
