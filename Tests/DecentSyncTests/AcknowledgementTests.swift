// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation
import Testing

@testable import DecentSync

/// Acknowledgements: their contents and their effects.
@Suite struct AcknowledgementTests {
  private static let day = AcknowledgementDraft.interval

  private let store = MemoryStore()
  private let ada = Device(author: 1)
  private let bob = Device(author: 2)

  private func names() throws -> [String] {
    try store.acknowledgements().map { "\($0.device.rawValue >> 64)-\($0.number)" }
  }

  private func numbers(_ acknowledgement: Acknowledgement) -> [UInt128: Int] {
    Dictionary(
      uniqueKeysWithValues: acknowledgement.applied.map { ($0.key.rawValue >> 64, $0.value) })
  }

  @Test func saysWhatWasTakenInOnceADay() async throws {
    try ada.add("alpha")
    try await ada.sync(store, at: 0)
    try await bob.sync(store, at: 0)
    #expect(try names() == ["1-1", "2-1"])
    #expect(try store.acknowledgements().map(numbers) == [[1: 1], [1: 1]])
    try bob.add("beta")
    try await bob.sync(store, at: 1)
    try await ada.sync(store, at: 2)
    #expect(try names() == ["1-1", "2-1"])
    try await ada.sync(store, at: Self.day)
    try await bob.sync(store, at: Self.day)
    #expect(try names() == ["1-2", "2-2"])
    #expect(try store.acknowledgements().map(numbers) == [[1: 1, 2: 1], [1: 1, 2: 1]])
    for time in 2..<5 {
      for device in [ada, bob] {
        #expect(try await device.sync(store, at: UInt64(time) * Self.day) == SyncReport())
      }
    }
    #expect(try names() == ["1-2", "2-2"])
  }

  @Test func agreesAboutEqualStates() async throws {
    try ada.add("alpha")
    try await ada.sync(store, at: 0)
    try await bob.sync(store, at: 0)
    let all = try store.acknowledgements()
    #expect(all[0].basis == all[1].basis)
    #expect(all[0].digest != nil)
    #expect(all[0].digest == all[1].digest)
  }

  @Test func saysNothingOfItsStateWhileItHoldsMore() async throws {
    let stick = MemoryStore()
    try ada.add("alpha")
    try await ada.sync(store, at: 0)
    try ada.add("beta")
    try await ada.sync(stick, as: "stick", at: 0)
    try await bob.sync(stick, as: "stick", at: 0)
    #expect(try await bob.sync(store, at: 0).postponed.count == 1)
    let all = try store.acknowledgements()
    #expect(all.map(\.digest).map { $0 != nil } == [true, false])
    #expect(all[0].basis == all[1].basis)
  }

  @Test func differentContentsOfEqualVersionsAreNoticedByAll() async throws {
    try ada.add("alpha")
    try await ada.sync(store, at: 0)
    try await bob.sync(store, at: 0)
    let carol = Device(author: 3)
    try await carol.sync(store, at: 0)
    let note = try #require(DocumentID("note"))
    // The same edit by its version, with other letters.
    let clone = Device(author: 1)
    try clone.add("omega")
    try bob.documents.put(clone.documents.bytes(of: note), as: note)
    try ada.add("beta", to: "other")
    for device in [ada, bob, carol, ada, bob] { try await device.sync(store, at: Self.day) }
    let damaged = try bob.id()
    #expect(try await ada.sync(store, at: Self.day).contradicting == [damaged])
    #expect(try await carol.sync(store, at: Self.day).contradicting == [damaged])
    let others = try [ada, carol].map { try $0.id() }
    let report = try await bob.sync(store, at: Self.day)
    #expect(report.contradicting == others)
    #expect(!report.isComplete)
  }

  /// A device that has read the object before does not read it again.
  @Test func damageThatKeepsTheSizeHeals() async throws {
    try ada.add("alpha")
    try await ada.sync(store, at: 0)
    try await bob.sync(store, at: 0)
    let name = try #require(try store.names().first)
    try store.damage(name)
    for device in [ada, bob] { #expect(try await device.sync(store, at: 1) == SyncReport()) }
    let carol = Device(author: 3)
    for time in 2..<4 {
      let report = try await carol.sync(store, at: UInt64(time))
      #expect(report.problems.map(\.name) == [name])
    }
    #expect(try store.acknowledgements().last?.unreadable.map(\.name) == [name])
    #expect(try await ada.sync(store, at: 4).uploaded.objects == 1)
    #expect(try await bob.sync(store, at: 4).uploaded.objects == 0)
    try await carol.sync(store, at: 4)
    #expect(try carol.words() == ["alpha"])
    let objects = try store.names()
    for time in 1..<4 {
      for device in [ada, bob, carol] { try await device.sync(store, at: UInt64(time) * Self.day) }
    }
    #expect(try store.names() == objects.filter { $0 != name })
  }

  /// The writer uploads the contents of the object again, and deletes the object once these have
  /// propagated.
  @Test(arguments: [0, 100]) func aDamagedCompactionHeals(bit: Int) async throws {
    for place in 0..<4 {
      try ada.add("word \(place)")
      try await ada.sync(store, at: 0)
    }
    let hour = ada.options.grace
    try await ada.sync(store, at: hour)
    let name = try #require(try store.names().first)
    #expect(try store.names().count == 1)
    try store.damage(name, bit: bit)
    let carol = Device(author: 3)
    for time in 1..<3 { try await carol.sync(store, at: UInt64(time)) }
    #expect(try store.acknowledgements().last?.unreadable.map(\.name) == [name])
    #expect(try await ada.sync(store, at: hour + 1).uploaded.objects == 1)
    try await carol.sync(store, at: 3)
    #expect(try carol.contents() == ada.contents())
    #expect(try store.names().contains(name))
    try await ada.sync(store, at: 2 * hour + 1)
    #expect(try !store.names().contains(name))
    #expect(try await Device(author: 4).sync(store).isComplete)
  }

  /// A service replaces the only object by a link. The writer used to call it damaged and not to send its
  /// contents again, for nothing else could be read that would have shown that no key was wrong.
  @Test func anObjectThatBecameALinkIsSentAgain() async throws {
    let folder = try TemporaryFolder()
    let store = FolderStore(path: folder.path)
    try ada.add("alpha")
    try await ada.sync(store, at: 0)
    let objects = try store.list(prefix: "log/").map(\.name).filter { $0.noticeWriter == nil }
    let name = try #require(objects.first)
    let path = "\(folder.path)/decent-7/\(name)"
    try FileManager.default.moveItem(atPath: path, toPath: "\(folder.path)/aside")
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: "\(folder.path)/aside")
    for time in 0..<3 as Range<UInt64> {
      let isComplete = try await bob.sync(store, at: time).isComplete
      #expect(try bob.words() == (isComplete ? ["alpha"] : []))
      try await ada.sync(store, at: time)
    }
    try await bob.sync(store, at: 3)
    #expect(try bob.words() == ["alpha"])
  }

  /// The number after the limit used to stop the program.
  @Test func aFileNumberedToTheLimitDoesNoHarm() async throws {
    try bob.add("alpha")
    try await bob.sync(store, at: 0)
    let name = "\(Acknowledgement.namePrefix(of: try ada.id()))\(Acknowledgement.maximumNumber)"
    try store.create(#require(ObjectName(name)), holding: [1, 2, 3])
    try await ada.sync(store, at: 0)
    #expect(try store.acknowledgements().contains { try $0.device == ada.id() && $0.number == 1 })
  }

  /// A file with the greatest number that is read used to make the device write the greatest of all, and
  /// to stop the program at the sync after that.
  @Test(arguments: 1...3)
  func aFileNumberedBelowTheLimitDoesNoHarm(below: Int) async throws {
    try bob.add("alpha")
    try await bob.sync(store, at: 0)
    let number = Acknowledgement.maximumNumber - below
    let name = "\(Acknowledgement.namePrefix(of: try ada.id()))\(number)"
    try store.create(#require(ObjectName(name)), holding: [1, 2, 3])
    for day in 0..<4 {
      try bob.add(["beta", "gamma", "delta", "eta"][day])
      try await bob.sync(store, at: UInt64(day) * Self.day)
      try await ada.sync(store, at: UInt64(day) * Self.day)
    }
    #expect(try ada.words() == bob.words())
    #expect(try !store.names().contains { $0.text.hasSuffix("-\(Acknowledgement.maximumNumber)") })
  }

  @Test func aSecondDamagedObjectIsNamedOnTheSameDay() async throws {
    let carol = Device(author: 3)
    for word in ["alpha", "beta", "gamma"] {
      let names = try store.names()
      try ada.add(word)
      try await ada.sync(store, at: 0)
      let name = try #require(try store.names().first { !names.contains($0) })
      try store.damage(name)
      for _ in 0..<2 { try await carol.sync(store, at: 1) }
      #expect(try store.acknowledgements().last?.unreadable.map(\.name).contains(name) == true)
      try await ada.sync(store, at: 1)
      try await carol.sync(store, at: 1)
      #expect(try carol.words().contains(word))
    }
  }

  @Test func damageIsRepairedByOthersIfItsWriterIsGone() async throws {
    try ada.add("alpha")
    try await ada.sync(store, at: 0)
    try await bob.sync(store, at: 0)
    try store.damage(try #require(try store.names().first))
    let carol = Device(author: 3)
    for _ in 0..<2 { try await carol.sync(store, at: 0) }
    #expect(try await bob.sync(store, at: 0).postponed.count == 1)
    #expect(try await bob.sync(store, at: 0).uploaded.objects == 1)
    try await carol.sync(store, at: 0)
    #expect(try carol.words() == ["alpha"])
  }

  /// A disk that damages all that it holds does not make other devices write without end.
  @Test func whoReadsNothingRightIsHelpedAFewTimesADay() async throws {
    try ada.add("alpha")
    try await ada.sync(store, at: 0)
    let carol = Device(author: 3)
    let broken = AlteringStore(store, read: { Array($0.dropLast(1)) })
    for time in 0..<20 {
      try await carol.sync(broken, at: UInt64(time))
      try await ada.sync(store, at: UInt64(time))
    }
    #expect(try store.names().count <= 1 + AcknowledgementDraft.mostAlarms)
    for time in 20..<40 {
      try await carol.sync(broken, at: Self.day + UInt64(time))
      try await ada.sync(store, at: Self.day + UInt64(time))
    }
    #expect(try store.names().count <= 2 + AcknowledgementDraft.mostAlarms)
  }

  @Test func aNewerFormatIsNotDamage() async throws {
    try ada.add("alpha")
    try await ada.sync(store, at: 0)
    var later = ByteWriter()
    later.write(contentsOf: "DCNT".utf8)
    later.writeVarint(99)
    later.writeFixed(CRC32C.checksum(of: later.bytes))
    try store.create(#require(ObjectName("log/\(bob.id())-7")), holding: later.bytes)
    for _ in 0..<3 { try await ada.sync(store, at: 0) }
    #expect(try store.acknowledgements().map(\.unreadable) == [[]])
  }

  @Test func anEmptiedFolderGetsItsAcknowledgementAgain() async throws {
    try ada.add("alpha")
    try await ada.sync(store, at: 0)
    for object in try store.list(prefix: "") { try store.delete(object.name) }
    try await ada.sync(store, at: 1)
    #expect(try store.acknowledgements().isEmpty)
    try await ada.sync(store, at: Self.day)
    #expect(try names() == ["1-2"])
  }

  @Test func whoMayOnlyReadDoesWithout() async throws {
    try ada.add("alpha")
    try await ada.sync(store, at: 0)
    let report = try await bob.sync(ReadOnlyStore(store: store), at: 0)
    #expect(report.isComplete)
    #expect(try bob.words() == ["alpha"])
    try await bob.sync(store, at: Self.day)
    #expect(try names() == ["1-1", "2-2"])
  }

  /// Idle clones have equal contents and never write an object. Only acknowledgements tell them
  /// apart.
  @Test func idleClonesPart() async throws {
    try ada.add("alpha")
    try await ada.sync(store, at: 0)
    let copy = Device(copying: ada, author: 3)
    try bob.add("beta")
    try await bob.sync(store, at: 0)
    for day in 1..<6 {
      for device in [ada, copy] { try await device.sync(store, at: UInt64(day) * Self.day) }
    }
    #expect(try ada.id() != copy.id())
    let objects = try Set(store.list(prefix: ""))
    for device in [ada, copy] {
      #expect(try await device.sync(store, at: 10 * Self.day) == SyncReport())
    }
    #expect(try Set(store.list(prefix: "")) == objects)
  }

  /// A folder may be reached under two names, or a service may copy it into another folder.
  @Test func oneFolderUnderTwoNamesIsNoClone() async throws {
    try ada.add("alpha")
    let device = try ada.id()
    for time in 0..<20 {
      for remote in ["one", "two"] {
        let report = try await ada.sync(store, as: remote, at: UInt64(time))
        #expect(!report.tookNewDeviceID)
      }
      try await bob.sync(store, at: UInt64(time))
    }
    #expect(try ada.id() == device)
    #expect(try bob.words() == ["alpha"])
    #expect(try store.names().count == 1)
    #expect(try store.acknowledgements().count == 2)
  }

  @Test func aClockThatWasSetBackSilencesNobody() async throws {
    try ada.add("alpha")
    try await ada.sync(store, at: 100 * Self.day)
    try ada.add("beta")
    try await ada.sync(store, at: 1)
    #expect(try names() == ["1-2"])
  }

  @Test func survivesEncodingAndNothingElse() throws {
    let acknowledgement = Acknowledgement(
      device: DeviceID(rawValue: 7), number: 3,
      applied: [DeviceID(rawValue: 9): 1, DeviceID(rawValue: 7): 300], basis: 5, digest: 8,
      unreadable: ["log/b", "log/a"].compactMap { ObjectName($0) }.map {
        ObjectInfo(name: $0, size: 200)
      })
    let bytes = acknowledgement.encoded()
    #expect(try Acknowledgement(encoded: bytes) == acknowledgement)
    #expect(acknowledgement.unreadable.map(\.name.text) == ["log/a", "log/b"])
    for count in bytes.indices {
      #expect(throws: DecodingFailure.self) {
        try Acknowledgement(encoded: Array(bytes.prefix(count)))
      }
    }
  }
}

/// A store without write access.
private struct ReadOnlyStore: ObjectStore {
  let store: MemoryStore

  private func refusal(_ name: ObjectName) -> StoreError {
    StoreError(
      kind: .needsUser, scope: .store, subject: name.text, reason: "it may only be read",
      advice: "allow it")
  }

  func list(prefix: String) throws(StoreError) -> [ObjectInfo] { try store.list(prefix: prefix) }
  func read(_ name: ObjectName) throws(StoreError) -> [UInt8] { try store.read(name) }
  func create(_ name: ObjectName, holding bytes: [UInt8]) throws(StoreError) {
    throw refusal(name)
  }
  func delete(_ name: ObjectName) throws(StoreError) { throw refusal(name) }
}

@Suite struct AcknowledgementDraftTests {
  /// A later object of the same device was taken in whole. The objects before it still wait.
  @Test func whatWaitsIsNotAcknowledged() {
    let objects = (1...3).map { number in
      SegmentReference(device: DeviceID(rawValue: 1), number: number, checksum: 0)
    }
    let draft = AcknowledgementDraft(
      objects: objects.map { ($0, $0.number != 2) }, pending: [], isCovered: true)
    #expect(draft.applied == [DeviceID(rawValue: 1): 1])
    #expect(!draft.isExact)
  }
}
