// SPDX-License-Identifier: MIT

import BinaryCoding
import Testing

@testable import DecentSync

/// Situations that a folder brings about by itself.
@Suite struct SyncRunTests {
  private let store = CountingStore()
  private let ada = Device(author: 1)
  private let bob = Device(author: 2)

  /// Lets Ada and Bob write a word each and exchange them.
  private func meet() async throws {
    try ada.add("alpha")
    try await ada.sync(store)
    try bob.add("beta")
    try await bob.sync(store)
    try await ada.sync(store)
    #expect(try ada.words() == ["alpha", "beta"])
    #expect(try bob.words() == ["alpha", "beta"])
  }

  private func checkIdle(_ devices: Device...) async throws {
    for device in devices {
      let before = store.counts
      let report = try await device.sync(store)
      #expect(report == SyncReport())
      #expect(store.counts == before.adding(lists: 1))
    }
  }

  @Test func carriesEditsBothWays() async throws {
    try ada.add("alpha", to: "note/1")
    try ada.add("index")
    let first = try await ada.sync(store)
    #expect(first.uploaded.objects == 1)
    #expect(first.uploaded.bytes == (try store.list(prefix: "")).map(\.size).reduce(0, +))
    try bob.add("beta", to: "note/1")
    let second = try await bob.sync(store)
    #expect(second.downloaded == first.uploaded)
    #expect(second.changedDocuments.map(\.text).sorted() == ["note", "note/1"])
    #expect(second.uploaded.objects == 1)
    let third = try await ada.sync(store)
    #expect(third.changedDocuments.map(\.text) == ["note/1"])
    #expect(try ada.words(of: "note/1") == ["alpha", "beta"])
    #expect(try ada.contents() == bob.contents())
    try await checkIdle(ada, bob)
  }

  @Test func doesNothingTheSecondTime() async throws {
    try await checkIdle(ada)
    try await meet()
    try await checkIdle(ada, bob, ada)
  }

  @Test func uploadsOnlyWhatIsNew() async throws {
    try ada.add(String(repeating: "long ", count: 1000))
    try await ada.sync(store)
    try ada.add("x")
    #expect(try await ada.sync(store).uploaded.bytes < 300)
  }

  @Test func splitsWhatIsLong() async throws {
    for number in 0..<20 { try ada.add("a word of note \(number)", to: "note/\(number)") }
    #expect(try await ada.sync(store).uploaded.objects > 5)
    #expect(try await bob.sync(store).changedDocuments.count == 20)
    try await checkIdle(ada, bob)
  }

  @Test func muchThatIsSentAtOnceNeedsFewObjects() async throws {
    for number in 0..<20 { try ada.add("a word of note \(number)", to: "note/\(number)") }
    ada.options.mostDoublings = 10
    #expect(try await ada.sync(store).uploaded.objects <= 5)
    #expect(try await bob.sync(store).changedDocuments.count == 20)
    try await checkIdle(ada, bob)
  }

  /// A first sync sends 64 KiB of claims, then twice as much with each object, up to 1 MiB. Each
  /// object ends with the document that fills it.
  @Test func objectsOfARunDoubleUpToALimit() async throws {
    let usual = PolicyOptions()
    (ada.options.objectLimit, ada.options.mostDoublings) = (usual.objectLimit, usual.mostDoublings)
    let word = String(repeating: "w", count: 4000)
    for number in 0..<900 { try ada.add(word, to: "note/\(number)") }
    try await ada.sync(store)
    let objects = try store.objects().map(\.object).sorted { $0.number < $1.number }
    let largest = try #require(objects.flatMap(\.claims).map(\.size).max())
    let sizes = objects.map { object in object.claims.reduce(0) { $0 + $1.size } }
    let limits = [64, 128, 256, 512, 1024, 1024].map { $0 << 10 }
    #expect(objects.count == limits.count + 1, "\(sizes)")
    for (size, limit) in zip(sizes, limits) {
      #expect((limit..<limit + largest).contains(size), "\(sizes)")
    }
    #expect(objects.reduce(0) { $0 + $1.claims.count } == 900)
    #expect(try await bob.sync(store).changedDocuments.count == 900)
  }

  @Test func keepsWhatIsEditedAfterTheSealing() async throws {
    try ada.add("alpha")
    let run = try ada.run(store)
    while try !ada.hasSealed() { #expect(try run.advance() == nil) }
    try ada.add("afterthought")
    try await ada.sync(store)
    try await bob.sync(store)
    #expect(try bob.words() == ["alpha", "afterthought"])
  }

  @Test func healsAnEmptiedFolder() async throws {
    try await meet()
    try store.removeAll()
    let report = try await bob.sync(store)
    #expect(report.uploaded.objects == 1)
    #expect(try bob.words() == ["alpha", "beta"])
    #expect(try await ada.sync(store).uploaded.objects == 1)
    for device in [bob, ada, bob] { try await device.sync(store) }
    let newcomer = Device(author: 3)
    try await newcomer.sync(store)
    #expect(try newcomer.words() == ["alpha", "beta"])
    try await checkIdle(ada, bob, newcomer)
  }

  /// The author and its first object are gone for good. Another device must make the later
  /// objects readable.
  @Test func healsTheLossOfAnEarlyObject() async throws {
    try ada.add("alpha")
    try await ada.sync(store)
    try await bob.sync(store)
    try ada.add("later")
    try await ada.sync(store)
    try store.delete(try #require(try store.names().first))
    let newcomer = Device(author: 3)
    let report = try await newcomer.sync(store)
    #expect(try newcomer.words() == [])
    #expect(report.problems.count == 1)
    #expect(report.problems.first?.description.contains("are not here yet") == true)
    for _ in 0..<2 { try await bob.sync(store) }
    try await newcomer.sync(store)
    #expect(try newcomer.words() == ["alpha", "later"])
    try await checkIdle(newcomer, bob)
  }

  @Test func readsHistoryInWhateverOrder() async throws {
    for word in ["one", "two", "three", "four"] {
      try ada.add(word)
      try await ada.sync(store)
    }
    let names = try store.names()
    for (place, name) in zip("dcba", names) {
      let bytes = try store.read(name)
      try store.delete(name)
      try store.create(try #require(ObjectName("log/renamed \(place)")), holding: bytes)
    }
    let report = try await bob.sync(store)
    #expect(report.problems.isEmpty)
    #expect(report.uploaded.objects == 0)
    #expect(try bob.words() == ["one", "two", "three", "four"])
    try await checkIdle(bob)
  }

  @Test func takesARenamedCopyForTheOriginal() async throws {
    try await meet()
    let name = try #require(try store.names().first)
    let copy = try #require(ObjectName("\(name) (conflicted copy)"))
    try store.create(copy, holding: store.read(name))
    for device in [ada, bob] {
      let report = try await device.sync(store)
      #expect(report.changedDocuments.isEmpty)
      #expect(report.uploaded.objects == 0)
      #expect(!report.tookNewDeviceID)
    }
    try store.delete(name)
    #expect(try await ada.sync(store).uploaded.objects == 0)
    let newcomer = Device(author: 3)
    try await newcomer.sync(store)
    #expect(try newcomer.words() == ["alpha", "beta"])
  }

  @Test(arguments: [0, 1, 20, 40]) func passesOverATornObject(count: Int) async throws {
    try await meet()
    try ada.add("again")
    try await ada.sync(store)
    let torn = try #require(try store.names().first)
    try store.truncate(torn, to: count)
    try store.create(try #require(ObjectName("log/README.txt")), holding: Array("Hello".utf8))
    let newcomer = Device(author: 3)
    let report = try await newcomer.sync(store)
    let readme = try #require(ObjectName("log/README.txt"))
    #expect(report.problems.prefix(2).map(\.name) == [readme, torn])
    #expect(report.problems[0].reason == .unreadable(.foreign(expected: "an object of the log")))
    // Claims that build on the torn object wait for its repair.
    #expect(try newcomer.words() == [])
    for _ in 0..<2 { try await bob.sync(store) }
    try await newcomer.sync(store)
    #expect(try newcomer.words() == ["alpha", "beta", "again"])
    #expect(try await newcomer.sync(store).uploaded.objects == 0)
    #expect(try await ada.sync(store).uploaded.objects == 0)
  }

  @Test func refusesAnObjectBeyondAnySize() async throws {
    try ada.add("alpha")
    try await ada.sync(store)
    let report = try await bob.sync(store, options: SyncOptions(objectLimit: 10))
    let object = try #require(try store.list(prefix: "").first { !$0.name.text.contains("-ack-") })
    #expect(
      report.problems == [SyncProblem(name: object.name, reason: .tooLarge(size: object.size))])
  }

  /// The readable documents of a partly unreadable object arrive.
  @Test func holdsBackSingleChanges() async throws {
    let bad = try #require(DocumentID("bad"))
    let other = Device(author: 3)
    let elsewhere = MemoryStore()
    try other.add("fine", to: "good")
    try await other.sync(elsewhere)
    let good = try #require(try elsewhere.objects().first?.object.claims.first)
    let sealed = SealedObject(
      sealing: LogObject(
        device: DeviceID(rawValue: 99), number: 1, level: 0, taken: [],
        claims: [Claim(document: bad, base: [], news: [0xff], delta: [0xff]), good]))
    try store.create(sealed.name, holding: sealed.bytes)
    for _ in 0..<2 {
      let report = try await ada.sync(store)
      #expect(report.problems.map(\.name) == [sealed.name])
      guard case .held(let held) = report.problems.first?.reason else {
        Issue.record("\(report.problems)")
        return
      }
      #expect(held.map(\.document) == [bad])
      #expect(held.allSatisfy { $0.reason != .missingHistory })
      #expect(report.uploaded.objects == 0)
      #expect(try ada.words(of: "good") == ["fine"])
    }
  }

  /// No program writes an earlier format into an object of this one. An update would not help.
  @Test func aChangeOfAnEarlierFormatIsUnusable() async throws {
    let other = Device(author: 3)
    let elsewhere = MemoryStore()
    try other.add("old")
    try await other.sync(elsewhere)
    let claim = try #require(try elsewhere.objects().first?.object.claims.first)
    var writer = ByteWriter()
    writer.write(contentsOf: claim.delta[..<4] + [6] + claim.delta[5..<(claim.delta.count - 4)])
    writer.writeFixed(CRC32C.checksum(of: writer.bytes))
    let older = Claim(
      document: claim.document, base: claim.base, news: claim.news, delta: writer.bytes)
    let sealed = SealedObject(
      sealing: LogObject(
        device: DeviceID(rawValue: 99), number: 1, level: 0, taken: [], claims: [older]))
    try store.create(sealed.name, holding: sealed.bytes)
    let report = try await ada.sync(store)
    guard case .held(let held) = report.problems.first?.reason else {
      Issue.record("\(report.problems)")
      return
    }
    #expect(held.map(\.reason) == [.unreadable(.older(found: 6, supported: Frame.version))])
    #expect(try ada.policy().objects.pendingRows().map(\.object.fault) == [.unusable])
  }

  /// The torn name is given up. The object there is deleted once its claims are surely elsewhere.
  @Test func givesTheNameOfATornUploadUp() async throws {
    try ada.add("alpha")
    let run = try ada.run(store)
    while try !ada.hasSealed() { #expect(try run.advance() == nil) }
    var documents: Set<DocumentID> = []
    let sealed = try #require(try ada.policy().nextSealed(forOthers: true, besides: &documents))
    let torn = Array(sealed.bytes.prefix(30))
    try store.create(sealed.name, holding: torn)
    let report = try await ada.sync(store)
    #expect(report.uploaded.objects == 1)
    #expect(!report.tookNewDeviceID)
    #expect(try store.read(sealed.name) == torn)
    #expect(try store.objects().map(\.object.number) == [2])
    try await ada.sync(store, at: ada.options.grace)
    #expect(try !store.names().contains(sealed.name))
    #expect(try store.objects().map(\.object.number) == [2])
    try await checkIdle(ada)
  }

  /// Half an upload is no success, even if the store says so.
  @Test func countsOnlyWhatReadsBack() async throws {
    try ada.add("alpha")
    let tearing = AlteringStore(store, create: { Array($0.prefix(40)) })
    let report = try await ada.sync(tearing)
    let name = try #require(try store.names().first)
    #expect(report.problems == [SyncProblem(name: name, reason: .notAsWritten)])
    #expect(report.uploaded.objects == 0)
    #expect(try await ada.sync(store).uploaded.objects == 1)
    try await ada.sync(store, at: ada.options.grace)
    try await checkIdle(ada)
  }

  @Test func stopsWhenTheStoreFails() async throws {
    let gone = FolderStore(path: "/nowhere/at/all")
    try ada.add("alpha")
    let report = try await ada.sync(gone)
    #expect(report.stopped?.kind == .needsUser)
    #expect(!report.isComplete)
    #expect(try await ada.sync(store).uploaded.objects == 1)
  }

  @Test func uploadsToEveryRemoteWhatItLacks() async throws {
    let second = MemoryStore()
    try ada.add("alpha")
    try await ada.sync(store)
    try await ada.sync(second, as: "stick")
    try await bob.sync(store)
    try bob.add("beta")
    try await bob.sync(store)
    try await ada.sync(store)
    #expect(try await ada.sync(second, as: "stick").postponed.map(\.text) == ["note"])
    #expect(try await ada.sync(second, as: "stick").uploaded.objects == 1)
    let newcomer = Device(author: 3)
    try await newcomer.sync(second)
    #expect(try newcomer.words() == ["alpha", "beta"])
  }
}
