// SPDX-License-Identifier: MIT

import DecentSync

/// The state of sync between a library and a remote, as of the last sync.
public struct RemoteStatus: Sendable {
  /// A document with changes that the remote lacks.
  public struct Waiting: Sendable {
    /// The name of the document.
    public let document: DocumentName
    /// The note, if the document is one.
    public let note: NoteSummary?
    /// Whether the next sync sends it. Changes by others are left to the sync after that.
    public let isNext: Bool
  }

  /// Another device that left objects in the remote.
  public struct Device: Sendable {
    /// The id of the device.
    public let id: DeviceID
    /// The number of the last of its objects that was read; 0 if it left none.
    public let received: Int
    /// The number of the last object of ours that it acknowledged; nil if it acknowledged nothing
    /// at all.
    public let acknowledged: Int?
    /// The time when this device learnt of that, in milliseconds since 1970.
    public let time: UInt64?
    /// Whether it took in the same objects as this device and shows something else.
    public let isContradicting: Bool
    /// The name that it gave itself there, if any.
    public let name: String?
    /// Whether it is retired: no device waits for it.
    public let isRetired: Bool
  }

  /// The documents that wait to be sent.
  public let waiting: [Waiting]
  /// The objects in the remote that could not be taken in.
  public let pending: [PendingObject]
  /// The objects of ``pending`` that are damaged and no longer needed.
  public let replaced: Set<ObjectName>
  /// The names of the objects of ``pending`` that may hold changes that are not here.
  public let notTakenIn: [ObjectName]
  /// Notes that have a position in the order and are not here.
  public let missing: [NoteID]
  /// Documents whose changes cannot be sent, because they are damaged here.
  public let damaged: [DocumentName]
  /// Other devices, by id.
  public let devices: [Device]
  /// The number of the last object that this device left there; 0 if there is none.
  public let sent: Int
  /// The time of this device's last sync, to the minute, in milliseconds since 1970; nil if never.
  public let lastSync: UInt64?
}

extension Library {
  /// The status of a remote. Reads only the library, and changes nothing.
  ///
  /// - Throws: ``LibraryFailure/damagedBooks(remote:path:reason:)``; why the library cannot be read.
  /// - Complexity: O(*n*) in the size of the documents that changed since they were sent.
  public func status(of remote: RemoteName) throws -> RemoteStatus {
    do {
      return try readStatus(of: remote)
    } catch {
      throw naming(remote, in: error)
    }
  }

  private func readStatus(of remote: RemoteName) throws -> RemoteStatus {
    let policy = policy(for: remote)
    return try database.readTransaction {
      let ours = try policy.knownDevice()
      let objects = try policy.objects().map(\.row).filter { !$0.holdsNoClaims }
      let pending = try policy.pending()
      let replaced = try policy.replaced(among: pending)
      let outlook = try policy.outlook()
      return RemoteStatus(
        waiting: try outlook.waiting.compactMap(waiting), pending: pending, replaced: replaced,
        notTakenIn: pending.filter { object in
          object.mayHoldNews(for: ours) && !replaced.contains(object.info.name)
        }.map(\.info.name),
        missing: try missingNotes(), damaged: outlook.damaged.compactMap { DocumentName($0) },
        devices: try others(
          than: ours, objects, policy.lastAcknowledgements(), names: policy.deviceNames(),
          retired: Set(policy.retired())),
        sent: objects.filter { $0.reference.device == ours }.map(\.reference.number).max() ?? 0,
        lastSync: try policy.lastSync())
    }
  }

  private func waiting(_ waiting: SyncOutlook.Waiting) throws -> RemoteStatus.Waiting? {
    guard let name = DocumentName(waiting.document),
      let key = try documents.key(of: waiting.document)
    else { return nil }
    return RemoteStatus.Waiting(
      document: name, note: try notes.note(document: key), isNext: waiting.isNext)
  }

  private func others(
    than ours: DeviceID?, _ objects: [ObjectRow],
    _ entries: [(acknowledgement: Acknowledgement, time: UInt64)], names: [DeviceID: String],
    retired: Set<DeviceID>
  ) throws -> [RemoteStatus.Device] {
    let own = entries.first { $0.acknowledgement.device == ours }?.acknowledgement
    let said = Dictionary(entries.map { ($0.acknowledgement.device, $0) }) { first, _ in first }
    let received = Dictionary(grouping: objects, by: \.reference.device)
      .mapValues { $0.map(\.reference.number).max() ?? 0 }
    let ids = Set(said.keys).union(received.keys).subtracting(ours.map { [$0] } ?? [])
    return ids.sorted().map { id in
      RemoteStatus.Device(
        id: id, received: received[id] ?? 0,
        acknowledged: said[id].map { said in
          ours.flatMap { said.acknowledgement.applied[$0] } ?? 0
        },
        time: said[id]?.time,
        isContradicting: !retired.contains(id)
          && own.map { said[id]?.acknowledgement.contradicts($0) ?? false } ?? false,
        name: names[id], isRetired: retired.contains(id))
    }
  }
}
