// SPDX-License-Identifier: MIT

import ReplicatingTypes
import Testing

@testable import DecentSync

/// No device repeats the claims of others before they are sure to be lost.
@Suite struct EchoTests {
  private let store = MemoryStore()
  private let ada = Device(author: 1)
  private let bob = Device(author: 2)

  /// Bob has Ada's words, and the store has the words of both.
  init() async throws {
    try ada.add("alpha")
    try await ada.sync(store)
    try await bob.sync(store)
    try bob.add("beta", to: "other")
    try await bob.sync(store)
    try await ada.sync(store)
  }

  private func expectIdle(_ report: SyncReport) {
    #expect(report.uploaded.objects == 0)
    #expect(report.postponed == [])
    #expect(report.isComplete)
  }

  @Test func anOldListingMakesNobodySendAnything() async throws {
    let hiding = HidingStore(store, hiding: try store.names())
    for _ in 0..<3 {
      for device in [ada, bob] { expectIdle(try await device.sync(hiding)) }
    }
    hiding.show()
    for device in [ada, bob] { expectIdle(try await device.sync(hiding)) }
  }

  @Test func anEditMadeMeanwhileIsSentAlone() async throws {
    let names = try store.names()
    try bob.add("gamma")
    #expect(try await bob.sync(HidingStore(store, hiding: names)).uploaded.objects == 1)
    let name = try #require(try store.names().first { !names.contains($0) })
    let claims = try SealedObject(bytes: store.read(name)).object.claims
    #expect(claims.map(\.document.text) == ["note"])
    #expect(claims[0].base != [])
    #expect(throws: (any Error).self) {
      var text = ReplicatingText()
      try text.merge(delta: ReplicatingText.Delta(encoded: claims[0].delta))
    }
  }

  @Test func whatIsOursAndLostIsSentAtOnce() async throws {
    try store.delete(try #require(try store.names().first))
    #expect(try await ada.sync(store).uploaded.objects == 1)
    expectIdle(try await bob.sync(store))
  }

  @Test func whatOthersLostIsSentByALaterSync() async throws {
    try store.delete(try #require(try store.names().first))
    expectIdle(try await bob.sync(store))
    #expect(try await bob.sync(store).uploaded.objects == 1)
    expectIdle(try await bob.sync(store))
    expectIdle(try await ada.sync(store))
    let newcomer = Device(author: 3)
    try await newcomer.sync(store)
    #expect(try newcomer.words() == ["alpha"])
  }

  @Test func oneRepairIsEnough() async throws {
    let carol = Device(author: 3)
    try await carol.sync(store)
    try store.delete(try #require(try store.names().first))
    for device in [bob, carol] { expectIdle(try await device.sync(store)) }
    #expect(try await bob.sync(store).uploaded.objects == 1)
    expectIdle(try await carol.sync(store))
  }

  /// A client that syncs every few seconds leaves the repair of others' losses to them.
  @Test func aFrequentClientWaitsForItsTime() async throws {
    try store.delete(try #require(try store.names().first))
    for _ in 0..<3 { expectIdle(try await bob.syncForItself(store)) }
    #expect(try await bob.sync(store).uploaded.objects == 1)
  }

  @Test func whatCameFromElsewhereIsPutOffOnce() async throws {
    let stick = MemoryStore()
    try await bob.sync(stick, as: "stick")
    let first = try await bob.sync(stick, as: "stick")
    #expect(first.uploaded.objects == 1)
    expectIdle(try await bob.sync(stick, as: "stick"))
    try ada.add("delta")
    try await ada.sync(store)
    try await bob.sync(store)
    let report = try await bob.sync(stick, as: "stick")
    #expect(report.uploaded.objects == 0)
    #expect(report.postponed.map(\.text) == ["note"])
    try await ada.sync(stick, as: "stick")
    expectIdle(try await bob.sync(stick, as: "stick"))
  }

  /// An object is late, is sent again under another name, and arrives after all.
  @Test func aLateObjectGoesByItself() async throws {
    let late = try #require(try store.names().first)
    let bytes = try store.read(late)
    try store.delete(late)
    #expect(try await ada.sync(store).uploaded.objects == 1)
    try store.create(late, holding: bytes)
    let names = try store.names()
    for device in [ada, bob, ada, bob] { expectIdle(try await device.sync(store)) }
    #expect(try store.names() == names)
    try await ada.sync(store, at: ada.options.grace)
    #expect(try store.names().count == names.count - 1)
    let newcomer = Device(author: 3)
    expectIdle(try await newcomer.sync(store))
    #expect(try newcomer.contents() == ada.contents())
  }

  /// A damaged object is still listed. Its author sends its contents again at once.
  @Test func whatIsTornIsLost() async throws {
    let name = try #require(try store.names().first)
    try store.truncate(name, to: 20)
    #expect(try await bob.sync(store).uploaded.objects == 0)
    let report = try await ada.sync(store)
    #expect(report.uploaded.objects == 1)
    #expect(report.problems.map(\.name) == [name])
    #expect(try await bob.sync(store).uploaded.objects == 0)
  }
}
