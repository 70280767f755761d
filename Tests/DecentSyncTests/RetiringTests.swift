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
      try await ada.sync(store, options: SyncOptions(deviceName: name))
    }
    let id = try ada.id()
    #expect(try notices() == ["devices/\(id)-2"])
    try await bob.sync(store)
    #expect(try known(id, by: bob).name == "desk")
    // A device that gives no name keeps its last one.
    try await ada.sync(store)
    #expect(try notices() == ["devices/\(id)-2"])
  }

  @Test func aRetirementKeepsTheNameOfItsTeller() async throws {
    for device in [ada, carol] { try device.add("\(try device.id())") }
    try await carol.sync(store, at: 0)
    try await ada.sync(store, options: SyncOptions(deviceName: "laptop"))
    try ada.policy().retire(carol.id())
    for device in [ada, bob] { try await device.sync(store, at: 1) }
    #expect(try known(carol.id(), by: bob).isRetired)
    #expect(try known(ada.id(), by: bob).name == "laptop")
  }

  /// Two remotes may be one folder. A card written for one of them is no sign of a copy of the
  /// library.
  @Test func cardsOfOneFolderUnderTwoNamesAreOurs() async throws {
    try ada.add("alpha")
    let id = try ada.id()
    for (remote, name) in [
      ("one", "laptop"), ("other", "desk"), ("one", "desk"), ("other", "desk"),
    ] {
      let report = try await ada.sync(
        store, as: remote, options: SyncOptions(deviceName: name))
      #expect(!report.tookNewDeviceID)
    }
    #expect(try ada.id() == id)
    #expect(try notices() == ["devices/\(id)-2"])
  }

  @Test func theContradictionOfARetiredDeviceIsNotTold() async throws {
    try carol.add("gamma")
    for device in [carol, ada] { try await device.sync(store, at: 0) }
    let said = try ada.policy().notices.acknowledgements().map(\.acknowledgement)
    let ours = try #require(try said.first { try $0.device == ada.id() })
    let theirs = Acknowledgement(
      device: try carol.id(), number: 9, applied: [:], basis: ours.basis,
      digest: try #require(ours.digest) + 1, unreadable: [])
    let place = ObjectInfo(name: theirs.name, size: 1)
    #expect(try ada.policy().notices.take(theirs, from: place, at: 1))
    #expect(try ada.policy().contradicting() == [carol.id()])
    try ada.policy().retire(carol.id())
    #expect(try ada.policy().contradicting() == [])
  }

  /// A run ended between writing a card and reading it back. The card used to be taken for that of
  /// a copy of the library.
  @Test func aCardWhoseRunEndedIsKnownAsOurs() async throws {
    try ada.add("alpha")
    try await ada.sync(store, options: SyncOptions(deviceName: "laptop"))
    let id = try ada.id()
    let run = try ada.run(store, options: SyncOptions(deviceName: "desk"))
    for _ in 0..<100 where try notices().count < 2 { _ = try run.advance() }
    #expect(try notices().count == 2)
    let report = try await ada.sync(store, options: SyncOptions(deviceName: "desk"))
    #expect(!report.tookNewDeviceID)
    #expect(try ada.id() == id)
    #expect(try notices() == ["devices/\(id)-2"])
    #expect(try known(id, by: ada).name == "desk")
  }

  /// Writing a card to a read-only remote is tried once an hour, not with every sync.
  @Test func aCardThatCannotBeWrittenIsTriedAgainLater() async throws {
    let closed = ReadOnlyStore()
    let options = SyncOptions(acknowledges: false, deviceName: "laptop")
    for minute in 0..<120 as Range<UInt64> {
      ada.time = minute * 60_000
      try await ada.sync(closed, options: options)
    }
    #expect(closed.tries.withLock { $0 } == 2)
    #expect(try known(ada.id(), by: ada).name == "laptop")
  }

  /// Only the card of a retired device tells of another retirement. It used to be deleted although
  /// the new card with both retirements could not be written.
  @Test func aCardStaysUntilAnotherTellsWhatItTells() async throws {
    let dora = Device(author: 4)
    for device in [dora, carol, ada] {
      try device.add("\(try device.id())")
      try await device.sync(store, at: 0)
    }
    try await carol.sync(store, at: 0)
    try carol.policy().retire(dora.id())
    for device in [carol, ada] { try await device.sync(store, at: 1) }
    try ada.policy().retire(carol.id())
    let full = FullStore(store)
    for time in 2..<5 as Range<UInt64> { try await ada.sync(full, at: time) }
    try await bob.sync(store, at: 5)
    #expect(try bob.policy().retired() == [dora.id()])
    try await ada.sync(store, at: 5 + ada.options.cardPause)
    try await bob.sync(store, at: 6 + ada.options.cardPause)
    #expect(try Set(bob.policy().retired()) == [carol.id(), dora.id()])
  }

  /// A damaged card used to stay for good: its writer learned nothing of the damage, and no other device of
  /// the retirement.
  @Test func aDamagedCardIsWrittenAnew() async throws {
    for device in [ada, bob, carol] {
      try device.add("\(try device.id())")
      try await device.sync(store, at: 0)
    }
    for device in [ada, bob, carol] { try await device.sync(store, at: 1) }
    try ada.policy().retire(carol.id())
    try await ada.sync(store, at: 2)
    let card = try #require(try store.list(prefix: DeviceCard.namePrefix).first).name
    var bytes = try store.read(card)
    bytes[bytes.count / 2] ^= 1
    try store.delete(card)
    try store.create(card, holding: bytes)
    for day in 1..<4 as Range<UInt64> {
      for device in [bob, ada] { try await device.sync(store, at: day * Self.day) }
    }
    let report = try await bob.sync(store, at: 4 * Self.day)
    #expect(try bob.policy().retired() == [carol.id()])
    #expect(report.problems.isEmpty)
    #expect(try notices() == ["devices/\(try ada.id())-2"])
  }

  @Test func aWipedStoreGetsTheCardsAgain() async throws {
    try ada.add("alpha")
    let options = SyncOptions(acknowledges: false, deviceName: "laptop")
    try await ada.sync(store, options: options)
    for object in try store.list(prefix: "") { try store.delete(object.name) }
    try await ada.sync(store, options: options)
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
    // The retirement travels on to devices in the first remote alone, although its writer is gone.
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

  /// Other devices compact and delete the objects of a retired device, and at once its notices.
  /// Nothing of it is lost.
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

  /// Objects that a retired device called unreadable count again. Its contradiction is not reported
  /// any longer.
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
    #expect(try bob.policy().notices.isDoubted(info))
    try bob.policy().retire(carol.id())
    #expect(try !bob.policy().notices.isDoubted(info))
    // An older acknowledgement of it that arrives late changes nothing.
    let late = Acknowledgement(
      device: try carol.id(), number: 9, applied: [:], basis: 0, digest: nil, unreadable: [info])
    let place = ObjectInfo(name: late.name, size: 1)
    #expect(try bob.policy().notices.take(late, from: place, at: 4))
    #expect(try !bob.policy().notices.isDoubted(info))
  }

  /// Writes an object that another device calls unreadable, although it is whole again.
  private func writeDoubted() async throws -> ObjectName {
    try carol.add("gamma")
    try await carol.sync(store, at: 0)
    let name = try #require(try store.names().first { !$0.text.contains("-ack-") })
    try await ada.sync(store, at: 0)
    let whole = try store.read(name)
    try store.damage(name)
    for time in 1..<3 { try await bob.sync(store, at: UInt64(time)) }
    try store.delete(name)
    try store.create(name, holding: whole)
    ada.options.grace = .max
    try await ada.sync(store, at: 3)
    #expect(try ada.policy().notices.isDoubted(ObjectInfo(name: name, size: whole.count)))
    return name
  }

  /// An object called unreadable carries nothing. Its claims are unknown, and it may be the only
  /// object that holds them.
  @Test func whatIsDoubtedOfARetiredDeviceStays() async throws {
    let name = try await writeDoubted()
    try ada.policy().retire(carol.id())
    for time in 4..<7 as Range<UInt64> { try await ada.sync(store, at: time) }
    #expect(try store.names().contains(name))
  }

  /// An object that was once called unreadable is read again, so that its claims decide on its
  /// deletion.
  @Test func whatWasDoubtedOfARetiredDeviceGoes() async throws {
    let name = try await writeDoubted()
    for day in 2..<7 as Range<UInt64> { try await rest([bob, ada], at: day * Self.day) }
    #expect(
      try !ada.policy().notices.isDoubted(ObjectInfo(name: name, size: store.read(name).count)))
    try ada.policy().retire(carol.id())
    ada.options.grace = 1
    for word in ["a", "b", "c", "d"] {
      try ada.add(word)
      try await ada.sync(store, at: 6 * Self.day)
    }
    // The other device could delete it as well.
    for day in 7..<9 as Range<UInt64> { try await rest([ada], at: day * Self.day) }
    #expect(try !store.names().contains(name))
    try await bob.sync(store, at: 9 * Self.day)
    #expect(try bob.words() == ["gamma", "a", "b", "c", "d"])
  }

  /// A copy of a library on a computer with another name is found by the card that it writes.
  /// Otherwise each of the two would replace the card of the other for ever.
  @Test func aCopyOfALibraryIsFoundByItsCard() async throws {
    try ada.add("alpha")
    let options = { SyncOptions(acknowledges: false, deviceName: $0) }
    try await ada.sync(store, options: options("laptop"))
    let copy = Device(copying: ada, author: 9)
    var renewals = 0
    for _ in 0..<4 {
      for (device, name) in [(ada, "laptop"), (copy, "desk")] {
        let report = try await device.sync(store, options: options(name))
        renewals += report.tookNewDeviceID ? 1 : 0
      }
    }
    #expect(renewals == 1)
    let before = try store.list(prefix: "").map(\.name).sorted()
    try await copy.sync(store, options: options("desk"))
    try await ada.sync(store, options: options("laptop"))
    #expect(try store.list(prefix: "").map(\.name).sorted() == before)
    #expect(try notices().count == 2)
  }

  /// Programs that know no cards list the log alone.
  @Test func cardsLieApartFromTheLog() async throws {
    try ada.add("alpha")
    try await ada.sync(store, options: SyncOptions(deviceName: "laptop"))
    #expect(try store.list(prefix: "log/").allSatisfy { !$0.name.isOfCard })
    #expect(try store.list(prefix: DeviceCard.namePrefix).count == 1)
  }

  /// Unreachable card numbers do not stop the program.
  @Test func cardsNumberedToTheLimitDoNoHarm() async throws {
    try ada.add("alpha")
    try await ada.sync(store)
    let card = DeviceCard(
      device: try ada.id(), number: DeviceCard.maximumNumber, deviceName: "x", retired: [])
    try store.create(card.name, holding: card.encoded())
    for _ in 0..<2 {
      #expect(
        try await ada.sync(store, options: SyncOptions(deviceName: "a")).isComplete)
    }
  }

  /// A file that is no card used to keep the device from ever writing a card.
  @Test func aFileNumberedToTheLimitHidesNoCard() async throws {
    try ada.add("alpha")
    let number = DeviceCard.maximumNumber
    try store.create(
      #require(ObjectName("\(DeviceCard.namePrefix)\(ada.id())-\(number)-0")), holding: [1])
    try await ada.sync(store, options: SyncOptions(deviceName: "laptop"))
    try await bob.sync(store)
    #expect(try known(ada.id(), by: bob).name == "laptop")
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

/// A store that is full: nothing can be created, and objects can be deleted.
private struct FullStore: ObjectStore {
  private let store: MemoryStore

  init(_ store: MemoryStore) { self.store = store }

  func list(prefix: String) throws(StoreError) -> [ObjectInfo] { try store.list(prefix: prefix) }
  func read(_ name: ObjectName) throws(StoreError) -> [UInt8] { try store.read(name) }
  func delete(_ name: ObjectName) throws(StoreError) { try store.delete(name) }

  func create(_ name: ObjectName, holding bytes: [UInt8]) throws(StoreError) {
    throw StoreError(
      kind: .needsUser, scope: .object, subject: name.text, reason: "the disk is full",
      advice: "make room")
  }
}
