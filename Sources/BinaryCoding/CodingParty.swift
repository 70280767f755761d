// SPDX-License-Identifier: MIT

/// The party that bytes are written for, or the party that wrote the bytes to read.
///
/// Bytes for other devices hold only facts that cannot be computed from other facts. So no bytes
/// can make two devices believe different facts about one state. Bytes that a device keeps for
/// itself may also hold facts that would take time to compute again. The device believes these
/// facts when it reads the bytes.
public enum CodingParty: Equatable, Sendable {
  /// Anyone: other devices, other people, tests of equality. The bytes are canonical: equal states
  /// write equal bytes.
  case anyone

  /// This device alone, from storage that no other party writes to. The bytes load faster, are
  /// longer, and need not be equal for equal states. Never send them. Never use this case to read
  /// bytes that another party may have written.
  case ownDevice
}
