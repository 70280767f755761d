// SPDX-License-Identifier: MIT

import ReplicatingTypes
import ReplicationLaws
import SyncSimulation
import Testing

@testable import DecentSync

/// Deleted text is forgotten once all devices in use have the deletes.
@Suite struct ForgettingTests {
  private static let day = AcknowledgementDraft.interval

  private let store = CountingStore()
  private let ada = device(1)
  private let bob = device(2)
  private let carol = device(3)
  private var all: [Device] { [ada, bob, carol] }

  /// The mark of a removed word is as long as the word: half is not freed.
  private static func device(_ author: UInt64) -> Device {
    let device = Device(author: author, forgetsDeleted: true)
    device.options.leastFreed = 30
    return device
  }

  /// Random letters: repeated ones would be compressed to almost nothing.
  private let long: String = {
    var random = SeededGenerator(seed: 1)
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    return String((0..<4000).map { _ in letters[random.below(26)] })
  }()

  private func text(_ device: Device) throws -> ReplicatingText {
    try ReplicatingText(encoded: device.documents.content(of: #require(DocumentID("note"))))
  }

  private func hasForgotten(_ device: Device) throws -> Bool {
    try !text(device).version.dropped.isEmpty
  }

  /// Lets devices sync in turn, a few times.
  private func rest(_ devices: [Device], at time: UInt64) async throws {
    for _ in 0..<4 { for device in devices { try await device.sync(store, at: time) } }
  }

  /// Writes and deletes a long word, and lets all devices take in both.
  private func writeAndDelete(by devices: [Device]) async throws {
    try ada.add("short")
    try ada.add(long)
    try await rest(devices, at: 0)
    try ada.edit("note", .remove(long))
    try ada.add("end")
  }

  @Test func isForgottenOnceAllHaveAcknowledgedIt() async throws {
    try await writeAndDelete(by: all)
    try await rest([ada, bob], at: Self.day)
    for device in [ada, bob] { #expect(try !hasForgotten(device)) }
    let before = try text(ada).encoded().count
    try await rest(all, at: Self.day)
    try await rest(all, at: 2 * Self.day)
    for device in all {
      #expect(try hasForgotten(device))
      #expect(try text(device).encoded().count * 3 < before * 2)
      #expect(try device.words() == ["short", WordEdit.removal(of: long), "end"])
      #expect(try device.contents() == ada.contents())
      #expect(try device.faults() == [])
    }
  }

  /// Devices learn that another forgot a text while they forget it themselves. They do not answer
  /// each other for ever.
  @Test func allThatForgetAtOnceComeToRest() async throws {
    try await writeAndDelete(by: all)
    try await rest(all, at: Self.day)
    // One round tells each device that all have it. No device knows yet that another forgets it.
    let runs = try all.map { try $0.run(store, at: 2 * Self.day) }
    var open = Array(zip(all, runs))
    while !open.isEmpty {
      for place in open.indices.reversed() {
        if try await open[place].1.advance() != nil { open.remove(at: place) }
      }
    }
    try await rest(all, at: 2 * Self.day)
    try await rest(all, at: 4 * Self.day)
    for device in all { #expect(try hasForgotten(device)) }
    for device in all {
      let before = store.counts
      device.rows.resetCounts()
      #expect(try await device.sync(store, at: 4 * Self.day) == SyncReport())
      #expect(store.counts == before.adding(lists: 1))
      #expect(device.rows.writes == 0)
      #expect(try device.contents() == ada.contents())
    }
  }

  @Test func aLostDeviceHoldsItBackUntilItIsRetired() async throws {
    try await writeAndDelete(by: all)
    try await rest([ada, bob], at: Self.day)
    try await rest([ada, bob], at: 3 * Self.day)
    #expect(try !hasForgotten(ada))
    try ada.policy().retire(carol.id())
    try await rest([ada, bob], at: 3 * Self.day)
    for device in [ada, bob] { #expect(try hasForgotten(device)) }
    // All documents are looked at once.
    #expect(try ada.rows.value(of: RowKey(.released)) == nil)
  }

  /// The edits of a device that did not know of the forgetting are merged as usual.
  @Test func aDeviceThatReturnsLosesNothing() async throws {
    try await writeAndDelete(by: all)
    try ada.policy().retire(carol.id())
    try await rest([ada, bob], at: Self.day)
    try await rest([ada, bob], at: 3 * Self.day)
    #expect(try hasForgotten(ada))
    for word in ["late", "later"] { try carol.add(word) }
    try await rest([carol, ada, bob], at: 5 * Self.day)
    for device in all {
      #expect(try device.words().isSuperset(of: ["short", "end", "late", "later"]))
      #expect(try !device.words().contains(long))
      #expect(try device.contents() == ada.contents())
    }
  }

  /// The version that a claim leads to says how far a text forgot. Nothing else needs a comparison.
  @Test func aTextThatForgotLeadsFurther() throws {
    var text: ReplicatingText = "some text"
    text.update(to: "text")
    let before = try TypedDocument(text) { ReplicatingText() }.version()
    text.forgetDeleted()
    let open = TypedDocument(text) { ReplicatingText() }
    let after = try open.version()
    #expect(try open.contains(before, in: after))
    #expect(try !open.contains(after, in: before))
    #expect(try open.joined(before, after) == after)
  }

  /// Roll-ups carry the rest of the note, so that the objects with the deleted text can be deleted.
  @Test func theFolderForgetsToo() async throws {
    func bytes() throws -> Int {
      try store.list(prefix: "").filter { !$0.name.text.contains("-ack-") }
        .reduce(0) { $0 + $1.size }
    }
    try await writeAndDelete(by: [ada, bob])
    try await rest([ada, bob], at: 0)
    let before = try bytes()
    for day in 1...8 as ClosedRange<UInt64> {
      try ada.add("\(day)")
      try await rest([ada, bob], at: day * Self.day)
    }
    #expect(try bytes() * 3 < before * 2)
    let objects = try store.names()
    let new = Self.device(9)
    try await new.sync(store)
    #expect(try hasForgotten(new))
    #expect(try new.contents() == ada.contents())
    #expect(try store.names() == objects)
  }

  /// Two devices edit before every sync.
  private func editDaily(days: ClosedRange<UInt64>) async throws {
    for day in days {
      for device in [ada, bob] {
        try device.add("\(day)")
        try await device.sync(store, at: day * Self.day)
      }
    }
  }

  /// No other device has an edit made just before a sync. So all devices never have the newest
  /// version of a text that is edited before every sync, though all have had the deletion for
  /// weeks.
  @Test func aTextThatIsEditedBeforeEverySyncForgetsToo() async throws {
    try await writeAndDelete(by: [ada, bob])
    try await editDaily(days: 1...20)
    for device in [ada, bob] { #expect(try hasForgotten(device)) }
    try await rest([ada, bob], at: 21 * Self.day)
    #expect(try ada.contents() == bob.contents())
    #expect(try ada.words().isSuperset(of: ["short", "end", "1", "20"]))
  }

  /// An attempt costs as much as writing the document.
  @Test func fewAttemptsAreMadeToForgetLittle() async throws {
    try ada.add("short")
    try await rest([ada, bob], at: 0)
    let before = ada.documents.forgettingAttempts
    try await editDaily(days: 1...70)
    let attempts = ada.documents.forgettingAttempts - before
    #expect((3...7).contains(attempts), "\(attempts) attempts")
    #expect(try !hasForgotten(ada))
  }

  @Test func littleIsNotWorthIt() async throws {
    for word in ["some", "words", "stay"] { try ada.add(word) }
    try ada.edit("note", .remove("some"))
    try await rest(all, at: 0)
    try await rest(all, at: 2 * Self.day)
    for device in all { #expect(try !hasForgotten(device)) }
  }

  /// A library that forgets nothing by itself follows the others, since the forgotten text is gone
  /// from the objects too.
  @Test func whoForgetsNothingFollowsTheOthers() async throws {
    let dora = Device(author: 4)
    try await writeAndDelete(by: [ada, dora])
    try await rest([ada, dora], at: Self.day)
    try await rest([ada, dora], at: 2 * Self.day)
    #expect(try hasForgotten(dora))
    #expect(try dora.contents() == ada.contents())
  }

  /// The positions of removed tags go with the tags, on all devices. The others keep their order.
  @Test func aModelForgetsPositions() async throws {
    let card = "\(Card.frameKind.code)/card"
    func tags(_ device: Device) throws -> [String] {
      try Card(encoded: device.documents.content(of: #require(DocumentID(card)))).tags.values
    }
    for number in 0..<60 { try ada.edit(card, .add("tag \(number)", at: 7 * number | 1)) }
    try await rest(all, at: 0)
    for number in 0..<50 { try bob.edit(card, .remove("tag \(number)")) }
    let (before, shown) = (try bob.contents(), try tags(bob))
    try await rest(all, at: Self.day)
    try await rest(all, at: 2 * Self.day)
    for device in all {
      #expect(try device.contents() == ada.contents())
      #expect(try tags(device) == shown)
      #expect(try device.faults() == [])
      for (document, bytes) in before {
        #expect(try device.documents.content(of: document).count * 3 < bytes.count * 2)
      }
    }
  }

  /// Positions that were forgotten lead further, and reach a copy that lacks the forgetting whole.
  @Test func anOrderThatForgotIsSentWhole() throws {
    typealias Tags = ReplicatingOrderedSet<String>
    let old = Tags((0..<40).map { "tag \($0)" })
    var tags = old
    for number in 0..<120 { tags.move("tag \(number * 7 % 40)", to: number % 40) }
    let known = tags.version.encoded()
    #expect(
      try tags.forgettingDeleted(ifFreeing: 50, heldAt: [known, old.version.encoded()]) == nil)
    let small = try #require(try tags.forgettingDeleted(ifFreeing: 50, heldAt: [known]))
    #expect(small.values == tags.values)
    #expect(try small.forgettingDeleted(ifFreeing: 1, heldAt: [small.version.encoded()]) == nil)
    let sender = TypedDocument(small) { Tags() }
    for copy in [old, tags] {
      let receiver = TypedDocument(copy) { Tags() }
      let before = try receiver.version()
      let change = try #require(try sender.change(since: before, touching: nil))
      #expect(try sender.isSound(delta: change.delta, since: before))
      #expect(try receiver.contains(change.base))
      try receiver.merge(delta: change.delta)
      #expect(receiver.content == small)
      #expect(try receiver.contains(before, in: sender.version()))
      #expect(try !receiver.contains(sender.version(), in: before))
      #expect(try receiver.joined(before, sender.version()) == sender.version())
      #expect(try sender.change(since: receiver.version(), touching: nil) == nil)
    }
  }
}
