// SPDX-License-Identifier: MIT

import BinaryCoding

/// A replicable value that can be saved and sent: its state, its versions and
/// its deltas have binary forms.
public protocol PersistentReplicable: SyncReplicable, BinaryCodable
where Version: BinaryCodable, Delta: BinaryCodable {
  /// Reads a value into the place of an unedited value.
  ///
  /// The decoded state replaces the state of this value, except for a default value. This value
  /// keeps its own default value, because the app declares it.
  mutating func decode(from reader: inout ByteReader) throws(DecodingFailure)

  /// Reads a delta of a value that began as this unedited value. By default, decodes a `Delta`.
  func readDelta(from reader: inout ByteReader) throws(DecodingFailure) -> Delta
}

extension PersistentReplicable {
  public mutating func decode(from reader: inout ByteReader) throws(DecodingFailure) {
    self = try Self(from: &reader)
  }

  public func readDelta(from reader: inout ByteReader) throws(DecodingFailure) -> Delta {
    try Delta(from: &reader)
  }
}
