// SPDX-License-Identifier: MIT

import Testing

@testable import DecentSync

/// Compacting and deleting the objects of one document.
@Suite struct CompactorTests {
  private let rows = MemoryRows()
  private let compactor: Compactor<MemoryRows, LetterDocuments<MemoryRows>>
  private let note: DocumentID

  init() throws {
    var options = PolicyOptions()
    options.fanOut = 2
    options.compactionLimit = 100
    options.grace = 100
    let documents = LetterDocuments(rows: rows)
    compactor = Compactor(
      notices: Notices(rows, documents, of: RemoteName("folder"), options: options),
      options: options)
    note = try Bench.document()
    try documents.add("abc", to: note)
  }

  /// Takes in an object of this device with equal claims, and lists all that are known.
  ///
  /// - Parameters:
  ///   - size: The size of each claim. The object is compressed to one byte.
  ///   - count: The number of claims.
  @discardableResult
  private func put(
    _ text: String, _ number: Int, _ letters: String, size: Int = 1, count: Int = 1
  ) throws -> Listing {
    let name = try Bench.name(text)
    let device = try compactor.notices.identity.row().device
    var row = ObjectRow(
      size: 1, reference: SegmentReference(device: device, number: number, checksum: 7), level: 0,
      since: 0)
    row.isComplete = true
    row.isOurs = true
    try compactor.objects.set(row, of: name)
    let claim = ClaimRow(base: [], to: Array(letters.utf8), size: size)
    try compactor.claims.add(
      (0..<count).map { KnownClaim(document: note, name: name, place: $0, row: claim) }, of: note,
      compactor.documents.open(note))
    return try listing()
  }

  private func listing() throws -> Listing {
    Listing(try compactor.objects.all().map { ObjectInfo(name: $0.name, size: 1) })
  }

  @Test func enoughObjectsOfALevelAreCompacted() throws {
    #expect(try compactor.nextCompaction(in: put("1", 1, "a")).isEmpty)
    let listing = try put("2", 2, "b")
    #expect(try compactor.nextCompaction(in: listing) == ["1", "2"].map(Bench.name))
    #expect(try compactor.nextCompaction(in: Listing([])).isEmpty)
  }

  /// Joining stopped at an object that filled the limit almost alone, for good.
  @Test func anObjectThatFillsTheLimitHindersNoOther() throws {
    try put("1", 1, "a", size: 100)
    try put("2", 2, "b", size: 50)
    let listing = try put("3", 3, "c", size: 50)
    #expect(try compactor.nextCompaction(in: listing) == ["2", "3"].map(Bench.name))
  }

  /// Such objects were chosen in each run, although an object holds fewer claims of a document.
  @Test func objectsWithTooManyClaimsOfADocumentHinderNoOther() throws {
    let count = LogObject.mostClaimsOfDocument / 2 + 1
    try put("1", 1, "a", size: 0, count: count)
    try put("2", 2, "b", size: 0, count: count)
    let listing = try put("3", 3, "c", size: 0)
    #expect(try compactor.objects[Bench.name("2")]?.live == count)
    #expect(try compactor.nextCompaction(in: listing).isEmpty)
    #expect(
      try compactor.nextCompaction(in: put("4", 4, "c", size: 0)) == ["3", "4"].map(Bench.name))
  }

  @Test func objectsAreLeftOutOfACompaction() throws {
    try put("1", 1, "a")
    try put("2", 2, "b")
    let listing = try put("3", 3, "c")
    let (one, two) = (try Bench.name("1"), try Bench.name("2"))
    #expect(
      try compactor.nextCompaction(in: listing, besides: [one]) == ["2", "3"].map(Bench.name))
    #expect(try compactor.nextCompaction(in: listing, besides: [one, two]).isEmpty)
  }

  @Test func aSupersededObjectGoesOnceTheOtherHasPropagated() throws {
    try put("1", 1, "a")
    let listing = try put("2", 2, "ab")
    #expect(try compactor.deletable(in: listing, at: 99).isEmpty)
    #expect(try compactor.deletable(in: listing, at: 100) == [Bench.name("1")])
  }

  @Test func theSupersedingObjectIsReadBefore() throws {
    try put("1", 1, "a")
    let listing = try put("2", 2, "ab")
    let (one, two) = (try Bench.name("1"), try Bench.name("2"))
    func answer(_ readings: Readings) throws -> Deletion {
      try compactor.deletion(of: one, in: listing, at: 100, after: readings)
    }
    // The name of the object states no checksum, so that it is read itself first.
    #expect(try answer(Readings()) == .afterReading(one))
    #expect(try answer(Readings(good: [one])) == .afterReading(two))
    #expect(try answer(Readings(good: [one], bad: [two])) == .refused)
    #expect(try answer(Readings(good: [one, two])) == .allowed)
  }

  @Test func anObjectThatIsNotListedMakesNoneGo() throws {
    try put("1", 1, "a")
    var listing = try put("2", 2, "ab")
    listing[try Bench.name("2")] = nil
    #expect(try compactor.deletable(in: listing, at: 100).isEmpty)
    #expect(try !compactor.isSuperfluous(Bench.name("1"), in: listing))
    #expect(try compactor.isSuperfluous(Bench.name("1"), in: self.listing()))
  }

  @Test func aClaimThatLacksWhatItSaysIsFalse() throws {
    let news = Array("ab".utf8)
    let whole = Claim(document: note, base: [], news: news, delta: news)
    let lacking = Claim(document: note, base: [], news: news, delta: Array("a".utf8))
    #expect(try compactor.truth(of: whole) == .holds)
    #expect(try compactor.truth(of: lacking) == .fails)
  }
}
