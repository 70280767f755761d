// SPDX-License-Identifier: MIT

/// The hash FNV-1a with 64 bits (Fowler, Noll, Vo and Eastlake, RFC 9923). It detects damage, not
/// forgery.
package enum FNV1a {
  /// The hash of no bytes.
  package static let start: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The hash of a sequence that consists of bytes with the hash `earlier`, followed by `bytes`.
  @inlinable
  package static func hash(
    of bytes: some Sequence<UInt8>, after earlier: UInt64 = start
  ) -> UInt64 {
    bytes.reduce(earlier) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
