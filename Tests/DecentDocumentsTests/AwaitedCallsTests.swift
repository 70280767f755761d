// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import TestInputs
import Testing

@testable import DecentDocuments

/// Calls that do not block their thread.
@MainActor @Suite(.ends) struct AwaitedCallsTests {
  private let folder: TemporaryFolder
  private let library: DocumentLibrary
  private let recipes: DocumentCollection<Recipe>

  init() throws {
    folder = try TemporaryFolder()
    library = try folder.library()
    recipes = try library.collection(indexedBy: Titles())
  }

  @Test func allOfThemDoAsThoseThatBlock() async throws {
    let id = try await recipes.add(Recipe(title: "Bread"))
    #expect(try await recipes.ids() == [id])
    #expect(try await recipes.exists(id))
    let length = try await recipes.edit(id) { recipe in
      recipe.method.append("Bake.")
      return recipe.method.count
    }
    #expect(length == 5)
    var draft = try #require(try await recipes.document(of: id))
    draft.tags.insert("quick")
    try await recipes.merge(draft, into: id)
    #expect(try await recipes.document(of: id)?.tags.contains("quick") == true)
    #expect(try await library.rows("SELECT title FROM titles") { try $0.text(at: 0) } == ["Bread"])
    try library.makeTables(named: "visits", steps: ["CREATE TABLE visits (place TEXT NOT NULL)"])
    try await library.run("INSERT INTO visits VALUES (?)", .text("shop"))
    let count = try await library.reading { [library] in
      try library.rows("SELECT place FROM visits") { try $0.text(at: 0) }.count
    }
    #expect(count == 1)
    let undoable = recipes.recordingSteps()
    try await undoable.edit(id) { $0.title.value = "Rolls" }
    #expect(try await undoable.canUndo(id))
    #expect(try await !undoable.canRedo(id))
    #expect(try await undoable.undo(id).changed == ["title"])
    #expect(try await undoable.canRedo(id))
    try await undoable.redo(id)
    #expect(try await recipes.document(of: id)?.title.value == "Rolls")
    let revision = try await library.revision()
    let prepared = try await recipes.draft(editing: id) { $0.tags.insert("soft") }
    #expect(try await prepared?.commit() == true)
    let added = try await recipes.draft(adding: Recipe(title: "Jam"))
    #expect(try await recipes.commit([added]) == [true])
    #expect(try await recipes.changes(after: revision).documents.map(\.id) == [id, added.id])
    #expect(try await recipes.lastSender(of: id) == nil)
    try await recipes.dropDeleted(in: id)
    #expect(try await recipes.isUpToDate(Methods()) == false)
    #expect(try await recipes.catchUp(Methods()))
    #expect(try await library.status(of: RemoteName("cloud")).waiting.count > 1)
    #expect(try await library.devices().count < 2)
    await #expect(throws: RetirementFailure.self) {
      try await library.retire(try #require(DeviceID("0123456789abcdef0123456789abcdef")))
    }
    try await recipes.remove(added.id, leaving: { $0.tags.insert("trash") })
    #expect(try await recipes.wasEverRemoved(added.id))
    try await recipes.remove(id)
    #expect(try await recipes.ids() == [])
    let jam = try await recipes.add { $0.title.value = "Jam" }
    let run = try await recipes.document(of: jam)?.title.version.run
    let device = try await library.environment().device
    #expect(device != nil && run?.device == device)
    #expect(try await library.devicesByMark().keys.first == device)
    let chores = try library.collection(of: Chore.self)
    let (one, other) = (try await chores.add(Chore("a")), try await chores.add(Chore("b")))
    try await chores.move(one, before: nil)
    #expect(try await chores.ids() == [other, one])
    try await chores.move(one, after: nil)
    #expect(try await chores.ids() == [one, other])
    #expect(try await chores.ids(after: one, atMost: 2) == [other])
  }

  /// Calls that block, in the sources, have an awaited form, but for those that an app makes once or seldom.
  @Test func noneLacksItsAwaitedForm() throws {
    var (blocking, awaited): (Set<String>, Set<String>) = ([], [])
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let sources = root.appendingPathComponent("Sources/DecentDocuments").path
    for name in try FileManager.default.subpathsOfDirectory(atPath: sources)
    where name.hasSuffix(".swift") {
      let text = try String(contentsOfFile: "\(sources)/\(name)", encoding: .utf8)
      for part in text.split(separator: /\n(?=(extension|public) )/) {
        let type = part.prefixMatch(
          of: /(?:extension|public [a-z ]+) (Document(?:Collection|Draft|Library))\b/)
        guard let type else { continue }
        let calls = part.matches(of: /\n  public (?:nonisolated\(nonsending\) )?func ([^{]+?) \{/)
        for call in calls where call.1.contains("throws") {
          // The name, and the labels of the parameters.
          let labels = call.1.matches(of: /[(,]\s*(\w+)(?: \w+)?:\s/).map { "\($0.1):" }
          let form = "\(type.1).\(call.1.prefix { $0.isLetter })(\(labels.joined()))"
          if call.1.contains("async") { awaited.insert(form) } else { blocking.insert(form) }
        }
      }
    }
    #expect(blocking.count > 30 && awaited.count > 20)
    #expect(
      blocking.subtracting(awaited).sorted() == [
        "DocumentCollection.exchange(_:with:_:_:_:)",
        "DocumentCollection.exchangeRemoval(of:with:)",
        "DocumentLibrary.collection(of:indexedBy:)", "DocumentLibrary.damage(ofFullText:)",
        "DocumentLibrary.device()", "DocumentLibrary.forget(_:)",
        "DocumentLibrary.knownDevice()", "DocumentLibrary.makeTables(named:steps:)",
        "DocumentLibrary.remotes()", "DocumentLibrary.repair(keepingDamagedIn:putsAside:)",
      ])
  }

  /// The main actor goes on while an edit waits.
  @Test func noneBlocksTheMainActor() async throws {
    let id = try await recipes.add(Recipe(title: "Bread"))
    let (begins, begin) = AsyncStream.makeStream(of: Void.self)
    let mayEnd = DispatchSemaphore(value: 0)
    let edit = Task { [recipes] in
      try await recipes.edit(id) { _ in
        begin.yield()
        mayEnd.wait()
      }
    }
    for await _ in begins { break }
    mayEnd.signal()
    try await edit.value
  }

  @Test func aTransactionThatFailsStoresNothing() async throws {
    let transaction = Task { [library, recipes] in
      try await library.transaction { () throws -> Void in
        try recipes.add(Recipe(title: "Bread"))
        throw CocoaError(.fileNoSuchFile)
      }
    }
    await #expect(throws: CocoaError.self) { try await transaction.value }
    #expect(try await recipes.ids() == [])
  }

  @Test func callsAreDoneInTheirOrder() async throws {
    let id = try await recipes.add(Recipe(title: ""))
    var calls: [Task<Void, any Error>] = []
    for number in 0..<20 {
      calls.append(
        Task { [recipes] in try await recipes.edit(id) { $0.method.append("\(number) ") } })
    }
    for call in calls { try await call.value }
    let numbers = try await recipes.document(of: id)?.method.string.split(separator: " ").map(
      String.init)
    #expect(numbers == (0..<20).map(String.init))
  }

  @Test func aCancelledCallThatHasNotBegunDoesNothing() async throws {
    let (mayEnd, end) = AsyncStream.makeStream(of: Void.self)
    let mayGoOn = DispatchSemaphore(value: 0)
    let first = Task { [library] in
      try await library.transaction {
        end.yield()
        mayGoOn.wait()
      }
    }
    for await _ in mayEnd { break }
    let second = Task { [recipes] in try await recipes.add(Recipe(title: "Bread")) }
    second.cancel()
    mayGoOn.signal()
    try await first.value
    await #expect(throws: CancellationError.self) { try await second.value }
    #expect(try await recipes.ids() == [])
  }

  /// Clock and identity are those of the caller.
  @Test func theEnvironmentOfTheCallerIsUsed() async throws {
    let environment = ReplicationEnvironment(milliseconds: { 1_234_567 }, random: { 77 })
    let id = try await environment.run { try await recipes.add(Recipe(title: "")) }
    let used = try await environment.run {
      try await recipes.edit(id) { recipe in
        recipe.title.value = "Bread"
        return ReplicationEnvironment.current.now
      }
    }
    #expect(used == environment.now)
  }
}
