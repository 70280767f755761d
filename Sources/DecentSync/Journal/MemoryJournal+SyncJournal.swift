// SPDX-License-Identifier: MIT

extension MemoryJournal: SyncJournal {
  public func device() -> DeviceID { state.device }

  public func knownObjects(of remote: RemoteName) -> [KnownObject] {
    (state.books[remote]?.objects ?? [:]).values.map(\.known)
  }

  public func apply(_ deliveries: [Delivery], of remote: RemoteName) -> [ApplyOutcome] {
    deliveries.map { apply($0, of: remote) }
  }

  private func apply(_ delivery: Delivery, of remote: RemoteName) -> ApplyOutcome {
    var outcome = ApplyOutcome()
    var taken: [DocumentChange] = []
    for change in delivery.changes {
      var document = state.documents[change.document] ?? Document()
      do throws(HeldChange.Reason) {
        if try document.merge(delta: change.delta) { outcome.changed.append(change.document) }
        state.documents[change.document] = document
        taken.append(change)
      } catch {
        outcome.held.append(HeldChange(document: change.document, reason: error))
      }
    }
    if delivery.isFirst { record(delivery.object, of: remote, carrying: [], by: delivery.sealed) }
    note(taken, of: delivery, at: remote)
    return outcome
  }

  /// Notes changes that were taken in as carried by their object.
  private func note(_ changes: [DocumentChange], of delivery: Delivery, at remote: RemoteName) {
    let name = delivery.object.name
    guard var object = state.books[remote]?.objects[name] else { return }
    for change in changes {
      object.carried[change.document] = CarriedChange(change, by: delivery.sealed.reference)
    }
    let isWhole = object.carried.count == delivery.sealed.segment.changes.count
    object.known = KnownObject(
      info: delivery.object, isComplete: delivery.isLast && isWhole,
      isOurs: object.known.isOurs, segment: object.segment)
    state.books[remote]?.objects[name] = object
  }

  /// Records the object of a segment, complete if it carries all changes.
  private func record(
    _ object: ObjectInfo, of remote: RemoteName,
    carrying changes: [DocumentChange], by sealed: SealedSegment
  ) {
    let isSame = state.books[remote]?.objects[object.name]?.segment == sealed.reference
    if !isSame { drop(object.name, of: remote) }
    let carried = changes.map { ($0.document, CarriedChange($0, by: sealed.reference)) }
    let known = KnownObject(
      info: object, isComplete: changes.count == sealed.segment.changes.count,
      isOurs: state.sealed.contains(sealed.reference), segment: sealed.reference)
    state.books[remote, default: Books()].objects[object.name] = RemoteObject(
      known: known, segment: sealed.reference,
      carried: Dictionary(uniqueKeysWithValues: carried))
  }

  /// Drops an object.
  ///
  /// - Returns: The documents that may not be covered any longer.
  @discardableResult
  func drop(_ name: ObjectName, of remote: RemoteName) -> [DocumentID] {
    guard let object = state.books[remote]?.objects.removeValue(forKey: name) else { return [] }
    uncover(object, of: remote)
    return Array(object.carried.keys)
  }

  /// What an object carried may not be covered any longer. If the object was ours, it is
  /// sent again at once.
  func uncover(_ object: RemoteObject, of remote: RemoteName) {
    guard object.known.isOurs else { return }
    for document in object.carried.keys { state.books[remote]?.lacking[document] = true }
  }

  public func miss(_ names: [ObjectName], of remote: RemoteName) {
    for name in names {
      guard let known = state.books[remote]?.objects[name]?.known else { continue }
      state.books[remote]?.objects[name]?.known = KnownObject(
        info: known.info, isComplete: known.isComplete, isOurs: known.isOurs, isMissed: true,
        segment: known.segment)
    }
  }

  public func forget(_ names: [ObjectName], of remote: RemoteName) {
    for document in names.flatMap({ drop($0, of: remote) }) {
      let wasOurs = state.books[remote]?.lacking[document] ?? false
      state.books[remote]?.lacking[document] = wasOurs
    }
  }

  public func confirm(_ sealed: SealedSegment, at remote: RemoteName) {
    state.unconfirmed.removeAll {
      $0.segment.reference == sealed.reference && $0.remote == remote
    }
    let info = ObjectInfo(name: sealed.name, size: sealed.bytes.count)
    record(info, of: remote, carrying: sealed.segment.changes, by: sealed)
  }

  public func didSeal(_ reference: SegmentReference) -> Bool {
    reference.device == state.device && state.sealed.contains(reference)
  }

  public func renewDevice(replacing old: DeviceID) -> DeviceID {
    guard old == state.device else { return state.device }
    state.device = newDevice()
    state.lastNumber = 0
    state.unconfirmed = []
    return state.device
  }
}
