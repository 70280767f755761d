// SPDX-License-Identifier: MIT

import DecentSync

/// What a library knows of its travels to and from a remote, as of the last sync.
public struct RemoteStatus: Sendable {
  /// A document that the remote does not hold as it is here.
  public struct Waiting: Sendable {
    /// Which document.
    public let document: DocumentName
    /// The note, if it is one.
    public let note: NoteSummary?
    /// Whether the next sync sends it. Else others changed it, and it is left to the one
    /// after that.
    public let isNext: Bool
  }

  /// Another device that was met there.
  public struct Device: Sendable {
    /// Which one.
    public let id: DeviceID
    /// The last of its segments up to which we have everything; 0 if it left none.
    public let received: Int
    /// The last of ours that it acknowledged, nil if it acknowledged nothing at all.
    public let acknowledged: Int?
    /// When we learnt of that, in milliseconds since 1970.
    public let time: UInt64?
    /// Whether it took in the same as we did and shows something else.
    public let isContradicting: Bool
  }

  /// What waits to be sent.
  public let waiting: [Waiting]
  /// What is there and could not be taken in.
  public let pending: [PendingObject]
  /// Which of that is damaged, and not needed any more.
  public let replaced: Set<ObjectName>
  /// Which of that may hold changes that are not here, by name.
  public let notTakenIn: [ObjectName]
  /// Notes that have a place in the order and are not here.
  public let missing: [NoteID]
  /// Documents with changes that cannot be sent: what is here of them is damaged.
  public let damaged: [DocumentName]
  /// Other devices, by id.
  public let devices: [Device]
  /// The number of the last segment that we left there; 0 if there is none.
  public let sent: Int
  /// When we synced last, to the minute, in milliseconds since 1970; nil if never.
  public let lastSync: UInt64?
}

extension LibraryJournal {
  /// What is known of a remote. Only reads, and the library alone.
  ///
  /// - Complexity: O(*n*) in the size of the documents that changed since they were sent.
  public func status(of remote: RemoteName) throws -> RemoteStatus {
    try database.readTransaction {
      let ours = try devices.known()
      let segments = try objects.segments(of: remote).map(\.reference)
      let pending = try pending.all(of: remote).map(\.object)
      let replaced = try replaced(among: pending, at: remote)
      let (waiting, damaged) = try waiting(for: remote)
      return RemoteStatus(
        waiting: waiting, pending: pending, replaced: replaced,
        notTakenIn: pending.filter { object in
          object.mayHoldNews(for: ours) && !replaced.contains(object.info.name)
        }.map(\.info.name),
        missing: try missingNotes(), damaged: damaged,
        devices: try others(than: ours, segments, at: remote),
        sent: segments.filter { $0.device == ours }.map(\.number).max() ?? 0,
        lastSync: try lastVisit(of: remote))
    }
  }

  /// This library's device id, or nil if it never synced.
  public func knownDevice() throws -> DeviceID? {
    try database.readTransaction { try devices.known() }
  }

  /// A number that is greater after each change of a document.
  public func revision() throws -> Int {
    try database.readTransaction {
      try database.row("SELECT max(revision) FROM documents") { $0.integer(at: 0) } ?? 0
    }
  }

  /// What waits to be sent, and what cannot be as it is damaged here.
  private func waiting(
    for remote: RemoteName
  ) throws -> (waiting: [RemoteStatus.Waiting], damaged: [DocumentName]) {
    var waiting: [RemoteStatus.Waiting] = []
    var damaged: [DocumentName] = []
    for candidate in try candidates(for: remote) {
      do {
        try self.waiting(candidate, for: remote).map { waiting.append($0) }
      } catch LibraryFailure.damagedDocument(let name, _, _) {
        damaged.append(name)
      }
    }
    return (waiting, damaged)
  }

  private func waiting(
    _ candidate: Candidate, for remote: RemoteName
  ) throws -> RemoteStatus.Waiting? {
    guard try change(of: candidate, beyond: remote) != nil,
      let name = DocumentName(text: candidate.name)
    else { return nil }
    let isSentAnyway = candidate.wasOurs || candidate.isLacking
    let isEdited =
      try candidate.isOurs && change(of: candidate, beyond: remote, isTrusting: true) != nil
    return RemoteStatus.Waiting(
      document: name, note: try library.notes.note(document: candidate.key),
      isNext: isSentAnyway || isEdited)
  }

  private func others(
    than ours: DeviceID?, _ segments: [SegmentReference], at remote: RemoteName
  ) throws -> [RemoteStatus.Device] {
    let entries = try acknowledgements.all(of: remote)
    let own = entries.first { $0.acknowledgement.device == ours }?.acknowledgement
    let said = Dictionary(entries.map { ($0.acknowledgement.device, $0) }) { first, _ in first }
    let received = Dictionary(grouping: segments, by: \.device)
      .mapValues { $0.map(\.number).max() ?? 0 }
    let ids = Set(said.keys).union(received.keys).subtracting(ours.map { [$0] } ?? [])
    return ids.sorted().map { id in
      RemoteStatus.Device(
        id: id, received: received[id] ?? 0,
        acknowledged: said[id].map { said in
          ours.flatMap { said.acknowledgement.applied[$0] } ?? 0
        },
        time: said[id]?.time,
        isContradicting: own.map { said[id]?.acknowledgement.contradicts($0) ?? false } ?? false)
    }
  }
}
