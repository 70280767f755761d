// SPDX-License-Identifier: MIT

import ReplicatingTypes
import Testing

@testable import DecentSync

/// Nobody repeats what others say before it is sure to be lost.
@Suite struct EchoTests {
  private let store = MemoryStore()
  private let ada = Device(author: 1)
  private let bob = Device(author: 2)

  /// Bob holds what Ada wrote, and both their words are in the store.
  init() throws {
    try ada.add("alpha")
    try ada.sync(store)
    try bob.sync(store)
    try bob.add("beta", to: "other")
    try bob.sync(store)
    try ada.sync(store)
  }

  private func expectIdle(_ report: SyncReport) {
    #expect(report.uploaded.objects == 0)
    #expect(report.postponed == [])
    #expect(report.isComplete)
  }

  @Test func anOldListingMakesNobodySendAnything() throws {
    let hiding = HidingStore(store, hiding: try store.names())
    for _ in 0..<3 {
      for device in [ada, bob] { expectIdle(try device.sync(hiding)) }
    }
    hiding.show()
    for device in [ada, bob] { expectIdle(try device.sync(hiding)) }
  }

  @Test func anEditMadeMeanwhileIsSentAlone() throws {
    let names = try store.names()
    try bob.add("gamma")
    #expect(try bob.sync(HidingStore(store, hiding: names)).uploaded.objects == 1)
    let name = try #require(try store.names().first { !names.contains($0) })
    let claims = try SealedObject(bytes: store.read(name)).object.claims
    #expect(claims.map(\.document.text) == ["note"])
    #expect(claims[0].base != [])
    #expect(throws: (any Error).self) {
      var text = ReplicatingText()
      try text.merge(delta: ReplicatingText.Delta(encoded: claims[0].delta))
    }
  }

  @Test func whatIsOursAndLostIsSentAtOnce() throws {
    try store.delete(try #require(try store.names().first))
    #expect(try ada.sync(store).uploaded.objects == 1)
    expectIdle(try bob.sync(store))
  }

  @Test func whatOthersLostIsSentByALaterSync() throws {
    try store.delete(try #require(try store.names().first))
    expectIdle(try bob.sync(store))
    #expect(try bob.sync(store).uploaded.objects == 1)
    expectIdle(try bob.sync(store))
    expectIdle(try ada.sync(store))
    let newcomer = Device(author: 3)
    try newcomer.sync(store)
    #expect(try newcomer.words() == ["alpha"])
  }

  @Test func oneRepairIsEnough() throws {
    let carol = Device(author: 3)
    try carol.sync(store)
    try store.delete(try #require(try store.names().first))
    for device in [bob, carol] { expectIdle(try device.sync(store)) }
    #expect(try bob.sync(store).uploaded.objects == 1)
    expectIdle(try carol.sync(store))
  }

  /// A client that syncs every few seconds lets others repair what is theirs.
  @Test func aFrequentClientWaitsForItsTime() throws {
    try store.delete(try #require(try store.names().first))
    for _ in 0..<3 { expectIdle(try bob.syncForItself(store)) }
    #expect(try bob.sync(store).uploaded.objects == 1)
  }

  @Test func whatCameFromElsewhereIsPutOffOnce() throws {
    let stick = MemoryStore()
    try bob.sync(stick, as: "stick")
    let first = try bob.sync(stick, as: "stick")
    #expect(first.uploaded.objects == 1)
    expectIdle(try bob.sync(stick, as: "stick"))
    try ada.add("delta")
    try ada.sync(store)
    try bob.sync(store)
    let report = try bob.sync(stick, as: "stick")
    #expect(report.uploaded.objects == 0)
    #expect(report.postponed.map(\.text) == ["note"])
    try ada.sync(stick, as: "stick")
    expectIdle(try bob.sync(stick, as: "stick"))
  }

  /// An object is late, is sent again under another name, and arrives after all.
  @Test func aLateObjectGoesByItself() throws {
    let late = try #require(try store.names().first)
    let bytes = try store.read(late)
    try store.delete(late)
    #expect(try ada.sync(store).uploaded.objects == 1)
    try store.create(late, holding: bytes)
    let names = try store.names()
    for device in [ada, bob, ada, bob] { expectIdle(try device.sync(store)) }
    #expect(try store.names() == names)
    try ada.sync(store, at: ada.options.grace)
    #expect(try store.names().count == names.count - 1)
    let newcomer = Device(author: 3)
    expectIdle(try newcomer.sync(store))
    #expect(try newcomer.contents() == ada.contents())
  }

  /// A damaged object is still listed; what it held is sent by its author at once.
  @Test func whatIsTornIsLost() throws {
    let name = try #require(try store.names().first)
    try store.truncate(name, to: 20)
    #expect(try bob.sync(store).uploaded.objects == 0)
    let report = try ada.sync(store)
    #expect(report.uploaded.objects == 1)
    #expect(report.problems.map(\.name) == [name])
    #expect(try bob.sync(store).uploaded.objects == 0)
  }
}
