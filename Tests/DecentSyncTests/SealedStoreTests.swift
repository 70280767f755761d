// SPDX-License-Identifier: MIT

import BinaryCoding
import Testing

@testable import DecentSync

/// Sync through a store that holds sealed objects.
@Suite struct SealedStoreTests {
  /// A seal for tests alone: it hides letters, and notices missing bytes.
  private struct Cipher: ObjectSeal {
    struct WrongKey: Error {}

    var key: UInt8
    var overhead: Int { 5 }

    func seal(_ bytes: [UInt8], named name: ObjectName) -> [UInt8] {
      let body = bytes.map { $0 ^ key } + [key]
      return body + Self.checksum(body)
    }

    func open(_ bytes: [UInt8], named name: ObjectName) throws -> [UInt8] {
      let body = Array(bytes.dropLast(4))
      guard bytes.count > 4, Self.checksum(body) == bytes.suffix(4), body.last == key else {
        throw WrongKey()
      }
      return body.dropLast().map { $0 ^ key }
    }

    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
      withUnsafeBytes(of: CRC32C.checksum(of: bytes)) { Array($0) }
    }
  }

  private let ada = Device(author: 1)
  private let bob = Device(author: 2)
  private let inner = MemoryStore()

  private func store(_ key: UInt8 = 0x55) -> SealedStore<MemoryStore, Cipher> {
    SealedStore(inner, with: Cipher(key: key))
  }

  @Test func devicesWithOneKeyShowTheSame() async throws {
    try ada.add("secret")
    try await ada.sync(store())
    for object in try inner.list(prefix: "") {
      let bytes = try inner.read(object.name)
      #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"))
    }
    #expect(try await bob.sync(store()).changedDocuments.count == 1)
    try bob.add("answer")
    try await bob.sync(store())
    try await ada.sync(store())
    #expect(try ada.contents() == bob.contents())
    #expect(try await ada.sync(store()).downloaded.objects == 0)
  }

  @Test func aDeviceWithoutTheKeySaysSoAndHarmsNothing() async throws {
    try ada.add("secret")
    try await ada.sync(store())
    let objects = try inner.list(prefix: "").count
    let report = try await bob.sync(store(0x66))
    #expect(report.changedDocuments.isEmpty)
    #expect(report.problems.count == objects)
    #expect(try await bob.sync(store()).changedDocuments.count == 1)
  }

  /// Damage under a seal is repaired as damage of plain objects is.
  @Test func damageOfAPieceHeals() async throws {
    for hour in 1...12 as ClosedRange<UInt64> {
      try ada.add("hour \(hour)")
      try await ada.sync(store(), at: hour * ada.options.grace)
      if hour == 2 { try inner.damage(#require(try inner.names().first)) }
    }
    try await bob.sync(store())
    #expect(try ada.contents() == bob.contents())
    #expect(try inner.names().count < 8)
  }

  @Test func damageThatANewDeviceFindsHeals() async throws {
    try ada.add("secret")
    try await ada.sync(store(), at: 0)
    try inner.damage(#require(try inner.names().first))
    for time in 1...2 as ClosedRange<UInt64> { try await bob.sync(store(), at: time) }
    #expect(try bob.contents().isEmpty)
    for device in [ada, bob] { try await device.sync(store(), at: 3) }
    #expect(try ada.contents() == bob.contents())
  }

  /// The key, not the objects, is wrong.
  @Test func aDeviceThatLosesTheKeySendsNothingAgain() async throws {
    for hour in 1...8 as ClosedRange<UInt64> {
      try ada.add("hour \(hour)")
      try await ada.sync(store(), at: hour * ada.options.grace)
    }
    let report = try await ada.sync(store(0x66), at: 20 * ada.options.grace)
    #expect(report.uploaded.objects == 0)
    #expect(try await ada.sync(store(), at: 21 * ada.options.grace).uploaded.objects == 0)
  }

  /// A compaction reads the upload of its own run again. That it opens says nothing about the key.
  @Test func anUploadWithAnotherKeyMakesNoObjectDamaged() async throws {
    for word in ["one", "two", "three"] {
      try ada.add(word)
      try await ada.sync(store())
    }
    let known = Set(try ada.policy().objects.all().map(\.name))
    #expect(known.count == ada.options.fanOut - 1)
    try ada.add("four")
    let report = try await ada.sync(store(0x66))
    #expect(report.uploaded.objects == 1)
    #expect(Set(report.problems.map(\.name)) == known)
    #expect(try known.isSubset(of: ada.policy().objects.all().map(\.name)))
  }

  /// What an earlier run sealed with a wrong key opens with it, and says nothing about the key of the others.
  @Test func uploadsOfAnEarlierRunWithAnotherKeyMakeNoObjectDamaged() async throws {
    for word in ["one", "two"] {
      try ada.add(word)
      try await ada.sync(store())
    }
    let known = Set(try ada.policy().objects.all().map(\.name))
    #expect(known.count == ada.options.fanOut - 2)
    for word in ["three", "four"] {
      try ada.add(word)
      #expect(try await ada.sync(store(0x66)).uploaded.objects == 1)
    }
    #expect(try await ada.sync(store(0x66)).uploaded.objects == 0)
    #expect(try known.isSubset(of: ada.policy().objects.all().map(\.name)))
    // With the right key, what the wrong one sealed is sent again.
    for _ in 0..<3 { try await ada.sync(store()) }
    try await bob.sync(store())
    #expect(try ada.contents() == bob.contents())
  }

  /// The first key was wrong. The key that opens an object of another device takes its place.
  @Test func theKeyOfTheOthersIsTheRightOne() async throws {
    try ada.add("secret")
    try await ada.sync(store())
    let key = bob.policy().key(.keyProof)
    for (number, known) in [(UInt8(0x66), UInt8(0x66)), (0x55, 0x55), (0x66, 0x55)] {
      try await bob.sync(store(number))
      let proof = try #require(try bob.rows.value(of: key))
      for other in [0x55, 0x66] as [UInt8] {
        #expect(store(other).hasKey(of: proof) == (other == known))
      }
    }
  }

  /// A torn object cannot be opened, so no device sees that it is the beginning of a sealed one.
  @Test func anUploadThatWasTornEnds() async throws {
    try ada.add("secret")
    let run = try ada.run(store())
    while try !ada.hasSealed() { #expect(try run.advance() == nil) }
    let row = try #require(try ada.rows.rows(in: RowKey(.sealed)).first)
    let sealed = try SealedObject(bytes: row.value)
    let whole = Cipher(key: 0x55).seal(sealed.bytes, named: sealed.name)
    try inner.create(sealed.name, holding: Array(whole.dropLast(2)))
    #expect(try await ada.sync(store()).uploaded.objects == 1)
    try await bob.sync(store())
    #expect(try ada.contents() == bob.contents())
  }
}
