// SPDX-License-Identifier: MIT

import Causality

/// Two logs of which a session was continued twice hold different events under one dot.
extension SequenceLog {
  /// Whether the two hold different events under one dot.
  ///
  /// Of each session that both know, the last events that both have are compared: at most 64, and
  /// not beyond the causal run of the last. What they look alike in is not looked into further.
  ///
  /// - Parameter hasSameElements: Whether elements of this log are those of the other, each given
  ///   as ranges in the order that the log learned them.
  /// - Complexity: O(*s* log *n*) in the sessions.
  package func contradicts(
    _ other: SequenceLog, hasSameElements: ([Range<Int>], [Range<Int>]) -> Bool
  ) -> Bool {
    graph.sessions.contains { session in
      let common = min(graph.count(of: session), other.graph.count(of: session))
      let dot = Dot(session: session, number: common - 1)
      guard common > 0, let mine = eventsOfRun(upTo: dot), let theirs = other.eventsOfRun(upTo: dot)
      else { return false }
      let count = min(mine.count, theirs.count)
      let (one, two) = (acts(of: mine.suffix(count)), other.acts(of: theirs.suffix(count)))
      return one.parents != two.parents || one.runs != two.runs
        || !hasSameElements(one.elements, two.elements)
    }
  }

  /// Whether merging another log takes a ``ContradictionJoin``: the two contradict each other, or
  /// have not the same derived sessions.
  ///
  /// - Parameter contradicts: As ``contradicts(_:hasSameElements:)`` says.
  package func mustJoin(_ other: SequenceLog, contradicts: () -> Bool) -> Bool {
    guard JoinSize(of: self).isAllowed, JoinSize(of: other).isAllowed else { return false }
    return graph.derivedSessions != other.graph.derivedSessions || contradicts()
  }

  /// Whether a batch has new events of a session that was continued twice, or may be one. Once they
  /// are added, the log takes a ``ContradictionJoin`` of itself.
  ///
  /// - Complexity: O(*r* + *s*) in the runs of the batch and in its sessions, and in the derived
  ///   ones.
  package func mustJoin(_ batch: EventBatch) -> Bool {
    guard !graph.derivedSessions.isEmpty || batch.sessions.contains(where: { $0.id.isDerived }),
      batch.base == nil, batch.dropped == nil, batch.floor.isEmpty
    else { return false }
    let derived = graph.derivedSessions.union(batch.sessions.map { $0.id }.filter { $0.isDerived })
    return JoinSize(of: self, with: batch, derivedSessions: derived.count).isAllowed
      && batch.endNumbers.enumerated().contains { place, end in
        let session = batch.sessions[place].id
        return end > graph.count(of: session) && derived.contains { $0.mayBeKin(of: session) }
      }
  }

  /// The last events of a causal run up to one of them, if that is here.
  private func eventsOfRun(upTo dot: Dot) -> Range<Int>? {
    guard let last = graph.index(of: dot) else { return nil }
    return max(graph.start(ofRun: graph.run(of: last)), last - 63)..<(last + 1)
  }

  /// What some events did, and what the first of them builds on.
  private func acts(
    of events: Range<Int>
  ) -> (parents: [Dot], runs: [OperationRun], elements: [Range<Int>]) {
    var runs = OperationRunBuilder()
    var elements: [Range<Int>] = []
    operations.forEachPiece(in: events) { piece in
      runs.append(piece.run)
      guard piece.run.isInsert else { return }
      elements.append(piece.firstElement..<(piece.firstElement + piece.run.length))
    }
    let parents = graph.parents(of: events.lowerBound).map { graph.dot(of: $0) }
    return (parents.sorted(), runs.runs, elements)
  }
}

extension SequenceLog {
  /// Checks that of the events of a batch that are known, the last of each chain did the same here.
  ///
  /// - Throws: ``MissingHistory`` if not (``MissingHistory/Reason/contradicting``).
  /// - Complexity: O(*c* log *n*) in the chains of the batch.
  package func validate(_ batch: EventBatch, known plan: BatchPlan) throws(MissingHistory) {
    var ends = batch.sessions.map { $0.firstNumber }
    for (chain, planned) in zip(batch.chains, plan.chains) {
      let first = ends[chain.session]
      ends[chain.session] += chain.length
      let session = batch.sessions[chain.session].id
      guard planned.known > 0,
        let event = graph.index(of: Dot(session: session, number: first + planned.known - 1))
      else { continue }
      var known: OperationRun?
      operations.forEachPiece(in: event..<(event + 1)) { known = $0.run }
      guard known == chain.operation(at: planned.known - 1) else {
        throw MissingHistory(.contradicting)
      }
    }
  }
}

extension EventBatch.Chain {
  /// What one of its events did.
  fileprivate func operation(at offset: Int) -> OperationRun? {
    var left = offset
    for run in operations {
      if left < run.length {
        let rest = run.dropping(left)
        return OperationRun(kind: rest.kind, position: rest.position, length: 1)
      }
      left -= run.length
    }
    return nil
  }
}
