// SPDX-License-Identifier: MIT

import BinaryCoding

/// The end of a run.
extension SyncRun {
  /// Notes the end of the run in the rows, and writes notices for other devices.
  mutating func conclude() async throws {
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
    try await writeNotices(
      of: conclusion, replacing: acknowledgements.map(\.name), cards.map(\.name))
  }

  /// Writes the notices of a conclusion, and deletes outdated notices.
  private func writeNotices(
    of conclusion: Conclusion, replacing acknowledgements: [ObjectName], _ cards: [ObjectName]
  ) async throws {
    // If this run is to write a card of this device, a later run deletes the notices that are no
    // longer needed.
    var outdated = conclusion.card == nil ? try policy.notices.outdatedNotices(in: listing) : []
    if let said = conclusion.acknowledgement, let info = try await write(said.encoded(), said.name)
    {
      try policy.transaction { try policy.notices.record(said, from: info, at: now()) }
      outdated += acknowledgements
    }
    if let said = conclusion.card, let info = try await write(said.encoded(), said.name) {
      try policy.transaction { try policy.notices.record(said, from: info, at: now()) }
      outdated += cards
    }
    for name in outdated.reversed() {
      guard case .success = try await delete(name) else { continue }
      try policy.transaction { try policy.compactor.noteDeleted(name) }
    }
  }

  /// The listed notices of one kind that this device wrote, with their numbers.
  private func own(_ number: (ObjectName) -> Int?) -> [(name: ObjectName, number: Int)] {
    listing.objects.compactMap { info in number(info.name).map { (info.name, $0) } }
  }

  private mutating func report(_ conclusion: Conclusion) throws {
    report.contradicting = conclusion.contradicting
    report.problems.removeAll { [damaged] in
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
      // If this device calls a known object damaged, other devices expect this device to send the
      // contents again. This device does not send them while its key may be wrong, so it does not
      // call the object damaged.
      let isUnsure =
        try !hasOpened && unopened.contains(info.name) && policy.objects[info.name] != nil
      return PendingObject(info: info, fault: isUnsure ? .unreachable : fault)
    }
  }

  /// Writes a notice for other devices. A failure is not reported. A device without write access
  /// needs no notices of its own. A device with write access writes its notice in a later run.
  ///
  /// - Returns: The object; nil unless it reads back as it was written.
  private func write(_ bytes: [UInt8], _ name: ObjectName) async throws -> ObjectInfo? {
    guard case .success = try await create(name, holding: bytes),
      case .success(bytes) = try await read(name)
    else { return nil }
    return ObjectInfo(name: name, size: bytes.count)
  }
}
