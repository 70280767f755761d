// SPDX-License-Identifier: MIT

extension MemoryJournal {
  public func nextSealed(
    for remote: RemoteName, limit: Int, forOthers: Bool
  ) -> SealedSegment? {
    if let earlier = state.unconfirmed.first(where: { $0.remote == remote }) {
      return earlier.segment
    }
    var changes: [DocumentChange] = []
    var size = 0
    for id in state.documents.keys.sorted() where size < limit {
      guard let change = dueChange(of: id, at: remote, forOthers: forOthers) else { continue }
      size += change.size
      changes.append(change)
    }
    guard !changes.isEmpty else { return nil }
    let segment = Segment(device: state.device, number: state.lastNumber + 1, changes: changes)
    let sealed = SealedSegment(sealing: segment)
    state.lastNumber += 1
    state.sealed.insert(sealed.reference)
    state.unconfirmed.append(Sealed(remote: remote, segment: sealed))
    return sealed
  }

  public func postpone(at remote: RemoteName, isSure: Bool) -> [DocumentID] {
    let lacking = state.documents.keys.sorted().filter { id in
      // What was edited here after the last segment was sealed is sent by the next run.
      change(of: id, beyond: remote) != nil
        && state.edits[id] ?? 0 <= state.books[remote]?.covered[id] ?? 0
    }
    guard isSure else { return [] }
    for document in lacking {
      state.books[remote, default: Books()].lacking[document] = false
    }
    return lacking
  }

  private func dueChange(
    of id: DocumentID, at remote: RemoteName, forOthers: Bool
  ) -> DocumentChange? {
    let books = state.books[remote]
    let edits = state.edits[id] ?? 0
    if let wasOurs = books?.lacking[id], wasOurs || forOthers {
      return change(of: id, beyond: remote)
    }
    guard edits > books?.covered[id] ?? 0 else { return nil }
    let change = change(of: id, beyond: remote, isTrusting: true)
    if change == nil { state.books[remote, default: Books()].covered[id] = edits }
    return change
  }

  /// What a document holds beyond its coverage, or nil; that it is covered is noted.
  func change(
    of id: DocumentID, beyond remote: RemoteName, isTrusting: Bool = false
  ) -> DocumentChange? {
    guard let document = state.documents[id] else { return nil }
    let coverage = coverage(of: id, at: remote, isTrusting: isTrusting)
    if let delta = document.delta(since: coverage.versions) {
      return DocumentChange(
        document: id, after: coverage.frontier, version: document.version, delta: delta)
    }
    if !isTrusting {
      let edits = state.edits[id] ?? 0
      state.books[remote, default: Books()].covered[id] = edits
      state.books[remote]?.lacking[id] = nil
    }
    return nil
  }
}
