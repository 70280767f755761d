// SPDX-License-Identifier: MIT

import BinaryCoding

/// A replicable value that can be saved and sent: the state, the versions and the deltas have
/// binary forms.
public protocol PersistentReplicable: SyncReplicable, BinaryCodable
where Version: BinaryCodable, Delta: BinaryCodable {
  /// Reads a value in place of this unedited value.
  ///
  /// The decoded state replaces the state of this value. Default values stay, because the app
  /// declares them.
  mutating func decode(from reader: inout ByteReader) throws(DecodingFailure)

  /// Reads a delta of a value that has this value's default values. By default, decodes a `Delta`.
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
