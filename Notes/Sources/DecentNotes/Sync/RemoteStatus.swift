// SPDX-License-Identifier: MIT

import DecentSync

/// The state of sync between a library and a remote, as of the last sync.
public struct RemoteStatus: Sendable {
  /// A document with changes that the remote lacks.
  public struct Waiting: Sendable {
    /// The name of the document.
    public let document: DocumentName
    /// The note; nil if the document is the purge of a note.
    public let note: NoteSummary?
    /// Whether the next sync sends the document. If not, other devices changed it, and the sync
    /// after the next sends it.
    public let isNext: Bool
  }

  /// The state of the remote's objects and of the devices.
  public let sync: SyncStatus
  /// The documents with changes that wait to be sent.
  public let waiting: [Waiting]
  /// Documents whose changes cannot be sent, because the documents are damaged here.
  public let damaged: [DocumentName]
}

extension Library {
  /// The status of a remote. Reads only the library, and changes nothing.
  ///
  /// - Throws: ``LibraryFailure/damagedSyncState(remote:path:reason:)``, or another error of the
  ///   library.
  /// - Complexity: O(*n*) in the size of the documents that changed since they were sent.
  public func status(of remote: RemoteName) throws -> RemoteStatus {
    do {
      return try documents.reading {
        let sync = try documents.status(of: remote)
        return RemoteStatus(
          sync: sync, waiting: try sync.waiting.compactMap(waiting),
          damaged: sync.damaged.compactMap { DocumentName($0) })
      }
    } catch {
      throw naming(remote, in: error)
    }
  }

  private func waiting(_ waiting: SyncStatus.Waiting) throws -> RemoteStatus.Waiting? {
    guard let id = DocumentName(waiting.document)?.note else { return nil }
    // A removal is listed under the id of the removed document.
    let isPurged = try !collection.exists(id.uuid) && collection.wasEverRemoved(id.uuid)
    return RemoteStatus.Waiting(
      document: isPurged ? .purge(id) : .note(id), note: isPurged ? nil : try notes.summary(id),
      isNext: waiting.isNext)
  }
}
