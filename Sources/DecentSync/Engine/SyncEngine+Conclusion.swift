// SPDX-License-Identifier: MIT

extension SyncEngine {
  mutating func advanceConclusion(_ event: SyncEvent) -> SyncAction {
    switch (phase, event) {
    case (.concluding, .concluded(let conclusion)): return acknowledge(conclusion)
    case (.acknowledging(let acknowledgement), .done):
      phase = .readingBackAcknowledgement(acknowledgement)
      return .read(acknowledgement.name)
    case (.readingBackAcknowledgement(let acknowledgement), .read(let bytes)):
      return confirm(acknowledgement, if: bytes)
    case (.confirmingAcknowledgement, .done): return deleteOutdated()
    case (.deletingAcknowledgement(let name), .done):
      deleted.append(name)
      return deleteOutdated()
    case (.deletingAcknowledgement, .storeFailed): return deleteOutdated()
    case (.forgettingAcknowledgements, .done): return finish()
    // Nobody needs to know: whoever may only read a folder can do without, and
    // others write theirs some other day.
    case (.acknowledging, .storeFailed), (.readingBackAcknowledgement, .storeFailed):
      return finish()
    default: unexpected(event)
    }
  }

  mutating func conclude() -> SyncAction {
    phase = .concluding
    let prefix = Acknowledgement.namePrefix(of: device)
    let numbers = listed.compactMap { Acknowledgement.number(in: $0.name, after: prefix) }
    return .conclude(
      SyncEnd(
        pending: pending, acknowledges: options.acknowledges,
        lastAcknowledgement: numbers.max() ?? 0))
  }

  /// What is there and could not be taken in.
  private var pending: [PendingObject] {
    guard !report.problems.isEmpty else { return [] }
    let faults = Dictionary(report.problems.map { ($0.name, $0.reason.fault) }) { $1 }
    return listed.sorted { $0.name < $1.name }.compactMap { info in
      faults[info.name]?.map { PendingObject(info: info, fault: $0) }
    }
  }

  private mutating func acknowledge(_ conclusion: Conclusion) -> SyncAction {
    report.contradicting = conclusion.contradicting
    report.problems.removeAll { conclusion.replaced.contains($0.name) }
    report.missing = conclusion.missing
    report.damaged = conclusion.damaged
    report.notTakenIn = pending.filter { $0.mayHoldNews(for: device) }.map(\.info.name)
    guard let acknowledgement = conclusion.acknowledgement else { return finish() }
    let prefix = Acknowledgement.namePrefix(of: device)
    outdated = listed.map(\.name).filter { name in
      Acknowledgement.number(in: name, after: prefix).map { $0 < acknowledgement.number } ?? false
    }
    phase = .acknowledging(acknowledgement)
    return .acknowledge(acknowledgement)
  }

  private mutating func confirm(
    _ acknowledgement: Acknowledgement, if bytes: [UInt8]
  ) -> SyncAction {
    guard let found = try? Acknowledgement(encoded: bytes), found == acknowledgement else {
      return finish()
    }
    phase = .confirmingAcknowledgement
    let info = ObjectInfo(name: acknowledgement.name, size: bytes.count)
    return .confirmAcknowledgement(acknowledgement, as: info)
  }

  private mutating func deleteOutdated() -> SyncAction {
    if let name = outdated.popLast() {
      phase = .deletingAcknowledgement(name)
      return .delete(name)
    }
    phase = .forgettingAcknowledgements
    return .forget(deleted)
  }
}
