// SPDX-License-Identifier: MIT

import BinaryCoding

/// A replicable value that can be saved and sent: its state, its versions and
/// its deltas have binary forms.
public protocol PersistentReplicable: DeltaReplicable, BinaryCodable
where Version: BinaryCodable, Delta: BinaryCodable {
  /// Reads a value in the place of one that nobody has edited.
  ///
  /// What is read replaces this one, but for a default: that is up to the owner of the
  /// place, whatever the bytes say.
  mutating func decode(from reader: inout ByteReader) throws(DecodingFailure)
}

extension PersistentReplicable {
  public mutating func decode(from reader: inout ByteReader) throws(DecodingFailure) {
    self = try Self(from: &reader)
  }
}
