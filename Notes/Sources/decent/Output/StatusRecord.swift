// SPDX-License-Identifier: MIT

import DecentNotes
import DecentSync
import Foundation

/// The output of `decent status --json`. The shape is documented in Documentation/CommandLine.md:
/// members may be added, none is ever renamed or removed.
struct StatusRecord: Encodable {
  struct Waiting: Encodable {
    let id: String
    let title: String
    /// Whether the next sync sends the note.
    let next: Bool
  }

  struct Pending: Encodable {
    let object: String
    let fault: String
    let message: String
  }

  struct Device: Encodable {
    let id: String
    let received: Int
    let acknowledged: Int?
    let acknowledgedAt: String?
    let contradicts: Bool
    let name: String?
    let retired: Bool
  }

  struct Place: Encodable {
    let name: String
    let folder: String
    /// Whether the folder exists now.
    let reachable: Bool
    let synced: String?
    let waiting: [Waiting]
    /// The ids of notes whose purges wait to be sent.
    let purgesWaiting: [String]
    let pending: [Pending]
    /// Whether files of the remote may hold changes that this library lacks.
    let incomplete: Bool
    /// The ids of notes that cannot be sent, because they are damaged here.
    let damaged: [String]
    let devices: [Device]
    /// The greatest number among this device's objects in the remote; 0 if there is none.
    let sent: Int
  }

  /// This library's device id; nil if the library never synced.
  let device: String?
  let remotes: [Place]
}

extension StatusRecord.Place {
  init(_ remote: Remote, _ status: RemoteStatus) {
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: remote.folder, isDirectory: &isFolder)
    let store = FolderStore(path: remote.folder)
    self.init(
      name: remote.name, folder: remote.folder, reachable: isThere && isFolder.boolValue,
      synced: status.sync.lastSync.map { Moment(milliseconds: $0).precise },
      waiting: status.waiting.compactMap { waiting in
        waiting.note.map {
          StatusRecord.Waiting(id: "\($0.id)", title: $0.title, next: waiting.isNext)
        }
      },
      purgesWaiting: status.waiting.compactMap { $0.document.purged.map { "\($0)" } }.sorted(),
      pending: status.sync.pending.map { object in
        StatusRecord.Pending(
          object: store.place(of: object.info.name), fault: object.fault.rawValue,
          message: object.message(isReplaced: status.sync.replaced.contains(object.info.name)))
      },
      incomplete: !status.sync.notTakenIn.isEmpty,
      damaged: status.damaged.compactMap { $0.note.map { "\($0)" } },
      devices: status.sync.devices.map { device in
        StatusRecord.Device(
          id: "\(device.id)", received: device.received, acknowledged: device.acknowledged,
          acknowledgedAt: device.time.map { Moment(milliseconds: $0).precise },
          contradicts: device.isContradicting, name: device.name, retired: device.isRetired)
      },
      sent: status.sync.sent)
  }
}
