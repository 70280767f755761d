// SPDX-License-Identifier: MIT

/// A replicable value that lists the stored properties it merges and saves.
public protocol FieldListing: Replicable {
  /// The first stored property that the list lacks, in words, or nil: decoding would make
  /// another in its place, and equality would not tell.
  var unlistedProperty: String? { get }
}
