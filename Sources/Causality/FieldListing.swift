// SPDX-License-Identifier: MIT

/// A replicable value with a list of the stored properties that are merged and saved.
public protocol FieldListing: Replicable {
  /// The reason why the list cannot be used, as a sentence without its full stop; nil for a usable
  /// list. A list is faulty if it contradicts itself or lacks a stored property. Decoding would
  /// reset an unlisted property, and equality would ignore the property.
  var listingFault: String? { get }

  /// The difference between the constants of two copies, as a sentence without its full stop; nil
  /// if the constants are equal. A constant is set once and never changed.
  func disagreement(with other: Self) -> String?

  /// The value that a dictionary's key holds after this value was assigned to the key in place of
  /// `old`. The result has all edits of `old`, and the contents that the app set in this value. By
  /// default the merge of both values.
  func assigned(over old: Self) -> Self
}

extension FieldListing {
  public func assigned(over old: Self) -> Self { merged(with: old) }
}
