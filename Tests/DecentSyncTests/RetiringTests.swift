// SPDX-License-Identifier: MIT

import SyncSimulation
import Synchronization
import Testing

@testable import DecentSync

/// Devices that are listed, retired, and return.
@Suite struct RetiringTests {
  private static let day = AcknowledgementDraft.interval

  private let store = MemoryStore()
  private let ada = Device(author: 1)
  private let bob = Device(author: 2)
  private let carol = Device(author: 3)

  private func known(by device: Device) throws -> [KnownDevice] { try device.policy().devices() }

  private func known(_ id: DeviceID, by device: Device) throws -> KnownDevice {
    try #require(try known(by: device).first { $0.id == id })
  }

  /// The cards in the store, without their checksums.
  private func notices() throws -> [String] {
    try store.list(prefix: DeviceCard.namePrefix).map { String($0.name.text.dropLast(9)) }.sorted()
  }

  /// Lets devices sync in turn, each a few times.
  private func rest(_ devices: [Device], at time: UInt64) async throws {
    for _ in 0..<3 { for device in devices { try await device.sync(store, at: time) } }
  }

  @Test func devicesAreListedWithWhatWaitsForThem() async throws {
    try ada.add("alpha")
    try await ada.sync(store, at: 1)
    try await bob.sync(store, at: 5)
    #expect(try known(by: ada).map(\.isThisDevice) == [true])
    try await ada.sync(store, at: 10)
    try ada.add("beta", to: "other")
    try await ada.sync(store, at: 20)
    let id = try bob.id()
    let waited = try known(id, by: ada)
    let other = try #require(DocumentID("other"))
    #expect(waited.waitingObjects == 1)
    #expect(waited.waitingDocuments == [other])
    #expect(waited.lastSeen == 10)
    #expect(waited.remotes == [RemoteName("folder")])
    #expect(waited.name == nil)
    #expect(!waited.isRetired && !waited.isThisDevice)
    try await bob.sync(store, at: Self.day + 5)
    try await ada.sync(store, at: Self.day + 6)
    #expect(try known(id, by: ada).waitingObjects == 0)
    #expect(try known(ada.id(), by: ada).waitingObjects == 0)
  }

  @Test func namesTravelAndChange() async throws {
    try ada.add("alpha")
    for name in ["laptop", "laptop", "desk", "desk"] {
      try await ada.finish(ada.run(store, options: SyncOptions(deviceName: name)))
    }
    let id = try ada.id()
    #expect(try notices() == ["devices/\(id)-2"])
    try await bob.sync(store)
    #expect(try known(id, by: bob).name == "desk")
    // Who says nothing of its name keeps it.
    try await ada.sync(store)
    #expect(try notices() == ["devices/\(id)-2"])
  }

  /// A run that ended between the writing of a card and the reading back. The card was taken for that
  /// of a copy of the library.
  @Test func aCardWhoseRunEndedIsKnownAsOurs() async throws {
    try ada.add("alpha")
    try await ada.finish(ada.run(store, options: SyncOptions(deviceName: "laptop")))
    let id = try ada.id()
    var run = try ada.run(store, options: SyncOptions(deviceName: "desk"))
    for _ in 0..<100 where try notices().count < 2 { _ = try await run.advance() }
    #expect(try notices().count == 2)
    let report = try await ada.finish(ada.run(store, options: SyncOptions(deviceName: "desk")))
    #expect(!report.tookNewDeviceID)
    #expect(try ada.id() == id)
    #expect(try notices() == ["devices/\(id)-2"])
    #expect(try known(id, by: ada).name == "desk")
  }

  /// A remote that can only be read is tried once an hour, not with every sync.
  @Test func aCardThatCannotBeWrittenIsTriedAgainLater() async throws {
    let closed = ReadOnlyStore()
    let options = SyncOptions(acknowledges: false, deviceName: "laptop")
    for minute in 0..<120 as Range<UInt64> {
      ada.time = minute * 60_000
      try await ada.finish(ada.run(closed, options: options))
    }
    #expect(closed.tries.withLock { $0 } == 2)
    #expect(try known(ada.id(), by: ada).name == "laptop")
  }

  @Test func aWipedStoreGetsTheCardsAgain() async throws {
    try ada.add("alpha")
    let options = SyncOptions(acknowledges: false, deviceName: "laptop")
    try await ada.finish(ada.run(store, options: options))
    for object in try store.list(prefix: "") { try store.delete(object.name) }
    try await ada.finish(ada.run(store, options: options))
    #expect(try notices() == ["devices/\(try ada.id())-2"])
  }

  @Test func aRetirementTravelsOverAllRemotes() async throws {
    let stick = MemoryStore()
    try carol.add("gamma")
    try await carol.sync(store, at: 0)
    try await ada.sync(store, at: 0)
    let id = try carol.id()
    try ada.policy().retire(id)
    try await ada.sync(stick, as: "stick", at: 0)
    try await bob.sync(stick, as: "stick", at: 0)
    #expect(try known(by: bob).filter(\.isRetired).map(\.id) == [id])
    // From there to those that are in the first remote alone, though its teller is gone.
    try await bob.sync(store, at: 0)
    let dora = Device(author: 4)
    try await dora.sync(store, at: 0)
    #expect(try known(id, by: dora).isRetired)
    #expect(try known(id, by: dora).waitingObjects == 0)
  }

  @Test func onlyOtherKnownDevicesCanBeRetired() async throws {
    try ada.add("alpha")
    try await ada.sync(store, at: 0)
    let (own, unknown) = (try ada.id(), DeviceID(rawValue: 77))
    #expect(throws: RetirementFailure.thisDevice(own)) { try ada.policy().retire(own) }
    #expect(throws: RetirementFailure.unknownDevice(unknown)) { try ada.policy().retire(unknown) }
    #expect(try known(by: ada).filter(\.isRetired).isEmpty)
  }

  @Test func aRetiredDeviceThatReturnsLosesNothingAndIsTold() async throws {
    try carol.add("gamma")
    for device in [carol, ada, bob] { try await device.sync(store, at: 0) }
    let id = try carol.id()
    try ada.policy().retire(id)
    try await rest([ada, bob], at: Self.day)
    try carol.add("late")
    let report = try await carol.sync(store, at: 2 * Self.day)
    #expect(report.wasRetired)
    #expect(!report.tookNewDeviceID)
    let new = try carol.id()
    #expect(new != id)
    #expect(try await !carol.sync(store, at: 2 * Self.day).wasRetired)
    try await rest([ada, bob, carol], at: 3 * Self.day)
    #expect(try ada.words() == ["gamma", "late"])
    #expect(try ada.contents() == carol.contents())
    #expect(try known(new, by: ada).isRetired == false)
    #expect(try known(id, by: ada).isRetired)
    #expect(try !known(by: carol).contains { $0.id == id })
  }

  /// Others roll up and delete what it left, its notices at once, and nothing of it is lost.
  @Test func whatARetiredDeviceLeftGoes() async throws {
    for place in 0..<3 {
      try carol.add("word \(place)")
      try await carol.sync(store, at: 0)
    }
    let id = try carol.id()
    let left = { try self.store.list(prefix: "").map(\.name.text).filter { $0.contains("\(id)") } }
    try await ada.sync(store, at: 0)
    #expect(try left().count == 4)
    try ada.policy().retire(id)
    try ada.add("own")
    try await rest([ada, bob], at: 1)
    #expect(try left().allSatisfy { !$0.contains("-ack-") })
    try await rest([ada, bob], at: ada.options.grace + 2)
    #expect(try left().isEmpty)
    let dora = Device(author: 4)
    try await dora.sync(store, at: 5)
    #expect(try dora.contents() == ada.contents())
    #expect(try dora.words().count == 4)
  }

  /// What it called unreadable counts again, and its contradiction is not told any longer.
  @Test func aRetiredDeviceIsNotHeeded() async throws {
    try ada.add("alpha")
    try await ada.sync(store, at: 0)
    let name = try #require(try store.names().first)
    let whole = try store.read(name)
    try store.damage(name)
    for time in 1..<3 { try await carol.sync(store, at: UInt64(time)) }
    #expect(try store.acknowledgements().last?.unreadable.map(\.name) == [name])
    try store.delete(name)
    try store.create(name, holding: whole)
    try await bob.sync(store, at: 3)
    let info = ObjectInfo(name: name, size: whole.count)
    #expect(try bob.policy().isDoubted(info))
    try bob.policy().retire(carol.id())
    #expect(try !bob.policy().isDoubted(info))
    // An older saying of it that arrives late changes nothing.
    let late = Acknowledgement(
      device: try carol.id(), number: 9, applied: [:], basis: 0, digest: nil, unreadable: [info])
    let place = ObjectInfo(name: late.name, size: 1)
    #expect(try bob.policy().take(late, from: place, at: 4))
    #expect(try !bob.policy().isDoubted(info))
  }

  /// A copy of a library on a computer of another name is found by the card that it writes. Else both
  /// would write theirs in place of the other's for ever.
  @Test func aCopyOfALibraryIsFoundByItsCard() async throws {
    try ada.add("alpha")
    let options = { SyncOptions(acknowledges: false, deviceName: $0) }
    try await ada.finish(ada.run(store, options: options("laptop")))
    let copy = Device(copying: ada, author: 9)
    var renewals = 0
    for _ in 0..<4 {
      for (device, name) in [(ada, "laptop"), (copy, "desk")] {
        let report = try await device.finish(device.run(store, options: options(name)))
        renewals += report.tookNewDeviceID ? 1 : 0
      }
    }
    #expect(renewals == 1)
    let before = try store.list(prefix: "").map(\.name).sorted()
    try await copy.finish(copy.run(store, options: options("desk")))
    try await ada.finish(ada.run(store, options: options("laptop")))
    #expect(try store.list(prefix: "").map(\.name).sorted() == before)
    #expect(try notices().count == 2)
  }

  /// Programs that know no cards list the log alone.
  @Test func cardsLieApartFromTheLog() async throws {
    try ada.add("alpha")
    try await ada.finish(ada.run(store, options: SyncOptions(deviceName: "laptop")))
    #expect(try store.list(prefix: "log/").allSatisfy { !$0.name.isOfCard })
    #expect(try store.list(prefix: DeviceCard.namePrefix).count == 1)
  }

  /// Numbers that no device reaches do not stop the program.
  @Test func cardsNumberedToTheLimitDoNoHarm() async throws {
    try ada.add("alpha")
    try await ada.sync(store)
    let card = DeviceCard(
      device: try ada.id(), number: DeviceCard.maximumNumber, deviceName: "x", retired: [])
    try store.create(card.name, holding: card.encoded())
    for _ in 0..<2 {
      #expect(
        try await ada.finish(ada.run(store, options: SyncOptions(deviceName: "a"))).isComplete)
    }
  }

  @Test func longNamesAreCutAtACharacter() {
    let name = String(repeating: "\u{1F469}\u{200D}\u{1F52C}", count: 30)
    let card = DeviceCard(
      device: DeviceID(rawValue: 1), number: 1, deviceName: name, retired: [])
    #expect(card.deviceName.utf8.count == 253)
    #expect(name.hasPrefix(card.deviceName))
    #expect((try? DeviceCard(encoded: card.encoded())) == card)
  }
}

/// An empty store to which nothing can be written.
private final class ReadOnlyStore: ObjectStore {
  let tries = Mutex(0)

  func list(prefix: String) -> [ObjectInfo] { [] }
  func read(_ name: ObjectName) throws(StoreError) -> [UInt8] { throw .missing(name) }
  func delete(_ name: ObjectName) {}

  func create(_ name: ObjectName, holding bytes: [UInt8]) throws(StoreError) {
    tries.withLock { $0 += 1 }
    throw StoreError(
      kind: .needsUser, scope: .object, subject: name.text, reason: "it may not be written",
      advice: "change that")
  }
}
