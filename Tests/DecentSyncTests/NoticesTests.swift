// SPDX-License-Identifier: MIT

import SyncSimulation
import Testing

@testable import DecentSync

@Suite struct NoticesTests {
  private typealias Part = Notices<MemoryRows, LetterDocuments<MemoryRows>>

  private let rows = MemoryRows()
  private let notices: Part
  private let stick: Part
  private let bob = DeviceID(rawValue: 9)

  init() throws {
    var options = PolicyOptions()
    let ids = IncreasingIDs(after: 0)
    options.makeDevice = { ids.next() }
    options.cardPause = 100
    let (folder, other) = (RemoteName("folder"), RemoteName("stick"))
    let documents = LetterDocuments(rows: rows)
    notices = Notices(rows, documents, of: folder, options: options)
    stick = Notices(rows, documents, of: other, options: options)
    for remote in [folder, other] {
      try rows.set(RowKey(.remote).adding(remote.text), to: RemoteRow(lastSync: 0))
    }
  }

  private func acknowledgement(
    _ number: Int, of device: DeviceID, unreadable: [ObjectInfo] = []
  ) -> Acknowledgement {
    Acknowledgement(
      device: device, number: number, applied: [:], basis: 0, digest: nil, unreadable: unreadable)
  }

  private func take(_ said: Acknowledgement, by part: Part? = nil) throws -> Bool {
    try (part ?? notices).take(said, from: ObjectInfo(name: said.name, size: 1), at: 0)
  }

  private func take(_ card: DeviceCard) throws -> CardOutcome {
    try notices.take(
      card, from: ObjectInfo(name: card.name, size: 1), at: 0, as: notices.identity.row().device)
  }

  private func card(_ number: Int, of device: DeviceID, retired: [DeviceID] = []) -> DeviceCard {
    DeviceCard(device: device, number: number, deviceName: "Bob", retired: retired)
  }

  @Test func anOlderAcknowledgementReplacesNothing() throws {
    #expect(try take(acknowledgement(2, of: bob)) && take(acknowledgement(1, of: bob)))
    #expect(try notices.acknowledgements().map(\.acknowledgement.number) == [2])
  }

  @Test func aLaterAcknowledgementOfThisDeviceIsThatOfAClone() throws {
    let device = try notices.identity.row().device
    try notices.store(acknowledgement(1, of: device), at: 0)
    #expect(try take(acknowledgement(1, of: device)))
    #expect(try !take(acknowledgement(2, of: device)))
  }

  /// Two remotes may be one folder.
  @Test func whatThisDeviceSaidElsewhereIsItsOwn() throws {
    let said = acknowledgement(2, of: try notices.identity.row().device)
    try notices.store(said, at: 0)
    #expect(try take(said, by: stick))
  }

  @Test func aDoubtLastsUntilTheDeviceNamesTheObjectNoMore() throws {
    let info = ObjectInfo(name: try Bench.name("1"), size: 1)
    _ = try take(acknowledgement(1, of: bob, unreadable: [info]))
    #expect(try notices.isDoubted(info))
    #expect(try !stick.isDoubted(info))
    _ = try take(acknowledgement(2, of: bob))
    #expect(try !notices.isDoubted(info))
  }

  @Test func aRetiredDeviceDoubtsNothing() throws {
    let info = ObjectInfo(name: try Bench.name("1"), size: 1)
    _ = try take(acknowledgement(1, of: bob, unreadable: [info]))
    try stick.retire(bob)
    #expect(try !notices.isDoubted(info))
    _ = try take(acknowledgement(2, of: bob, unreadable: [info]))
    #expect(try !notices.isDoubted(info))
  }

  @Test func knownDevicesAloneAreRetired() throws {
    #expect(throws: RetirementFailure.unknownDevice(bob)) { try notices.retire(bob) }
    let device = try notices.identity.row().device
    #expect(throws: RetirementFailure.thisDevice(device)) { try notices.retire(device) }
    _ = try take(acknowledgement(1, of: bob))
    try notices.retire(bob)
    #expect(try notices.retired() == [bob] && stick.isRetired(bob))
  }

  @Test func aCardRetiresDevicesAndThisOne() throws {
    let device = try notices.identity.row().device
    #expect(try take(card(1, of: bob)) == .kept)
    #expect(try notices.deviceNames() == [bob: "Bob"])
    #expect(try take(card(2, of: bob, retired: [device])) == .retired)
  }

  @Test func aLaterCardOfThisDeviceIsThatOfAClone() throws {
    let device = try notices.identity.row().device
    try notices.set(CardRow(card: card(1, of: device), time: 0, isConfirmed: true))
    #expect(try take(card(1, of: device)) == .kept)
    #expect(try take(card(3, of: device)) == .shared)
  }

  @Test func aCardIsDueUntilItIsReadBack() throws {
    let card = try #require(try notices.takeDueCard(naming: "Ada", after: 4, at: 0))
    #expect(card.number == 5)
    #expect(try notices.takeDueCard(naming: "Ada", after: 4, at: 99) == nil)
    #expect(try notices.takeDueCard(naming: "Ada", after: 4, at: 100)?.deviceName == "Ada")
    let last = try #require(try notices.card(of: card.device)?.card)
    try notices.record(last, from: ObjectInfo(name: last.name, size: 1), at: 100)
    #expect(try notices.takeDueCard(naming: "Ada", after: 6, at: 1000) == nil)
    #expect(try notices.takeDueCard(naming: "Eve", after: 6, at: 1000)?.number == 7)
  }

  @Test func aNewIDKeepsTheName() throws {
    let first = try #require(try notices.takeDueCard(naming: "Ada", after: 0, at: 0))
    #expect(try notices.identity.renew(replacing: first.device))
    // A copy of the library may have that name.
    #expect(try notices.takeDueCard(naming: nil, after: 0, at: 1) == nil)
    #expect(try take(card(1, of: bob, retired: [first.device])) == .kept)
    let next = try #require(try notices.takeDueCard(naming: nil, after: 0, at: 1))
    #expect(next.device != first.device && next.deviceName == "Ada")
  }
}
