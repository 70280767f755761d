// SPDX-License-Identifier: MIT

import ReplicatingTypes
import SyncSimulation
import Testing

@testable import DecentSync

/// The documents that all devices are known to have.
@Suite struct HoldingTests {
  private static let day = AcknowledgementDraft.interval

  private let store = MemoryStore()
  private let ada = Device(author: 1, forgetsDeleted: true)
  private let bob = Device(author: 2, forgetsDeleted: true)
  private let carol = Device(author: 3, forgetsDeleted: true)

  private func isHeldByAll(_ text: String = "note", for device: Device) throws -> Bool {
    let policy = device.policy()
    return try policy.isHeld(#require(DocumentID(text)), by: policy.othersInUse())
  }

  @Test func aDeviceThatIsSilentHoldsBackEverything() async throws {
    try ada.add("alpha")
    try bob.add("beta", to: "other")
    for device in [ada, bob, ada] { try await device.sync(store) }
    #expect(try ada.policy().othersInUse() == [bob.id()])
    #expect(try !isHeldByAll(for: ada))
    // The device has its own objects, though it never acknowledged anything.
    #expect(try isHeldByAll("other", for: ada))
  }

  @Test func anAcknowledgementSaysWhatADeviceHas() async throws {
    try ada.add("alpha")
    for device in [ada, bob] { try await device.sync(store, at: 0) }
    #expect(try bob.policy().othersInUse() == [ada.id()])
    #expect(try isHeldByAll(for: bob))
    try await ada.sync(store, at: 0)
    #expect(try isHeldByAll(for: ada))
    // Edits newer than the acknowledgement are not held, on either side.
    try ada.add("beta")
    #expect(try !isHeldByAll(for: ada))
    for device in [ada, bob, ada] { try await device.sync(store, at: 1) }
    #expect(try !isHeldByAll(for: ada))
    for device in [bob, ada] { try await device.sync(store, at: Self.day + 1) }
    #expect(try isHeldByAll(for: ada))
  }

  /// A device that never syncs again holds back all later edits until it is retired.
  @Test func aDeviceThatIsAwayIsWaitedForUntilItIsRetired() async throws {
    try ada.add("alpha")
    for device in [ada, bob, carol, ada] { try await device.sync(store, at: 0) }
    #expect(try isHeldByAll(for: ada))
    try ada.add("beta")
    for device in [ada, bob, ada] { try await device.sync(store, at: Self.day) }
    #expect(try !isHeldByAll(for: ada))
    try ada.policy().retire(carol.id())
    #expect(try isHeldByAll(for: ada))
  }

  /// Folder services carry objects in any order. The acknowledgement of a later object does not
  /// mean that an earlier one had arrived.
  @Test func anObjectThatIsLateIsNotTakenForAcknowledged() async throws {
    try ada.add("alpha")
    try await ada.sync(store, at: 0)
    let late = try store.names().filter { !$0.text.contains("-ack-") }
    try ada.add("beta", to: "other")
    try await ada.sync(store, at: 0)
    let partial = HidingStore(store, hiding: late)
    try await bob.sync(partial, at: 0)
    try await ada.sync(store, at: 0)
    let said = try ada.policy().lastAcknowledgements().map(\.acknowledgement)
    #expect(try said.first { try $0.device == bob.id() }?.applied[ada.id()] == 2)
    #expect(try !isHeldByAll(for: ada))
    #expect(try !isHeldByAll("other", for: ada))
    partial.show()
    for device in [bob, ada] { try await device.sync(store, at: Self.day) }
    #expect(try isHeldByAll(for: ada))
    #expect(try isHeldByAll("other", for: ada))
  }

  /// An acknowledgement may arrive before an object that it acknowledges.
  @Test func anAcknowledgementIsUnderstoodLater() async throws {
    try ada.add("alpha")
    try await ada.sync(store, at: 0)
    try carol.add("gamma", to: "other")
    try await carol.sync(store, at: 0)
    let late = try store.names().filter { name in
      try name.text.contains("\(carol.id())") && !name.text.contains("-ack-")
    }
    #expect(late.count == 1)
    try await bob.sync(store, at: 0)
    let partial = HidingStore(store, hiding: late)
    try await ada.sync(partial, at: 0)
    #expect(try ada.policy().othersInUse() == [bob.id(), carol.id()])
    #expect(try !isHeldByAll(for: ada))
    partial.show()
    try await ada.sync(partial, at: 0)
    #expect(try isHeldByAll(for: ada))
  }

  /// Each device in any remote counts, and so does all that it took in from any remote.
  @Test func allRemotesCountTogether() async throws {
    let stick = MemoryStore()
    try ada.add("alpha")
    for device in [ada, bob, ada] { try await device.sync(store, at: 0) }
    try await ada.sync(stick, as: "stick", at: 0)
    try await carol.sync(stick, as: "stick", at: 0)
    #expect(try isHeldByAll(for: ada))
    try await ada.sync(stick, as: "stick", at: 0)
    #expect(try ada.policy().othersInUse() == [bob.id(), carol.id()])
    #expect(try isHeldByAll(for: ada))
    try ada.add("beta")
    try await ada.sync(store, at: Self.day)
    for device in [bob, ada] { try await device.sync(store, at: Self.day) }
    #expect(try !isHeldByAll(for: ada))
    try await ada.sync(stick, as: "stick", at: Self.day)
    for device in [carol, ada] { try await device.sync(stick, as: "stick", at: Self.day) }
    #expect(try isHeldByAll(for: ada))
  }

  /// The claims that a roll-up replaced are gone. The roll-up must be acknowledged anew.
  @Test func aRollUpIsHeldOnceItIsAcknowledged() async throws {
    for word in ["a", "b", "c", "d"] {
      try ada.add(word)
      try await ada.sync(store, at: 0)
    }
    for device in [bob, ada] { try await device.sync(store, at: Self.day) }
    #expect(try store.names().contains { $0.text.contains("-r") })
    for device in [bob, ada, bob, ada] { try await device.sync(store, at: 2 * Self.day) }
    #expect(try isHeldByAll(for: ada))
    #expect(try store.names().count { !$0.text.contains("-ack-") } == 1)
    #expect(try ada.rows.rows(in: RowKey(.had)).count == 1)
  }

  @Test func aRemoteThatIsForgottenSaysNothing() async throws {
    try ada.add("alpha")
    for device in [ada, bob, ada] { try await device.sync(store, at: 0) }
    let options = SyncOptions(deviceName: "laptop")
    try await ada.finish(ada.run(store, options: options))
    try ada.policy().close()
    #expect(try ada.policy().othersInUse().isEmpty)
    for table in UInt8.min ... .max {
      #expect(try ada.rows.rows(in: RowKey(bytes: [table]).adding("folder")).isEmpty)
    }
  }

  /// A question about one document costs the same, whatever other documents there are.
  @Test func itCostsInProportionToTheClaimsOfTheDocument() async throws {
    try ada.add("alpha")
    for device in [ada, bob, ada] { try await device.sync(store, at: 0) }
    func cost() throws -> Int {
      let waited = try ada.policy().othersInUse()
      ada.rows.resetCounts()
      #expect(try ada.policy().isHeld(#require(DocumentID("note")), by: waited))
      return ada.rows.reads
    }
    let before = try cost()
    for number in 0..<100 { try ada.add("x", to: "other/\(number)") }
    for device in [ada, bob, ada] { try await device.sync(store, at: Self.day) }
    // The document has two claims now: its own and one in a roll-up.
    #expect(try cost() <= 2 * before)
  }
}
