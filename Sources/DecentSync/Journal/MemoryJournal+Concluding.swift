// SPDX-License-Identifier: MIT

extension MemoryJournal {
  public func take(
    _ acknowledgement: Acknowledgement, from object: ObjectInfo, of remote: RemoteName,
    at time: UInt64
  ) -> Bool {
    record(object, of: remote)
    let known = state.books[remote]?.acknowledgements[acknowledgement.device]
    if acknowledgement.device == state.device,
      isKnown(acknowledgement) || !acknowledgement.isOfAnother(than: known?.acknowledgement)
    {
      return true
    }
    guard acknowledgement.number > known?.acknowledgement.number ?? 0 else {
      return acknowledgement.device != state.device
    }
    state.books[remote]?.acknowledgements[acknowledgement.device] = Acknowledged(
      acknowledgement: acknowledgement, time: time)
    let doubted = Set(acknowledgement.unreadable)
      .subtracting(known?.acknowledgement.unreadable ?? [])
    for object in state.books[remote]?.objects.values.map(\.self) ?? []
    where doubted.contains(object.known.info) {
      uncover(object, of: remote)
    }
    return acknowledgement.device != state.device
  }

  public func confirm(
    _ acknowledgement: Acknowledgement, as object: ObjectInfo, of remote: RemoteName
  ) {
    record(object, of: remote)
  }

  /// Whether this is the last one of its device in any remote.
  private func isKnown(_ acknowledgement: Acknowledgement) -> Bool {
    state.books.values.contains {
      $0.acknowledgements[acknowledgement.device]?.acknowledgement == acknowledgement
    }
  }

  /// Records the object of an acknowledgement.
  private func record(_ object: ObjectInfo, of remote: RemoteName) {
    drop(object.name, of: remote)
    let known = KnownObject(info: object, isComplete: true, isAcknowledgement: true)
    state.books[remote, default: Books()].objects[object.name] = RemoteObject(
      known: known, segment: nil, carried: [:])
  }

  public func conclude(_ end: SyncEnd, at remote: RemoteName, time: UInt64) throws -> Conclusion {
    let device = state.device
    var books = state.books[remote] ?? Books()
    let sightings = end.pending.map { ($0, 1 + (books.pending[$0] ?? 0)) }
    books.pending = Dictionary(sightings) { first, _ in first }
    let isCovered = Array(state.documents.keys).allSatisfy { change(of: $0, beyond: remote) == nil }
    let draft = AcknowledgementDraft(
      segments: books.objects.values.compactMap { object in
        object.segment.map { ($0, object.known.isComplete) }
      },
      pending: sightings.map { (object: $0, sightings: $1) },
      doubted: doubted(at: remote), isCovered: isCovered)
    let last = books.acknowledgements[device]
    let due = draft.due(
      by: device, after: last.map { ($0.acknowledgement, $0.time) },
      isStored: last.map { books.objects[$0.acknowledgement.name] != nil } ?? false,
      at: time, end, digest: { digest })
    state.books[remote, default: Books()].pending = books.pending
    if let due {
      state.books[remote]?.acknowledgements[device] = Acknowledged(
        acknowledgement: due, time: time)
    }
    return Conclusion(
      acknowledgement: due, contradicting: contradicting(at: remote),
      replaced: replaced(among: end.pending, at: remote))
  }

  private func doubted(at remote: RemoteName) -> [ObjectInfo] {
    guard let books = state.books[remote] else { return [] }
    let doubted = books.acknowledgements.values.map(\.acknowledgement).doubtedByNewcomers
    return books.objects.values.map(\.known).filter(\.isComplete).map(\.info)
      .filter(doubted.contains)
  }

  private func replaced(
    among pending: [PendingObject], at remote: RemoteName
  ) -> Set<ObjectName> {
    guard let books = state.books[remote] else { return [] }
    let said = books.acknowledgements.values.map(\.acknowledgement)
    let replaced = pending.filter { object in
      let others = books.objects.filter { $0.key != object.info.name && $0.value.known.isComplete }
      return object.isReplaced(
        copies: others.values.compactMap(\.segment), acknowledgements: said)
    }
    return Set(replaced.map(\.info.name))
  }

  /// A number for all documents.
  public var digest: UInt64 {
    var digest = StateDigest()
    for (id, document) in state.documents.sorted(by: { $0.key < $1.key }) {
      digest.add(id, holding: document.canonicalBytes)
    }
    return digest.value
  }

  private func contradicting(at remote: RemoteName) -> [DeviceID] {
    let all = state.books[remote]?.acknowledgements ?? [:]
    guard let ours = all[state.device]?.acknowledgement else { return [] }
    return all.filter { $0.value.acknowledgement.contradicts(ours) }.map(\.key).sorted()
  }
}
