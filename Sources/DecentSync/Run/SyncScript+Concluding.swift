// SPDX-License-Identifier: MIT

import BinaryCoding

/// The end of a run.
extension SyncScript {
  func conclude() throws -> SyncStep {
    phase = .finishing
    let pending = self.pending
    let prefix = Acknowledgement.namePrefix(of: try policy.device())
    let own = listing.objects.compactMap { info in
      Acknowledgement.number(in: info.name, after: prefix).map { (name: info.name, number: $0) }
    }
    let conclusion = try policy.conclude(
      SyncEnd(
        pending: pending, acknowledges: options.acknowledges,
        lastAcknowledgement: own.map(\.number).max() ?? 0),
      at: now())
    report.contradicting = conclusion.contradicting
    report.problems.removeAll { conclusion.replaced.contains($0.name) }
    report.missing = conclusion.missing
    report.damaged = conclusion.damaged
    let device = try policy.device()
    report.notTakenIn = self.pending.filter { $0.mayHoldNews(for: device) }.map(\.info.name)
    guard let acknowledgement = conclusion.acknowledgement else { return finish() }
    outdated = own.filter { $0.number < acknowledgement.number }.map(\.name)
    return acknowledge(acknowledgement)
  }

  /// What is there and could not be taken in.
  private var pending: [PendingObject] {
    guard !report.problems.isEmpty else { return [] }
    let faults = Dictionary(report.problems.map { ($0.name, $0.reason.fault) }) { $1 }
    return listing.objects.compactMap { info in
      faults[info.name]?.map { PendingObject(info: info, fault: $0) }
    }
  }

  /// Writes an acknowledgement. Nobody needs to know if that fails: whoever may only read a remote
  /// can do without, and others write theirs some other day.
  private func acknowledge(_ acknowledgement: Acknowledgement) -> SyncStep {
    .create(acknowledgement.name, holding: acknowledgement.encoded()) { answer in
      guard case .success = answer else { return self.finish() }
      return .read(acknowledgement.name) { try self.confirm(acknowledgement, $0) }
    }
  }

  private func confirm(
    _ acknowledgement: Acknowledgement, _ answer: Result<[UInt8], StoreError>
  ) throws -> SyncStep {
    guard case .success(let bytes) = answer,
      let found = try? Acknowledgement(encoded: bytes), found == acknowledgement
    else { return finish() }
    let info = ObjectInfo(name: acknowledgement.name, size: bytes.count)
    try policy.record(acknowledgement, from: info, at: now())
    return try deleteOutdated()
  }

  private func deleteOutdated() throws -> SyncStep {
    guard let name = outdated.popLast() else { return finish() }
    return .delete(name) { answer in
      if case .success = answer { try self.policy.noteDeleted(name) }
      return try self.deleteOutdated()
    }
  }
}
