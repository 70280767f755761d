// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicationLaws
import Testing

@testable import DecentSync

/// Objects that no device wrote. They stop no run and keep no other object from arriving.
@Suite struct HostileObjectTests {
  private let store = MemoryStore()
  private let ada = Device(author: 1)
  private let bob = Device(author: 2)

  init() async throws {
    for text in ["note", "set"] { try ada.add("fine", to: text) }
    try await ada.sync(store)
  }

  /// Checks that the devices exchange their edits, whatever else the store holds, and that a new
  /// device gets them all.
  private func checkExchange() async throws {
    for device in [bob, ada] { _ = try await device.sync(store) }
    try bob.add("reply")
    for _ in 0..<2 {
      for device in [bob, ada] { #expect(try await device.sync(store).stopped == nil) }
    }
    let note = try #require(DocumentID("note"))
    let newcomer = Device(author: 3)
    _ = try await newcomer.sync(store)
    for device in [ada, bob, newcomer] {
      #expect(try device.words().isSuperset(of: ["fine", "reply"]))
      #expect(try device.contents()[note] == ada.contents()[note])
      #expect(try device.words(of: "set") == ["fine"])
      #expect(try device.faults() == [])
      try device.policy().checkRows()
    }
  }

  private func create(_ bytes: [UInt8], as text: String) throws {
    try store.create(try #require(ObjectName("log/\(text)")), holding: bytes)
  }

  /// Seals an object of an unknown device.
  private func seal(_ claims: [Claim], device: UInt128 = 66, number: Int = 1, level: Int = 0) throws
  {
    let sealed = SealedObject(
      sealing: LogObject(
        device: DeviceID(rawValue: device), number: number, level: level, taken: [],
        claims: claims))
    try store.create(sealed.name, holding: sealed.bytes)
  }

  private func claims() throws -> [Claim] {
    try store.objects().flatMap(\.object.claims)
  }

  /// What is refused once is named in each run, and not read again.
  private func checkRefusal(_ bytes: [UInt8], as text: String) async throws {
    let counting = CountingStore()
    let name = try #require(ObjectName(text))
    try await ada.sync(counting)
    try counting.create(name, holding: bytes)
    for run in 0..<3 {
      let before = counting.counts.reads
      let report = try await bob.sync(counting)
      #expect(report.problems == [SyncProblem(name: name, reason: .refused)])
      #expect(report.notTakenIn == [])
      if run > 0 { #expect(counting.counts.reads == before) }
    }
    #expect(try bob.policy().objects.pendingRows().map(\.object.fault) == [.refused])
  }

  /// A few bytes that unpack to many claims.
  @Test func moreClaimsThanAnObjectHolds() async throws {
    let note = try #require(DocumentID("note"))
    let claims = (0...LogObject.mostClaims).map { number in
      Claim(document: note, base: [], news: [UInt8(number & 255)], delta: [])
    }
    let sealed = SealedObject(
      sealing: LogObject(
        device: DeviceID(rawValue: 66), number: 1, level: 0, taken: [], claims: claims))
    try await checkRefusal(sealed.bytes, as: sealed.name.text)
  }

  @Test func moreRetiredDevicesThanACardHolds() async throws {
    let card = DeviceCard(
      device: DeviceID(rawValue: 66), number: 1, deviceName: "x",
      retired: (1...20_000).map { DeviceID(rawValue: UInt128($0) << 64) })
    try await checkRefusal(card.encoded(), as: card.name.text)
    #expect(try bob.policy().retired() == [])
  }

  /// Cards of invented devices leave room for the retirements of real ones.
  @Test func retirementsOfManyCards() async throws {
    let store = MemoryStore()
    for device in [ada, bob] { try await device.sync(store) }
    try ada.add("here")
    try await ada.sync(store)
    let invented = (1...1000).map { DeviceID(rawValue: UInt128($0) << 64) }
    for writer in 1...3 as ClosedRange<UInt128> {
      let retired = writer < 3 ? invented.map { DeviceID(rawValue: $0.rawValue + writer) } : []
      let card = DeviceCard(
        device: DeviceID(rawValue: 66 + writer), number: 1, deviceName: "x",
        retired: (retired + [try ada.id()]).sorted())
      try store.create(card.name, holding: card.encoded())
      try await bob.sync(store)
      let real = try ada.id()
      let strange = try bob.policy().retired().count { $0 != real }
      #expect(strange > 500 && strange <= DeviceCard.mostRetired / 2, "card of \(writer)")
    }
    #expect(try bob.policy().retired().contains(ada.id()))
    try bob.policy().retire(DeviceID(rawValue: 67))
    let last = AcknowledgementDraft.interval
    try await bob.sync(store, at: last)
    let newcomer = Device(author: 3)
    #expect(try await newcomer.sync(store, at: last).problems == [])
    let retired = try newcomer.policy().retired()
    let reals = [try ada.id(), DeviceID(rawValue: 67)]
    #expect(retired.count { reals.contains($0) } == 2)
  }

  @Test func moreClaimsOfADocumentThanAnObjectHolds() async throws {
    let claim = try #require(try claims().first)
    let claims = Array(repeatElement(claim, count: LogObject.mostClaimsOfDocument))
    #expect(LogObject.mayHold(claims))
    let sealed = SealedObject(
      sealing: LogObject(
        device: DeviceID(rawValue: 66), number: 1, level: 1, taken: [], claims: claims + [claim]))
    try await checkRefusal(sealed.bytes, as: sealed.name.text)
  }

  @Test func moreCompactionsThanAnObjectLists() async throws {
    let taken = (0...LogObject.mostTaken).map {
      SegmentReference(device: DeviceID(rawValue: 7), number: $0 + 1, checksum: 0)
    }
    let sealed = SealedObject(
      sealing: LogObject(
        device: DeviceID(rawValue: 66), number: 1, level: 0, taken: taken, claims: []))
    try await checkRefusal(sealed.bytes, as: sealed.name.text)
  }

  /// Its writer may have erred: the bytes are as they were written, and hold the only copy of an edit.
  @Test func whatARefusedObjectHeldIsSentAgain() async throws {
    let name = try #require(try store.objects().first).name
    try store.delete(name)
    var payload = ByteWriter()
    payload.write(0)
    try store.create(name, holding: Frame.seal(payload, as: LogObject.frameKind))
    for day in 1...4 as ClosedRange<UInt64> {
      for device in [bob, ada] {
        try await device.sync(store, at: day * AcknowledgementDraft.interval)
      }
    }
    #expect(try bob.words().contains("fine"))
    #expect(try bob.words(of: "set").contains("fine"))
    #expect(
      try bob.policy().objects.pendingRows().map(\.object.fault).allSatisfy { $0 == .refused })
  }

  @Test func randomBytes() async throws {
    var random = SeededGenerator(seed: RunSettings().seed ?? 11)
    for place in 0..<30 {
      let bytes = (0..<random.below(200)).map { _ in UInt8(random.below(256)) }
      try create(bytes, as: "\(DeviceID(rawValue: UInt128(place)))-\(place)")
    }
    try await checkExchange()
  }

  /// The checksum is right, so that the decoder reads the bytes.
  @Test func soundFramesOfRandomPayloads() async throws {
    var random = SeededGenerator(seed: RunSettings().seed ?? 12)
    // Not the compressed form: the frame within has a checksum of its own.
    let whole = try #require(try store.objects().first).object.encoded()
    var read = 0
    for place in 0..<200 {
      var payload = ByteWriter()
      for _ in 0..<random.below(60) { payload.write(UInt8(random.below(256))) }
      let bytes = Frame.seal(payload, as: LogObject.frameKind)
      _ = try? SealedObject(bytes: bytes)
      if place < 20 { try create(bytes, as: "random \(place)") }
      var turned = Array(whole.dropLast(4))
      turned[random.below(turned.count)] ^= UInt8(1 << random.below(8))
      var resealed = ByteWriter()
      resealed.write(contentsOf: turned)
      resealed.writeFixed(CRC32C.checksum(of: turned))
      if (try? SealedObject(bytes: resealed.bytes)) != nil { read += 1 }
    }
    #expect(read > 0, "no change was read, so nothing was tried")
    try await checkExchange()
  }

  /// A whole frame of a kind unknown to this version, under the name of an object. It used to be
  /// called damaged, and its writer sent it again for ever.
  @Test func whatALaterVersionWroteIsNotCalledDamaged() async throws {
    let later = Frame.seal(ByteWriter(), as: FrameKind(code: 999, name: "of a later version"))
    try store.create(
      SegmentReference(device: ada.id(), number: 7, checksum: 0).name(ofLevel: 0), holding: later)
    for time in 1...3 as ClosedRange<UInt64> {
      let report = try await bob.sync(store, at: time * AcknowledgementDraft.interval)
      #expect(report.problems.count == 1)
    }
    #expect(try bob.policy().objects.pendingRows().map(\.object.fault) == [.newer])
    #expect(try store.acknowledgements().allSatisfy { $0.unreadable.isEmpty })
    try await checkExchange()
  }

  @Test func claimsThatLieAboutWhatTheyLeadTo() async throws {
    let (note, set) = (try #require(claims().first), try #require(claims().last))
    let lies = [
      // The delta of one document with the version of another.
      Claim(document: note.document, base: [], news: set.news, delta: note.delta),
      Claim(document: set.document, base: [], news: note.news, delta: set.delta),
      Claim(document: note.document, base: note.news, news: note.news, delta: []),
      Claim(document: note.document, base: [], news: [], delta: set.delta),
      Claim(document: note.document, base: [255], news: [255], delta: [255]),
    ]
    for (place, lie) in lies.enumerated() { try seal([lie], number: place + 1, level: 60) }
    try seal(lies, number: 10, level: 63)
    try await checkExchange()
  }

  /// The version is that of the writer, but the delta lacks a part of the edits up to it.
  @Test func aCompactionThatLacksAnEvent() async throws {
    let elsewhere = MemoryStore()
    let carol = Device(author: 4)
    try await carol.sync(store)
    try carol.add("one")
    try await carol.sync(elsewhere)
    let part = try #require(
      try elsewhere.objects().flatMap(\.object.claims).first { $0.document.text == "note" })
    try carol.add("two")
    try await carol.sync(elsewhere)
    let document = part.document
    let whole = try #require(try carol.documents.open(document).change(since: [], touching: nil))
    try seal([Claim(document: document, base: [], news: whole.news, delta: part.delta)], level: 5)
    _ = try await bob.sync(store)
    #expect(try bob.policy().objects.all().contains { $0.row.level == 5 && !$0.row.isComplete })
    try await checkExchange()
    // It causes no deletion.
    #expect(try store.objects().contains { $0.object.level == 0 })
  }

  @Test func oneDocumentManyTimes() async throws {
    let claim = try #require(try claims().first)
    try seal(Array(repeating: claim, count: 300), level: 1)
    try await checkExchange()
  }

  @Test func documentsThatNobodyKnows() async throws {
    let documents = try (0..<50).map { try #require(DocumentID("set/unknown/\($0)")) }
    try seal(documents.map { Claim(document: $0, base: [1], news: [2], delta: [3]) })
    try await checkExchange()
  }

  @Test func countsBeyondAllMeasure() async throws {
    for count in [UInt64(1) << 20, 1 << 40, .max] {
      var payload = ByteWriter()
      payload.writeVarint(0)
      payload.writeVarint(1)
      payload.writeVarint(0)
      payload.writeVarint(0)
      payload.writeVarint(count)
      let bytes = Frame.seal(payload, as: LogObject.frameKind)
      #expect(throws: DecodingFailure.self) { try SealedObject(bytes: bytes) }
      try create(bytes, as: "count \(count)")
    }
    try await checkExchange()
  }

  /// A device that finds a foreign object under its own id takes another id.
  @Test func objectsInTheNameOfOthers() async throws {
    let claim = try #require(try claims().first)
    let ids: [UInt128] = [try ada.id().rawValue, 77]
    for id in ids {
      for number in [1, 2, 1 << 40, SegmentReference.maximumNumber] {
        let sealed = SealedObject(
          sealing: LogObject(
            device: DeviceID(rawValue: id), number: number, level: 9, taken: [], claims: [claim]))
        try create(sealed.bytes, as: "forged \(id) \(number)")
      }
    }
    try await checkExchange()
    #expect(try !ids.contains(ada.id().rawValue))
  }
}
