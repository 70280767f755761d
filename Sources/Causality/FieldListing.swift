// SPDX-License-Identifier: MIT

/// A replicable value that lists the stored properties it merges and saves.
public protocol FieldListing: Replicable {
  /// Why the list cannot be used, as a sentence without its end; nil if it can. It lacks a stored
  /// property, which decoding would make anew without a difference to equality, or says two things
  /// of one.
  var listingFault: String? { get }

  /// How two copies differ in a constant, which is set once and never changed: as a sentence
  /// without its end, or nil if they do not.
  func disagreement(with other: Self) -> String?

  /// The value that a key of a dictionary holds after this value was assigned to it in the place of
  /// an old one. It has all edits of the old one, and what this value set. By default what merging
  /// gives.
  func assigned(over old: Self) -> Self
}

extension FieldListing {
  public func assigned(over old: Self) -> Self { merged(with: old) }
}
