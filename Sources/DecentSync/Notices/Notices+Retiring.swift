// SPDX-License-Identifier: MIT

/// Retired devices: no device waits for them any longer.
///
/// A retirement is never taken back, so devices agree on all retirements in whatever order they
/// learn of them. A retired device that returns takes a new id. It is a new device from then on,
/// and syncs all that it holds.
extension Notices {
  /// Retires a device. Other devices learn of the retirement from this device's cards.
  ///
  /// - Throws: ``RetirementFailure``.
  func retire(_ device: DeviceID) throws {
    if try identity.known()?.device == device {
      throw RetirementFailure.thisDevice(device)
    }
    guard try devices().contains(where: { $0.id == device }) else {
      throw RetirementFailure.unknownDevice(device)
    }
    if try isRetired(device) { return }
    guard try retired().count < DeviceCard.mostRetired else {
      throw RetirementFailure.tooMany(DeviceCard.mostRetired)
    }
    try noteRetired([device])
  }

  /// Notes that devices are retired. Drops the doubts of the retired devices about unreadable
  /// objects. All objects of the retired devices are read again: other devices delete these objects
  /// from now on, and must know all claims in them.
  private func noteRetired(_ devices: Set<DeviceID>) throws {
    if devices.isEmpty { return }
    for device in devices { try setRetired(device) }
    for notices in try ofAllRemotes() {
      for device in devices { try notices.dropDoubts(of: device) }
      for (name, row) in try notices.objects.all() where devices.contains(row.reference.device) {
        guard !row.holdsNoClaims else { continue }
        var row = row
        row.isComplete = false
        try notices.objects.set(row, of: name)
      }
    }
  }

  // MARK: Cards

  /// Takes in a card: its retirements, and the name of its device.
  ///
  /// - Parameter device: The id of this device.
  func take(
    _ card: DeviceCard, from info: ObjectInfo, at time: UInt64, as device: DeviceID
  ) throws -> CardOutcome {
    let isOfClone = try card.device == device && isOfAnother(card)
    try record(card, from: info, at: time)
    try noteRetired(newlyRetired(by: card))
    guard try isRetired(device) else { return isOfClone ? .shared : .kept }
    return .retired
  }

  /// The devices that a card newly retires. At most ``DeviceCard/mostRetired`` retired devices are
  /// remembered. An id that was met in no remote of this library may be invented, so such an id is
  /// taken only while fewer than half of ``DeviceCard/mostRetired`` are remembered.
  private func newlyRetired(by card: DeviceCard) throws -> Set<DeviceID> {
    let known = Set(try retired())
    let new = card.retired.filter { !known.contains($0) }
    if new.isEmpty { return [] }
    let met = Set(try devices().map(\.id) + [try identity.row().device])
    let (real, strange) = (new.filter(met.contains), new.filter { !met.contains($0) })
    let room = DeviceCard.mostRetired - known.count
    let roomForStrangers = DeviceCard.mostRetired / 2 - known.count - real.count
    return Set(real.prefix(max(room, 0)) + strange.prefix(max(roomForStrangers, 0)))
  }

  /// Whether a second device wrote a card under this device's id. Two remotes may be one folder, so
  /// a card that this device wrote for another remote counts as this device's own.
  private func isOfAnother(_ card: DeviceCard) throws -> Bool {
    let isKnown = try ofAllRemotes().contains { try $0.lastCard(of: card.device) == card }
    return try !isKnown && card.isOfAnother(than: lastCard(of: card.device))
  }

  private func lastCard(of device: DeviceID) throws -> DeviceCard? {
    try self.card(of: device)?.card
  }

  /// Records the object of a card, and the card itself unless a later card of its device is known.
  func record(_ card: DeviceCard, from info: ObjectInfo, at time: UInt64) throws {
    let reference = SegmentReference(device: card.device, number: card.number, checksum: 0)
    try recordUnclaiming(reference, from: info, at: time)
    let last = try lastCard(of: card.device)
    guard card == last || card.number > last?.number ?? 0 else { return }
    try set(CardRow(card: card, time: time, isConfirmed: true))
  }

  /// The card to be written now, or nil. A card is due if the remote lacks a retirement, or has
  /// another name for this device. A due card is stored as this device's last card before it is
  /// written.
  ///
  /// - Parameters:
  ///   - name: The name of the device; nil to keep the present name.
  ///   - last: The greatest number among this device's cards in the remote, or 0.
  func takeDueCard(
    naming name: String?, after last: Int, at time: UInt64
  ) throws -> DeviceCard? {
    let device = try identity.row().device
    let own = try self.card(of: device)
    let number = max(last, own?.card.number ?? 0)
    // Only a malicious writer uses such numbers.
    guard number < DeviceCard.maximumNumber - 1 else { return nil }
    let card = DeviceCard(
      device: device, number: number + 1, deviceName: try name ?? presentName(),
      retired: Array(try retired().prefix(DeviceCard.mostRetired)))
    guard try isNews(card) else { return nil }
    if let own, !own.isConfirmed, own.card.says(card), time >= own.time,
      time - own.time < cardPause
    {
      return nil
    }
    try set(CardRow(card: card, time: time, isConfirmed: false))
    return card
  }

  /// The name that this device gave itself in this remote: under its id, or under a former id that
  /// was retired. Empty if it gave none.
  ///
  /// A former id that was not retired may belong to a copy of the library, with a name of its own.
  private func presentName() throws -> String {
    let (row, retired) = (try identity.row(), try retired())
    for device in [row.device] + row.former.reversed().filter(retired.contains) {
      if let name = try lastCard(of: device)?.deviceName, !name.isEmpty { return name }
    }
    return ""
  }

  /// The last card of each device, if the remote has the card and no device calls it unreadable.
  private func readableCards() throws -> [DeviceCard] {
    try cards().filter { card in
      guard let row = try objects[card.name] else { return false }
      return try !isDoubted(ObjectInfo(name: card.name, size: row.size))
    }
  }

  /// Whether a card of this device states anything that no card in the remote states.
  private func isNews(_ card: DeviceCard) throws -> Bool {
    let there = try readableCards()
    let isNamed =
      card.deviceName.isEmpty
      || there.contains { $0.device == card.device && $0.deviceName == card.deviceName }
    return try !isNamed || !isTold(card.retired)
  }

  /// Whether cards in the remote state all of these retirements. Cards of retired devices do not
  /// count, because such cards are deleted.
  private func isTold(_ retired: [DeviceID]) throws -> Bool {
    let telling = try readableCards().filter { !retired.contains($0.device) }
    return Set(telling.flatMap(\.retired)).isSuperset(of: retired)
  }

  /// The names of the notices in the remote that are no longer needed:
  ///
  /// - the cards of this device with lesser numbers than its last card;
  /// - the notices of retired devices, if other cards state all retirements.
  func outdatedNotices(in listing: Listing) throws -> [ObjectName] {
    let device = try identity.row().device
    let last = try lastCard(of: device).flatMap {
      try objects[$0.name] == nil ? nil : $0.number
    }
    let known = try retired()
    let retired = try isTold(known) ? Set(known) : []
    return listing.objects.map(\.name).filter { name in
      if let number = DeviceCard.number(in: name, of: device) { return number < last ?? 0 }
      return name.noticeWriter.map(retired.contains) ?? false
    }
  }
}

/// The effect of a card on the id of this device.
package enum CardOutcome: Equatable, Sendable {
  /// The id stays.
  case kept
  /// The id is retired: ``SyncPolicy`` takes another id.
  case retired
  /// A second device uses the id: the caller takes another id.
  case shared
}

extension DeviceCard {
  /// Whether the card states the same name and retirements as another card of its device.
  fileprivate func says(_ other: DeviceCard) -> Bool {
    deviceName == other.deviceName && retired == other.retired
  }
}
