// SPDX-License-Identifier: MIT

import BinaryCoding

/// The end of a run.
extension SyncScript {
  func conclude() throws -> SyncStep {
    phase = .finishing
    // If the store opened no object at all, its key may be wrong.
    if hasOpened { for name in unopened.sorted() { try noteDamaged(name) } }
    let pending = try pending()
    let device = try policy.device()
    let prefix = Acknowledgement.namePrefix(of: device)
    let acknowledgements = own { Acknowledgement.number(in: $0, after: prefix) }
    let cards = own { DeviceCard.number(in: $0, of: device) }
    let conclusion = try policy.conclude(
      SyncEnd(
        pending: pending, acknowledges: options.acknowledges,
        lastAcknowledgement: acknowledgements.map(\.number).max() ?? 0,
        lastCard: cards.map(\.number).max() ?? 0, deviceName: options.deviceName),
      at: now())
    try report(conclusion)
    var notices: [Notice] = []
    if let said = conclusion.acknowledgement {
      notices.append(.acknowledgement(said, replacing: acknowledgements.map(\.name)))
    }
    if let said = conclusion.card {
      notices.append(.card(said, replacing: cards.map(\.name)))
    } else {
      // These notices say nothing that no other notice says.
      outdated = try policy.outdatedNotices(in: listing)
    }
    return try write(notices[...])
  }

  /// The listed notices of one kind that this device wrote, with their numbers.
  private func own(_ number: (ObjectName) -> Int?) -> [(name: ObjectName, number: Int)] {
    listing.objects.compactMap { info in number(info.name).map { (info.name, $0) } }
  }

  private func report(_ conclusion: Conclusion) throws {
    report.contradicting = conclusion.contradicting
    report.problems.removeAll {
      conclusion.replaced.contains($0.name) && !damaged.contains($0.name)
    }
    report.damaged = conclusion.damaged
    let device = try policy.device()
    report.notTakenIn = try pending().filter { $0.mayHoldNews(for: device) }.map(\.info.name)
  }

  /// The listed objects that could not be taken in.
  private func pending() throws -> [PendingObject] {
    guard !report.problems.isEmpty else { return [] }
    let faults = Dictionary(report.problems.map { ($0.name, $0.reason.fault) }) { $1 }
    return try listing.objects.compactMap { info in
      guard let fault = faults[info.name] ?? nil else { return nil }
      // Others take what this device had and calls damaged for sent again. It is not, as long as the key
      // may be wrong.
      let isUnsure =
        try !hasOpened && unopened.contains(info.name) && policy.object(info.name) != nil
      return PendingObject(info: info, fault: isUnsure ? .unreachable : fault)
    }
  }

  /// Writes notices for other devices. A failure is not reported: a device that may only read the
  /// remote can do without them, and any other device writes its notices in a later run.
  private func write(_ notices: ArraySlice<Notice>) throws -> SyncStep {
    guard let notice = notices.first else { return try deleteOutdated() }
    let rest = notices.dropFirst()
    return .create(notice.name, holding: notice.bytes) { answer in
      guard case .success = answer else { return try self.write(rest) }
      return .read(notice.name) { answer in
        if case .success(notice.bytes) = answer { try self.confirm(notice) }
        return try self.write(rest)
      }
    }
  }

  private func confirm(_ notice: Notice) throws {
    let info = ObjectInfo(name: notice.name, size: notice.bytes.count)
    switch notice {
    case .acknowledgement(let said, let earlier):
      try policy.record(said, from: info, at: now())
      outdated += earlier
    case .card(let said, let earlier):
      try policy.record(said, from: info, at: now())
      outdated += earlier
    }
  }

  private func deleteOutdated() throws -> SyncStep {
    guard let name = outdated.popLast() else { return finish() }
    return .delete(name) { answer in
      if case .success = answer { try self.policy.noteDeleted(name) }
      return try self.deleteOutdated()
    }
  }
}

/// A notice that a device writes beside its log, and the earlier objects that it replaces.
private enum Notice {
  case acknowledgement(Acknowledgement, replacing: [ObjectName])
  case card(DeviceCard, replacing: [ObjectName])

  var name: ObjectName {
    switch self {
    case .acknowledgement(let said, _): said.name
    case .card(let said, _): said.name
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .acknowledgement(let said, _): said.encoded()
    case .card(let said, _): said.encoded()
    }
  }
}
