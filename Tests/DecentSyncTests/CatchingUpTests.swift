// SPDX-License-Identifier: MIT

import Testing

@testable import DecentSync

/// A device that has missed much takes it in at a cost in proportion to it.
@Suite struct CatchingUpTests {
  private let remote = RemoteName("folder")

  /// Devices edit one document by turns.
  private func takeTurns(_ rounds: Int, devices count: Int = 3) throws -> (MemoryStore, Device) {
    let store = MemoryStore()
    let devices = (1...count).map { Device(author: UInt64($0)) }
    for round in 0..<rounds {
      for device in devices {
        try device.sync(store)
        try device.add("word \(round) of \(device.author)")
        try device.sync(store)
      }
    }
    try devices[0].sync(store)
    return (store, devices[0])
  }

  private func catchUp(
    _ journal: MemoryJournal<WordList>, with store: MemoryStore
  ) throws -> (SyncReport, CountingJournal) {
    let counting = CountingJournal(journal)
    return (try counting.sync(with: store, as: remote), counting)
  }

  @Test(arguments: [20, 80]) func eachSegmentIsTakenInOnceAndManyTogether(rounds: Int) throws {
    let (store, author) = try takeTurns(rounds)
    let newcomer = Device(author: 9)
    let (report, counts) = try catchUp(newcomer.journal, with: store)
    #expect(report.isComplete)
    #expect(newcomer.words() == author.words())
    #expect(counts.deliveries.count == 3 * rounds)
    #expect(counts.deliveries.values.allSatisfy { $0 == 1 })
    #expect(counts.batches <= 3 * rounds / SyncOptions().batchChanges + 2)
  }

  @Test func namesThatSayNothingCostNoMore() throws {
    let (store, author) = try takeTurns(20)
    for (place, name) in try store.names().shuffled().enumerated() {
      let bytes = try store.read(name)
      try store.delete(name)
      try store.create(try #require(ObjectName("log/renamed \(place)")), holding: bytes)
    }
    let newcomer = Device(author: 9)
    let (report, counts) = try catchUp(newcomer.journal, with: store)
    #expect(report.isComplete)
    #expect(newcomer.words() == author.words())
    #expect(counts.deliveries.values.allSatisfy { $0 == 1 })
  }

  /// A part of history is lost and was sent again under another name: what builds on the lost
  /// object waits for nothing.
  @Test func whatBuildsOnALostObjectIsTakenInAfterItsRepair() throws {
    let (store, author) = try takeTurns(20)
    try store.delete(try store.names()[30])
    for _ in 0..<2 { try author.sync(store) }
    #expect(try store.names().count == 60)
    let newcomer = Device(author: 9)
    let (report, counts) = try catchUp(newcomer.journal, with: store)
    #expect(report.isComplete)
    #expect(newcomer.words() == author.words())
    #expect(counts.deliveries.values.allSatisfy { $0 <= 2 })
  }

  @Test func whatBuildsOnALostObjectIsTriedAgainOnlyIfItsDocumentChanged() throws {
    let (store, _) = try takeTurns(20)
    try store.delete(try #require(try store.names().first))
    let newcomer = Device(author: 9)
    let (report, counts) = try catchUp(newcomer.journal, with: store)
    // The author of the lost one wrote 19 more.
    #expect(report.problems.count == 19)
    #expect(counts.deliveries.values.allSatisfy { $0 <= 2 })
    #expect(newcomer.words().count == 40)
  }

  private func isComplete(_ journal: MemoryJournal<WordList>) -> [Bool] {
    journal.knownObjects(of: remote).filter { !$0.isAcknowledgement }.map(\.isComplete)
  }

  @Test func aLongSegmentIsTakenInInParts() throws {
    let store = MemoryStore()
    let author = Device(author: 1)
    for note in 0..<10 { try author.add("word", to: "note/\(note)") }
    _ = try author.journal.sync(with: store, as: remote)
    #expect(try store.names().count == 1)
    let newcomer = CountingJournal(Device(author: 9).journal)
    let report = try newcomer.sync(with: store, as: remote, options: SyncOptions(batchChanges: 3))
    #expect(report.isComplete)
    #expect(report.downloaded.objects == 1)
    #expect(newcomer.batches == 4)
    #expect(newcomer.mostChanges == 3)
    #expect(newcomer.journal.documents == author.journal.documents)
    #expect(isComplete(newcomer.journal) == [true])
  }

  /// The run ends between two parts: the object is not known as a whole.
  @Test func halfASegmentIsReadAgain() throws {
    let store = MemoryStore()
    let author = Device(author: 1)
    for note in 0..<10 { try author.add("word", to: "note/\(note)") }
    _ = try author.journal.sync(with: store, as: remote)
    let journal = Device(author: 9).journal
    var run = try SyncRun(journal, with: store, as: remote, options: SyncOptions(batchChanges: 3))
    while journal.documents.count < 6 { #expect(try run.step() == nil) }
    #expect(isComplete(journal) == [false])
    #expect(try journal.sync(with: store, as: remote).isComplete)
    #expect(journal.documents == author.journal.documents)
    #expect(isComplete(journal) == [true])
  }
}
