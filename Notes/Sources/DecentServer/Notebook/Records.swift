// SPDX-License-Identifier: MIT

import BinaryCoding
import DecentNotes
import DecentSync

/// The first line of the answer to `changes`. Members may be added to the records of this file. No
/// member is ever renamed or removed.
struct ChangesRecord: Encodable {
  struct Document: Encodable {
    let name: String
    /// The version in base64; nil if it was not read.
    let version: Nullable<String>
    let summary: Nullable<Summary>
    /// The id of the device that sent the last edits. If the sender is unknown, the id of the
    /// device that made the last edits. Nil if neither device is known, or if `version` is nil.
    let device: Nullable<String>
  }

  struct Summary: Encodable {
    let id: String
    let title: String
    let snippet: String
    let tags: [String]
    let folder: String
    let priority: String
    /// Milliseconds since 1970.
    let created: UInt64
    let edited: UInt64
    let isTrashed: Bool
    let isPinned: Bool
    let wasPurged: Bool
    /// The text that lists sort by.
    let order: String
    /// The size of the text, in bytes.
    let size: Int
  }

  let library: String
  /// The id of the server run that answers.
  let run: String
  /// The id of this device, whose mark the edits of pages have. Nil if the device has no id, or if
  /// the id cannot be read.
  let device: Nullable<String>
  let revision: Int
  let whole: Bool
  let documents: [Document]
  let gone: [String]
  /// Whether a second line follows, with the other documents.
  let more: Bool

  init(
    _ changes: LibraryChanges, _ documents: [Document], of library: String, run: String,
    on device: DeviceID?
  ) {
    self.library = library
    self.run = run
    self.device = Nullable(device.map { "\($0)" })
    self.documents = documents
    revision = changes.revision
    whole = changes.isWhole
    gone = changes.gone.map { DocumentName.note($0).text }
    more = documents.count < changes.count
  }
}

/// The second line of the answer to `changes`, if the first line does not have all documents.
struct MoreChangesRecord: Encodable {
  let documents: [ChangesRecord.Document]
}

extension ChangesRecord.Document {
  init(_ document: LibraryChanges.Document) {
    self.init(
      name: document.name.text, version: Nullable(document.version.map(Base64.encode)),
      summary: Nullable(document.note.map { ChangesRecord.Summary($0) }),
      device: Nullable(document.device.map { "\($0)" }))
  }
}

extension ChangesRecord.Summary {
  init(_ note: LibraryChanges.ListedNote) {
    let summary = note.summary
    self.init(
      id: "\(summary.id)", title: summary.title, snippet: note.snippet, tags: summary.tags,
      folder: summary.folder.text, priority: summary.priority.rawValue, created: summary.created,
      edited: summary.edited, isTrashed: summary.isTrashed, isPinned: summary.isPinned,
      wasPurged: summary.wasPurged, order: "\(summary.orderKey)",
      size: note.size)
  }
}

/// The answer to `status`.
struct ServedStatusRecord: Encodable {
  struct Place: Encodable {
    let name: String
    let lastSync: Nullable<UInt64>
    /// The number of documents that wait to be sent.
    let waiting: Int
    let error: Nullable<String>
  }

  struct Device: Encodable {
    let id: String
    let name: Nullable<String>
    let isThisDevice: Bool
    let isRetired: Bool
    let lastSeen: Nullable<UInt64>
    /// The number of documents with changes that the device has not acknowledged.
    let holdsBack: Int
  }

  let name: Nullable<String>
  let remotes: [Place]
  let devices: [Device]
  let watching: Bool

  init(of library: Library, syncing sync: any SyncControl) throws {
    name = Nullable(sync.deviceName)
    watching = sync.isWatching
    remotes = try library.remotes().map { remote in
      let status = try library.status(of: RemoteName(remote.name))
      return Place(
        name: remote.name, lastSync: Nullable(status.sync.lastSync), waiting: status.waiting.count,
        error: Nullable(sync.error(of: remote.name)))
    }
    devices = try library.devices().map { device in
      Device(
        id: "\(device.id)", name: Nullable(device.name), isThisDevice: device.isThisDevice,
        isRetired: device.isRetired, lastSeen: Nullable(device.lastSeen),
        holdsBack: device.waitingDocuments.count)
    }
  }
}

/// The answer to `history`.
struct HistoryRecord: Encodable {
  struct Version: Encodable {
    let id: String
    let time: UInt64
    /// The id of the device that made the edits; nil where it is not known.
    let device: Nullable<String>
    let deviceName: Nullable<String>
    let inserted: Int
    let deleted: Int
  }

  let versions: [Version]

  init(_ history: NoteHistory, on devices: HistoryDevices) {
    versions = history.entries.compactMap { entry in
      let device = devices[entry]
      return entry.text.map { text in
        Version(
          id: "\(text.version)", time: entry.milliseconds,
          device: Nullable(device.map { "\($0.id)" }), deviceName: Nullable(device?.name),
          inserted: text.insertedCount, deleted: text.deletedCount)
      }
    }
  }
}

/// The answer to `history` with a version.
struct PastTextRecord: Encodable {
  let title: String
  let text: String
  /// The text before the edits that led to the version; nil if that text cannot be restored.
  let before: Nullable<String>
}

/// A member that is written as null, not left out, if it has no value.
struct Nullable<Value: Encodable>: Encodable {
  private let value: Value?

  init(_ value: Value?) {
    self.value = value
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value { try container.encode(value) } else { try container.encodeNil() }
  }
}
