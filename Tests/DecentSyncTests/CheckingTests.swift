// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingTypes
import SyncSimulation
import Testing

@testable import DecentSync

/// Objects that state more than they hold, with right checksums. One used to supersede all true
/// claims: each device deleted its own objects, and no new device got their contents.
@Suite struct CheckingTests {
  enum Lie: CaseIterable {
    /// Deltas of no bytes, and of other bytes than a delta's.
    case nothing, garbage
    /// A delta of a model that changes no field.
    case emptyModel
    /// The delta of an earlier version.
    case earlier
  }

  private let store = MemoryStore()
  private let ada = Device(author: 1)
  private let bob = Device(author: 2)
  private let card = "\(Card.frameKind.code)/card"
  private let grace: UInt64

  init() async throws {
    grace = ada.options.grace
    for device in [ada, bob, ada] {
      try device.add("word \(try device.id())", to: card)
      try await device.sync(store)
    }
    try await bob.sync(store)
  }

  private func document() throws -> DocumentID { try #require(DocumentID(card)) }

  /// A claim that builds on earlier edits.
  private func last() throws -> Claim {
    try #require(try store.objects().flatMap(\.object.claims).first { !$0.base.isEmpty })
  }

  /// A device whose objects the claim of another would make go.
  private func judge(isWhole: Bool) throws -> Device {
    let last = try last()
    let writer = try store.objects().first { $0.object.claims.contains(last) }?.object.device
    return try !isWhole && writer == bob.id() ? bob : ada
  }

  /// Seals an object of an unknown device, up to the version that all devices have.
  ///
  /// - Parameter isWhole: Whether it claims to lead there from nothing, else from the base of a true claim.
  private func tell(_ lie: Lie, isWhole: Bool = true) throws {
    let version = try ada.documents.open(document()).version()
    let first = try #require(try store.objects().flatMap(\.object.claims).first { $0.base.isEmpty })
    let delta: [UInt8]
    switch lie {
    case .nothing: delta = []
    case .garbage: delta = Array("garbage".utf8)
    case .emptyModel:
      var payload = ByteWriter()
      payload.writeCount(0)
      delta = Frame.seal(payload, as: Card.Delta.frameKind)
    case .earlier: delta = first.delta
    }
    let claim = Claim(
      document: try document(), base: isWhole ? [] : try last().base, news: version, delta: delta)
    let sealed = SealedObject(
      sealing: LogObject(
        device: DeviceID(rawValue: 66), number: 1, level: 5, taken: [], claims: [claim]))
    try store.create(sealed.name, holding: sealed.bytes)
  }

  private func sync(_ devices: [Device], hours: ClosedRange<UInt64>) async throws {
    for hour in hours {
      for device in devices { try await device.sync(store, at: hour * grace) }
    }
  }

  @Test(arguments: Lie.allCases, [true, false])
  func aFalseClaimMakesNothingGo(_ lie: Lie, isWhole: Bool) async throws {
    let judge = try judge(isWhole: isWhole)
    try tell(lie, isWhole: isWhole)
    try await sync([ada, bob], hours: 1...6)
    let newcomer = Device(author: 3)
    try await newcomer.sync(store)
    #expect(try newcomer.words(of: card) == ada.words(of: card))
    // The report tells it, unless another device that had the object calls it unreadable, too.
    let problems = try await judge.sync(store, at: 7 * grace).problems
    #expect(!isWhole || problems.count == 1)
    #expect(try judge.policy().objects.pendingRows().map(\.object.fault) == [.unusable])
    try await sync([ada, bob, newcomer], hours: 30...32)
    for device in [ada, bob, newcomer] {
      #expect(try await device.sync(store, at: 33 * grace).uploaded.objects == 0)
      #expect(try device.faults() == [])
    }
  }

  /// A device that trusted the claim has dropped what the claim states. A new device that cannot use it
  /// alarms the others.
  @Test(arguments: Lie.allCases) func aFalseClaimIsRepaired(_ lie: Lie) async throws {
    let trueNames = try store.names()
    try tell(lie)
    let name = try #require(try store.names().first { !trueNames.contains($0) })
    for device in [ada, bob] { try await believe(name, device) }
    for name in trueNames { try store.delete(name) }
    for device in [ada, bob] { #expect(try await device.sync(store).uploaded.objects == 0) }
    let newcomer = Device(author: 3)
    try await sync([newcomer], hours: 30...31)
    #expect(try newcomer.words(of: card) != ada.words(of: card))
    try await sync([ada, bob, ada, bob, newcomer], hours: 32...34)
    #expect(try newcomer.words(of: card) == ada.words(of: card))
  }

  /// Lets a device take in an object as if it had checked it.
  private func believe(_ name: ObjectName, _ device: Device) async throws {
    let run = try device.run(store)
    while try device.policy().objects[name]?.isComplete != true {
      #expect(try run.advance() == nil)
    }
    var row = try #require(try device.policy().objects[name])
    row.isChecked = true
    try device.rows.set(device.policy().key(.object).adding(name), to: row)
  }

  /// A true claim takes the place of all that it supersedes: of everything, or of what builds on
  /// its base.
  @Test(arguments: [true, false]) func aTrueClaimIsCheckedOnce(isWhole: Bool) async throws {
    let judge = try judge(isWhole: isWhole)
    let base = isWhole ? [] : try last().base
    let others = try store.objects().filter { isWhole || $0.object.claims[0].base == base }.map(
      \.name)
    let claim = try #require(
      try ada.documents.open(document()).change(since: base, touching: nil))
    let sealed = SealedObject(
      sealing: LogObject(
        device: DeviceID(rawValue: 66), number: 1, level: 5, taken: [],
        claims: [
          Claim(document: try document(), base: claim.base, news: claim.news, delta: claim.delta)
        ]))
    try store.create(sealed.name, holding: sealed.bytes)
    try await sync([ada, bob], hours: 1...3)
    #expect(try Set(others + [sealed.name]).intersection(store.names()) == [sealed.name])
    #expect(try judge.policy().objects[sealed.name]?.isChecked == true)
  }
}
