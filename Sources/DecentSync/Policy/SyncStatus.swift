// SPDX-License-Identifier: MIT

/// The state of sync between a library and a remote. It shows the remote as of the last sync.
public struct SyncStatus: Sendable {
  /// A document with changes that the remote lacks.
  public struct Waiting: Hashable, Sendable {
    /// The document.
    public let document: DocumentID
    /// Whether the next sync sends the document. If not, other devices changed it, and the sync
    /// after the next sends it.
    public let isNext: Bool

    package init(document: DocumentID, isNext: Bool) {
      (self.document, self.isNext) = (document, isNext)
    }
  }

  /// Another device that left objects in the remote.
  public struct Device: Hashable, Sendable {
    /// The id of the device.
    public let id: DeviceID
    /// The greatest number among the objects of the device that were read here; 0 if there is none.
    public let received: Int
    /// The number of the last object written here that the device acknowledged. 0 if the device
    /// acknowledged none; nil if the device wrote no acknowledgement.
    public let acknowledged: Int?
    /// The time when the device's last acknowledgement was read here, in milliseconds since 1970;
    /// nil if the device wrote none.
    public let time: UInt64?
    /// Whether the device took in the same objects as this library and shows other contents.
    public let isContradicting: Bool
    /// The name that the device gave itself in the remote; nil if it gave none.
    public let name: String?
    /// Whether the device is retired: no device waits for it.
    public let isRetired: Bool
  }

  /// The documents that wait to be sent.
  public package(set) var waiting: [Waiting]
  /// The documents that cannot be read here, so that their changes cannot be sent.
  public let damaged: [DocumentID]
  /// The objects in the remote that could not be taken in.
  public let pending: [PendingObject]
  /// The objects of ``pending`` that are damaged and no longer needed.
  public let replaced: Set<ObjectName>
  /// The names of the objects of ``pending`` that may hold changes that are not here.
  public let notTakenIn: [ObjectName]
  /// Other devices, by id.
  public let devices: [Device]
  /// The greatest number among this device's objects in the remote; 0 if there is none.
  public let sent: Int
  /// The time of this device's last sync, to the minute, in milliseconds since 1970; nil if never.
  public let lastSync: UInt64?
}

extension SyncPolicy {
  /// The known state of the remote. The caller has begun a transaction. Nothing is written.
  ///
  /// - Throws: ``DamagedRow``, or a ``DecodingFailure`` if a version cannot be decoded.
  /// - Complexity: O(*n* + *m*), where *n* is the number of known objects, and *m* is the size of
  ///   the documents that changed since they were sent.
  package func status() throws -> SyncStatus {
    let ours = try knownDevice()
    let objects = try self.objects.all().map(\.row).filter { !$0.holdsNoClaims }
    let pending = try self.objects.pendingRows().map(\.object)
    let replaced = try replaced(among: pending)
    let (waiting, damaged) = try outlook()
    return SyncStatus(
      waiting: waiting, damaged: damaged, pending: pending, replaced: replaced,
      notTakenIn: pending.filter { object in
        object.mayHoldNews(for: ours) && !replaced.contains(object.info.name)
      }.map(\.info.name),
      devices: try others(than: ours, objects),
      sent: objects.filter { $0.reference.device == ours }.map(\.reference.number).max() ?? 0,
      lastSync: try lastSync())
  }

  private func others(than ours: DeviceID?, _ objects: [ObjectRow]) throws -> [SyncStatus.Device] {
    let (names, retired) = (try notices.deviceNames(), Set(try retired()))
    let entries = try notices.acknowledgements()
    let own = entries.first { $0.acknowledgement.device == ours }?.acknowledgement
    let said = Dictionary(entries.map { ($0.acknowledgement.device, $0) }) { first, _ in first }
    let received = Dictionary(grouping: objects, by: \.reference.device)
      .mapValues { $0.map(\.reference.number).max() ?? 0 }
    let ids = Set(said.keys).union(received.keys).subtracting(ours.map { [$0] } ?? [])
    return ids.sorted().map { id in
      SyncStatus.Device(
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
