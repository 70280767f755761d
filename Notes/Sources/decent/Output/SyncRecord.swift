// SPDX-License-Identifier: MIT

import DecentNotes
import DecentSync
import Foundation

/// The report of a sync with a remote, in JSON. The shape is documented in
/// Documentation/CommandLine.md: members may be added, none is ever renamed or removed.
struct SyncRecord: Encodable {
  struct Transfer: Encodable {
    let objects: Int
    let bytes: Int

    init(_ transfer: SyncReport.Transfer) {
      objects = transfer.objects
      bytes = transfer.bytes
    }
  }

  struct Problem: Encodable {
    let object: String
    let message: String
  }

  struct Failure: Encodable {
    /// The kind of the failure, by its remedy: `later`, `user` or `damaged`.
    let kind: String
    let message: String

    init(_ error: StoreError) {
      kind =
        switch error.kind {
        case .needsUser, .older: "user"
        case .damaged: "damaged"
        case .exists, .missing, .tryLater: "later"
        }
      message = "\(error)"
    }
  }

  let remote: String
  let folder: String
  /// The ids of the notes that changed here.
  let changed: [String]
  /// The ids of the notes that other devices purged.
  let purged: [String]
  let received: Transfer
  let sent: Transfer
  /// The ids of notes that other devices changed, and whose changes a later sync may send.
  let postponed: [String]
  let problems: [Problem]
  /// Whether files of the remote may hold changes that this library lacks.
  let incomplete: Bool
  /// The ids of notes that were not sent, because they are damaged here.
  let damaged: [String]
  /// The ids of devices that took in the same changes as this device and have different documents.
  let contradicting: [String]
  let newDevice: Bool
  /// Whether this device found that it was retired, and took a new id.
  let wasRetired: Bool
  let failure: Failure?

  init(_ report: SyncReport, with remote: Remote) {
    let store = FolderStore(path: remote.folder)
    self.remote = remote.name
    folder = remote.folder
    changed = Self.notes(report.changedDocuments)
    purged = Self.purges(report.changedDocuments)
    received = Transfer(report.downloaded)
    sent = Transfer(report.uploaded)
    postponed = Self.notes(report.postponed)
    problems = report.problems.map { problem in
      let place = store.place(of: problem.name)
      return Problem(object: place, message: problem.message(at: place))
    }
    incomplete = !report.notTakenIn.isEmpty
    damaged = Self.notes(report.damaged)
    contradicting = report.contradicting.map { "\($0)" }
    newDevice = report.tookNewDeviceID
    wasRetired = report.wasRetired
    failure = report.stopped.map(Failure.init)
  }

  static func notes(_ documents: some Sequence<DocumentID>) -> [String] {
    documents.compactMap { DocumentName($0)?.note }.map { "\($0)" }.sorted()
  }

  static func purges(_ documents: some Sequence<DocumentID>) -> [String] {
    documents.compactMap { DocumentName($0)?.purged }.map { "\($0)" }.sorted()
  }
}

extension SyncRecord {
  /// This value as JSON in one line, without a line end.
  func line() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

/// The output of `decent sync --json`.
struct SyncRecords: Encodable {
  let remotes: [SyncRecord]
}
