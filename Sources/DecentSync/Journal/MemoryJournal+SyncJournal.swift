// SPDX-License-Identifier: MIT

extension MemoryJournal: SyncJournal {
  public func device() -> DeviceID { currentDevice }

  public func knownObjects(of remote: RemoteName) -> [KnownObject] {
    (objects[remote] ?? [:]).values.map(\.known)
  }

  public func apply(
    _ sealed: SealedSegment, from object: ObjectInfo, of remote: RemoteName
  ) -> ApplyOutcome {
    var outcome = ApplyOutcome()
    var carried: [DocumentID: CarriedChange] = [:]
    for change in sealed.segment.changes {
      var document = documents[change.document] ?? Document()
      do throws(HeldChange.Reason) {
        if try document.merge(delta: change.delta) { outcome.changed.append(change.document) }
        documents[change.document] = document
        carried[change.document] = CarriedChange(change, by: sealed.reference)
      } catch {
        outcome.held.append(HeldChange(document: change.document, reason: error))
      }
    }
    let known = KnownObject(info: object, isComplete: outcome.held.isEmpty)
    objects[remote, default: [:]][object.name] = RemoteObject(known: known, carried: carried)
    return outcome
  }

  public func forget(_ names: [ObjectName], of remote: RemoteName) {
    names.forEach { objects[remote]?[$0] = nil }
  }

  public func nextSealed(for remote: RemoteName, limit: Int) throws -> SealedSegment? {
    if let earlier = unconfirmed.first(where: { $0.remote == remote }) { return earlier.segment }
    let changes = changesBeyondCoverage(of: remote, limit: limit)
    guard !changes.isEmpty else { return nil }
    let segment = Segment(device: currentDevice, number: lastNumber + 1, changes: changes)
    let sealed = try SealedSegment(sealing: segment)
    lastNumber += 1
    checksums[lastNumber] = sealed.reference.checksum
    unconfirmed.append(Sealed(remote: remote, segment: sealed))
    return sealed
  }

  private func changesBeyondCoverage(of remote: RemoteName, limit: Int) -> [DocumentChange] {
    var changes: [DocumentChange] = []
    var size = 0
    for (id, document) in documents.sorted(by: { $0.key < $1.key }) where size < limit {
      let coverage = coverage(of: id, at: remote)
      guard let delta = document.delta(since: coverage.versions) else { continue }
      let change = DocumentChange(
        document: id, after: coverage.frontier, version: document.version, delta: delta)
      size += change.size
      changes.append(change)
    }
    return changes
  }

  public func confirm(_ sealed: SealedSegment, at remote: RemoteName) {
    unconfirmed.removeAll { $0.segment.reference == sealed.reference && $0.remote == remote }
    let info = ObjectInfo(name: sealed.name, size: sealed.bytes.count)
    let carried = sealed.segment.changes.map {
      ($0.document, CarriedChange($0, by: sealed.reference))
    }
    objects[remote, default: [:]][sealed.name] = RemoteObject(
      known: KnownObject(info: info, isComplete: true),
      carried: Dictionary(uniqueKeysWithValues: carried))
  }

  public func didSeal(_ reference: SegmentReference) -> Bool {
    reference.device == currentDevice && checksums[reference.number] == reference.checksum
  }

  public func renewDevice(replacing old: DeviceID) -> DeviceID {
    guard old == currentDevice else { return currentDevice }
    currentDevice = newDevice()
    lastNumber = 0
    checksums = [:]
    unconfirmed = []
    return currentDevice
  }
}
