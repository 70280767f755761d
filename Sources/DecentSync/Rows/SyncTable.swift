// SPDX-License-Identifier: MIT

/// The tables of sync, by the letter that their keys begin with. After it stand the parts named
/// here, in their order.
enum SyncTable: UInt8 {
  /// Who this device is: no parts. See ``DeviceRow``.
  case device = 0x44  // D
  /// The checksum of each object that this device sealed, for good: device, number.
  case written = 0x57  // W
  /// Objects that are sealed and not confirmed: remote, number.
  case sealed = 0x53  // S
  /// The remotes that were synced with: remote. See ``RemoteRow``.
  case remote = 0x52  // R
  /// Objects of a remote that were read and verified: remote, name. See ``ObjectRow``.
  case object = 0x4f  // O
  /// What of an object was taken in: remote, document, name, place in the object. See ``ClaimRow``.
  case claim = 0x43  // C
  /// The claims of an object: remote, name, document, place. Empty values.
  case claimOfObject = 0x49  // I
  /// The claims of a document that no other is known to dominate: remote, document, name, place.
  /// Empty values.
  case live = 0x4c  // L
  /// What a remote holds of a document: remote, document. See ``CoverageRow``.
  case coverage = 0x56  // V
  /// The documents that may be beyond their coverage: remote, document. See ``WaitingRow``.
  case waiting = 0x51  // Q
  /// Objects whose claims count no longer, and which are to go: remote, name. See ``TornRow``.
  case torn = 0x54  // T
  /// Roll-ups of this device that another took in: remote, device, number, checksum.
  case travelled = 0x50  // P
  /// The documents that were edited on this device: document. Empty values.
  case edited = 0x45  // E
  /// Documents that were dropped for good and are being put together again, since an edit beyond what
  /// was seen then was met: document. Empty values.
  case revived = 0x42  // B
  /// Segments of the first format, by what their changes lead to: remote, document, segment.
  case earlier = 0x5a  // Z
  /// Objects that could not be taken in: remote, name. See ``PendingRow``.
  case pending = 0x4e  // N
  /// The last acknowledgement of each device: remote, device.
  case acknowledgement = 0x41  // A
  /// Objects that an acknowledgement calls unreadable: remote, name, size, device. Empty values.
  case doubt = 0x55  // U
  /// The last card of each device: remote, device. See ``CardRow``.
  case card = 0x4b  // K
  /// The devices that are retired: device. Empty values.
  case retired = 0x58  // X
  /// Objects that other devices are known to have taken in whole: remote, name, device. Empty
  /// values.
  case had = 0x48  // H
  /// Whether a device was retired since documents forgot last: no parts. An empty value.
  case released = 0x47  // G
}
