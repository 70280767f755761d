// SPDX-License-Identifier: MIT

/// Who reads bytes, and whose bytes are read.
///
/// What goes to others holds only what cannot be computed from the rest, so that
/// no two devices can be made to believe different things of one state. What a
/// device keeps for itself may also hold what would take it time to compute
/// again, and is believed when read.
public enum CodingParty: Equatable, Sendable {
  /// Anyone: other devices, other people, tests of equality. The bytes are
  /// canonical: equal states write equal ones.
  case anyone

  /// This device alone, from storage that nobody else writes to. The bytes load
  /// faster, are longer, and need not be equal for equal states. Never send them,
  /// and never read bytes as these that others may have made.
  case ownDevice
}
