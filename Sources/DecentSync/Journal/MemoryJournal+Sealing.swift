// SPDX-License-Identifier: MIT

extension MemoryJournal {
  public func nextSealed(
    for remote: RemoteName, limit: Int, forOthers: Bool
  ) throws -> SealedSegment? {
    if let earlier = state.unconfirmed.first(where: { $0.remote == remote }) {
      return earlier.segment
    }
    var changes: [DocumentChange] = []
    var size = 0
    for id in state.documents.keys.sorted()
    where size < limit && isDue(id, at: remote, forOthers: forOthers) {
      guard let change = change(of: id, beyond: remote) else { continue }
      size += change.size
      changes.append(change)
    }
    guard !changes.isEmpty else { return nil }
    let segment = Segment(device: state.device, number: state.lastNumber + 1, changes: changes)
    let sealed = try SealedSegment(sealing: segment)
    state.lastNumber += 1
    state.sealed.insert(sealed.reference)
    state.unconfirmed.append(Sealed(remote: remote, segment: sealed))
    return sealed
  }

  public func postpone(at remote: RemoteName) -> [DocumentID] {
    let lacking = state.documents.keys.sorted().filter { change(of: $0, beyond: remote) != nil }
    state.books[remote, default: Books()].lacking.formUnion(lacking)
    return lacking
  }

  private func isDue(_ id: DocumentID, at remote: RemoteName, forOthers: Bool) -> Bool {
    let books = state.books[remote]
    return (state.edits[id] ?? 0) > (books?.covered[id] ?? 0)
      || forOthers && books?.lacking.contains(id) == true
  }

  /// What a document holds beyond its coverage, or nil; that it is covered is noted.
  private func change(of id: DocumentID, beyond remote: RemoteName) -> DocumentChange? {
    guard let document = state.documents[id] else { return nil }
    let coverage = coverage(of: id, at: remote)
    guard let delta = document.delta(since: coverage.versions) else {
      state.books[remote, default: Books()].covered[id] = state.edits[id] ?? 0
      state.books[remote]?.lacking.remove(id)
      return nil
    }
    return DocumentChange(
      document: id, after: coverage.frontier, version: document.version, delta: delta)
  }
}
