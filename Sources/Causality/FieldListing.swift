// SPDX-License-Identifier: MIT

/// A replicable value that lists the stored properties it merges and saves.
public protocol FieldListing: Replicable {
  /// The reason why the list cannot be used, as a sentence without its full stop; nil if it can. A
  /// list is faulty if it contradicts itself, or if it lacks a stored property: decoding would
  /// reset the property, and equality would not notice.
  var listingFault: String? { get }

  /// How two copies differ in a constant, which is set once and never changed. A sentence without
  /// its full stop; nil if the constants are equal.
  func disagreement(with other: Self) -> String?

  /// The value that a dictionary's key holds after this value was assigned to the key in place of
  /// `old`. The result has all edits of `old`, and the contents set in this value. By default the
  /// merge of both values.
  func assigned(over old: Self) -> Self
}

extension FieldListing {
  public func assigned(over old: Self) -> Self { merged(with: old) }
}
