// SPDX-License-Identifier: MIT

import NotesTestInputs
import Testing

@testable import DecentDocuments
@testable import DecentNotes
@testable import DecentSync

/// The cost of catching up for a library and for other processes that use it meanwhile.
@Suite struct LibraryCatchingUpTests {
  private let folder: TemporaryFolder
  private let store = MemoryStore()
  private let remote = RemoteName("cloud")

  init() throws {
    folder = try TemporaryFolder()
  }

  private func library(_ name: String) throws -> Library {
    try Library(openingOrCreating: folder.path(name))
  }

  @discardableResult
  private func sync(_ library: Library) async throws -> SyncReport {
    try await library.sync(with: store, as: remote)
  }

  /// Lets three devices change one note by turns.
  private func takeTurns(_ rounds: Int) async throws -> (NoteID, Library) {
    let libraries = try ["a", "b", "c"].map { try library($0) }
    let id = try libraries[0].add(NoteDraft(title: "Plan", text: "text"))
    for library in libraries { try await sync(library) }
    for round in 0..<rounds {
      for library in libraries {
        try await sync(library)
        try library.edit(id) { $0.text.append(" \(round)") }
        try await sync(library)
      }
    }
    try await sync(libraries[0])
    return (id, libraries[0])
  }

  /// A first sync used to take 43 seconds of processor time. It tried waiting claims again and
  /// again, each time in a transaction of its own.
  @Test(arguments: [8, 24]) func aFirstSyncCostsInProportionToTheObjects(rounds: Int) async throws {
    let (id, author) = try await takeTurns(rounds)
    let newcomer = try library("new")
    let before = newcomer.workOfSync.transactions
    let report = try await sync(newcomer)
    #expect(report.isComplete)
    #expect(report.downloaded.objects <= 40)
    #expect(try newcomer.note(id) == author.note(id))
    // Each object takes a transaction to note it and one to close it. The rest of a run does not
    // depend on the objects.
    #expect(newcomer.workOfSync.transactions - before <= report.downloaded.objects * 2 + 16)
  }

  /// Writers used to wait up to 20 seconds.
  @Test(arguments: [100, 400]) func noTransactionGrowsWithWhatIsTakenIn(notes: Int) async throws {
    let author = try library("a")
    for number in 0..<notes { _ = try author.add(NoteDraft(title: "\(number)", text: "text")) }
    try await sync(author)
    let newcomer = try library("new")
    #expect(try await sync(newcomer).isComplete)
    #expect(try newcomer.summaries().count == notes)
    let most = newcomer.workOfSync.mostStatements
    #expect(most < 64 * 40, "\(most)")
  }

  /// A device that has another remote puts off all documents at once.
  @Test func whatIsPutOffIsNotedInShortTransactions() async throws {
    let author = try library("a")
    for number in 0..<200 { _ = try author.add(NoteDraft(title: "\(number)")) }
    try await sync(author)
    let newcomer = try library("new")
    try await sync(newcomer)
    let policy = try newcomer.policy(for: RemoteName("stick"))
    try policy.open()
    let before = newcomer.workOfSync
    #expect(try policy.postpone().count == 200)
    #expect(newcomer.workOfSync.transactions - before.transactions == 4)
    #expect(newcomer.workOfSync.statements < policy.options.batchDocuments * 12)
  }

  /// The digest of all documents used to be computed while no other process could write.
  @Test func anAcknowledgementIsWorkedOutWhileOthersMayWrite() throws {
    let author = try library("a")
    for number in 0..<50 { _ = try author.add(NoteDraft(title: "\(number)")) }
    let policy = try author.policy(for: remote)
    try policy.open()
    let end = SyncEnd(pending: [], acknowledges: true, lastAcknowledgement: 0)
    var documents: Set<DocumentID> = []
    while let sealed = try policy.nextSealed(forOthers: false, besides: &documents) {
      try policy.confirm(sealed, at: 1)
    }
    let conclusion = try policy.conclude(end, at: 1)
    #expect(conclusion.acknowledgement?.digest != nil)
    #expect(author.workOfSync.statements < 20)
  }

  @Test func whatOthersWroteMeanwhileMakesAnAcknowledgementWait() async throws {
    let author = try library("a")
    _ = try author.add(NoteDraft(title: "Plan"))
    try await sync(author)
    let other = try Library(opening: author.folder)
    let version = try author.connection.outsideVersion()
    _ = try author.add(NoteDraft(title: "Of our own"))
    #expect(try author.connection.outsideVersion() == version)
    _ = try other.add(NoteDraft(title: "Of another"))
    #expect(try author.connection.outsideVersion() != version)
  }

  @Test func aRowIsReadAloneWhateverFollows() throws {
    let library = try library("a")
    for number in 0..<5 { _ = try library.add(NoteDraft(title: "\(number)")) }
    var rows = 0
    _ = try library.database.row("SELECT key FROM documents") { _ in rows += 1 }
    #expect(rows == 1)
  }
}
