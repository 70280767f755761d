// SPDX-License-Identifier: MIT

extension MemoryJournal: SyncJournal {
  public func device() -> DeviceID { state.device }

  public func knownObjects(of remote: RemoteName) -> [KnownObject] {
    (state.books[remote]?.objects ?? [:]).values.map(\.known)
  }

  public func apply(
    _ sealed: SealedSegment, from object: ObjectInfo, of remote: RemoteName
  ) -> ApplyOutcome {
    var outcome = ApplyOutcome()
    var taken: [DocumentChange] = []
    for change in sealed.segment.changes {
      var document = state.documents[change.document] ?? Document()
      do throws(HeldChange.Reason) {
        if try document.merge(delta: change.delta) { outcome.changed.append(change.document) }
        state.documents[change.document] = document
        taken.append(change)
      } catch {
        outcome.held.append(HeldChange(document: change.document, reason: error))
      }
    }
    record(object, isComplete: outcome.held.isEmpty, of: remote, carrying: taken, by: sealed)
    return outcome
  }

  private func record(
    _ object: ObjectInfo, isComplete: Bool, of remote: RemoteName,
    carrying changes: [DocumentChange], by sealed: SealedSegment
  ) {
    drop(object.name, of: remote)
    let carried = changes.map { ($0.document, CarriedChange($0, by: sealed.reference)) }
    let known = KnownObject(
      info: object, isComplete: isComplete, isOurs: state.sealed.contains(sealed.reference))
    state.books[remote, default: Books()].objects[object.name] = RemoteObject(
      known: known, carried: Dictionary(uniqueKeysWithValues: carried))
  }

  /// Drops an object.
  ///
  /// - Returns: The documents that may not be covered any longer.
  @discardableResult
  private func drop(_ name: ObjectName, of remote: RemoteName) -> [DocumentID] {
    let object = state.books[remote]?.objects.removeValue(forKey: name)
    let documents = object.map { Array($0.carried.keys) } ?? []
    for document in documents { state.books[remote]?.covered[document] = nil }
    return documents
  }

  public func miss(_ names: [ObjectName], of remote: RemoteName) {
    for name in names {
      guard let known = state.books[remote]?.objects[name]?.known else { continue }
      state.books[remote]?.objects[name]?.known = KnownObject(
        info: known.info, isComplete: known.isComplete, isOurs: known.isOurs, isMissed: true)
    }
  }

  public func forget(_ names: [ObjectName], of remote: RemoteName) {
    let uncovered = names.flatMap { drop($0, of: remote) }
    state.books[remote]?.lacking.formUnion(uncovered)
  }

  public func confirm(_ sealed: SealedSegment, at remote: RemoteName) {
    state.unconfirmed.removeAll {
      $0.segment.reference == sealed.reference && $0.remote == remote
    }
    let info = ObjectInfo(name: sealed.name, size: sealed.bytes.count)
    record(info, isComplete: true, of: remote, carrying: sealed.segment.changes, by: sealed)
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
