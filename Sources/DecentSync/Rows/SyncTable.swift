// SPDX-License-Identifier: MIT

/// The tables of sync, by the first letter of their keys. After the letter, a key has the parts
/// that the comment of its table lists after the colon.
enum SyncTable: UInt8 {
  /// The identity of this device: no parts. See ``DeviceRow``.
  case device = 0x44  // D
  /// The checksums of the objects that this device sealed last: device, number.
  case written = 0x57  // W
  /// Objects that are sealed and not confirmed: remote, number.
  case sealed = 0x53  // S
  /// The remotes that were synced with: remote. See ``RemoteRow``.
  case remote = 0x52  // R
  /// Objects of a remote that were read and verified: remote, name. See ``ObjectRow``.
  case object = 0x4f  // O
  /// The claims that were taken in: remote, document, name, place in the object. See ``ClaimRow``.
  case claim = 0x43  // C
  /// The claims of an object: remote, name, document, place. Empty values.
  case claimOfObject = 0x49  // I
  /// The claims of a document that no other claim is known to supersede: remote,
  /// document, name, place. Empty values.
  case live = 0x4c  // L
  /// The coverage of a document by a remote: remote, document. See ``CoverageRow``.
  case coverage = 0x56  // V
  /// The documents that may have edits beyond their coverage: remote, document. See ``WaitingRow``.
  case waiting = 0x51  // Q
  /// Objects that no longer count and are to be deleted: remote, name. See ``TornRow``.
  case torn = 0x54  // T
  /// Compactions of this device that another device took in: remote, device, number, checksum.
  case propagated = 0x50  // P
  /// The documents that were edited on this device: document. Empty values.
  case edited = 0x45  // E
  /// Removed documents whose revival has begun (`CommonRows.noteRevival`): document. Empty values.
  case revived = 0x42  // B
  /// Objects that could not be taken in: remote, name. See ``PendingRow``.
  case pending = 0x4e  // N
  /// Bytes that the store of a remote sealed, by which later runs recognise its key: remote.
  case keyProof = 0x5a  // Z
  /// The last acknowledgement of each device: remote, device.
  case acknowledgement = 0x41  // A
  /// Objects that an acknowledgement calls unreadable: remote, name, size, device. Empty values.
  case doubt = 0x55  // U
  /// The last card of each device: remote, device. See ``CardRow``.
  case card = 0x4b  // K
  /// The devices that are retired: device. Empty values.
  case retired = 0x58  // X
  /// The device that sent the latest edits of a document: document. See ``LastSenderRow``.
  case writer = 0x59  // Y
}
