// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import ReplicationLaws
import TestInputs
import Testing

@testable import DecentDocuments

/// Checks and repairs of an app's library after random damage to its file.
@Suite(.seeded) struct DamagedFileTests: SyncedRecipes {
  let folder: TemporaryFolder
  let store = MemoryStore()

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A library before any damage.
  private struct Original {
    /// The file, at an earlier time, and at the end.
    var files: [[UInt8]] = []
    /// A log with later changes of the file.
    var log: [UInt8] = []
    /// The log of another library.
    var otherLog: [UInt8] = []
    /// The methods that recipes had, by id. Titles never change.
    var titles: [UUID: String] = [:]
    var methods: [UUID: Set<String>] = [:]
    /// What the remote holds.
    var synced: [UUID: String] = [:]
    var removed: Set<UUID> = []
    var places: Set<String> = []
  }

  private var url: URL { URL(fileURLWithPath: folder.path("one.sqlite")) }

  private func text(_ random: inout SeededGenerator, words: Int) -> String {
    (0..<words).map { _ in String(random.next(), radix: 36) }.joined(separator: " ")
  }

  private func file(_ name: String = "one") throws -> [UInt8] {
    try Database(file: folder.path(name + ".sqlite"), for: .writing)
      .execute(script: "PRAGMA wal_checkpoint(TRUNCATE)")
    return try folder.read(name + ".sqlite")
  }

  private func makeOriginal(_ random: inout SeededGenerator) async throws -> Original {
    var original = Original()
    func note(_ recipes: DocumentCollection<Recipe>) throws {
      for id in try recipes.ids() {
        guard let recipe = try recipes.document(of: id) else { continue }
        original.titles[id] = recipe.title.value
        original.methods[id, default: []].insert(recipe.method.string)
      }
    }
    let library = try folder.library("one")
    try LibrarySalvageTests.prepare(library)
    let recipes = try library.collection(of: Recipe.self)
    let shelves = try library.collection(of: Shelf.self)
    func change(_ places: ClosedRange<Int>) throws {
      for number in places {
        let id = random.id()
        let words = random.pick([3, 20, 400])
        try recipes.add(
          Recipe(title: "Recipe \(number)", method: text(&random, words: words)), id: id)
        try note(recipes)
      }
      for id in try recipes.ids() where random.oneIn(2) {
        try recipes.edit(id) { $0.method.append(text(&random, words: 5)) }
        try note(recipes)
      }
      try shelves.add(Shelf(place: "shelf \(places.lowerBound)"), id: random.id())
      original.places.insert("shelf \(places.lowerBound)")
    }
    func remove() throws {
      let id = random.pick(try recipes.ids().sorted { $0.uuidString < $1.uuidString })
      try recipes.remove(id)
      original.removed.insert(id)
    }
    try change(1...8)
    try remove()
    try await sync(library)
    original.files.append(try file())
    try change(9...14)
    try remove()
    try await sync(library)
    for id in try await recipes.ids() {
      original.synced[id] = try await recipes.document(of: id)?.method.string
    }
    try change(15...17)
    original.files.append(try file())
    try change(18...19)
    original.log = try folder.read("one.sqlite-wal")

    let other = try folder.library("other")
    try LibrarySalvageTests.prepare(other)
    let others = try other.collection(of: Recipe.self)
    try await others.add(
      Recipe(title: "Theirs", method: text(&random, words: 500)), id: random.id())
    _ = try file("other")
    try await others.add(Recipe(title: "Theirs, too"), id: random.id())
    original.otherLog = try folder.read("other.sqlite-wal")
    return original
  }

  private static func repair(_ url: URL) throws -> DocumentRepair {
    try DocumentLibrary.repair(
      at: url, preparing: LibrarySalvageTests.prepare, takingOver: LibrarySalvageTests.takeOver)
  }

  @Test func aRepairInventsNothingAndASyncBringsTheRest() async throws {
    var random = TestRun.generator(seed: 77)
    let original = try await makeOriginal(&random)
    var damage = RandomDamage(
      random, earlier: original.files[0], logs: [original.log, original.otherLog])
    var (refused, replaced, sound) = (0, 0, 0)
    let count = TestRun.length(60)
    for run in 0..<count {
      var (bytes, log, ways) = (original.files[1], [UInt8](), [String]())
      for _ in 0..<random.pick([1, 1, 1, 2, 4]) { ways.append(damage.next(to: &bytes, &log)) }
      let way: Comment = "run \(run): \(ways.joined(separator: ", "))"
      try removeFiles(of: "one", "damaged")
      try folder.write(bytes, to: "one.sqlite")
      if !log.isEmpty { try folder.write(log, to: "one.sqlite-wal") }
      do {
        guard let repair = try checkAndRepair(isUnchanged: log.isEmpty, way) else {
          refused += 1
          continue
        }
        if repair.damagedFile != nil { replaced += 1 }
        if repair == DocumentRepair() { sound += 1 }
        try expectKnown(original, way)
        if run.isMultiple(of: 3) {
          try await expectSynced(original, isReplaced: repair.damagedFile != nil, way)
        }
      } catch DocumentFailure.badStatement {
        // The definition of a table of the app is damaged. Nothing tells that from a failure of the app.
        refused += 1
      } catch {
        Issue.record(error, way)
      }
    }
    print("DamagedFileTests: of \(count), \(refused) refused, \(replaced) replaced, \(sound) sound")
    #expect(replaced > count / 2 && sound < count / 2)
  }

  private func removeFiles(of names: String...) throws {
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where names.contains(where: file.hasPrefix) {
      try FileManager.default.removeItem(atPath: folder.path(file))
    }
  }

  /// Checks and repairs the library. Damage of the file is told before it is repaired.
  ///
  /// - Parameter isUnchanged: Whether SQLite changes nothing of the file without a repair.
  /// - Returns: Nil if the library cannot be repaired.
  private func checkAndRepair(isUnchanged: Bool, _ way: Comment) throws -> DocumentRepair? {
    let bytes = try folder.read("one.sqlite")
    var problems: [DocumentProblem]?
    do {
      problems = try DocumentLibrary.check(at: url, preparing: LibrarySalvageTests.prepare)
    } catch is DatabaseFailure {}
    let isOfFile = problems?.contains { if case .file = $0 { true } else { false } } ?? true
    if isOfFile, isUnchanged { #expect(try folder.read("one.sqlite") == bytes, way) }
    do {
      let repair = try Self.repair(url)
      // The repair of one thing may show damage of another.
      let again = repair.remaining.contains(where: \.isRepairable) ? try Self.repair(url) : repair
      #expect(again.remaining.filter(\.isRepairable).isEmpty, "\(way): \(again)")
      #expect(try Self.repair(url).repaired.isEmpty, way)
      return repair
    } catch let failure as DatabaseFailure {
      let isRepairable = problems?.allSatisfy(\.isRepairable) == true
      #expect(!isRepairable, "\(way): \(failure)")
      if isUnchanged { #expect(try folder.read("one.sqlite") == bytes, way) }
      return nil
    }
  }

  /// Every recipe is one that was there, under its id.
  private func expectKnown(_ original: Original, _ way: Comment) throws {
    let library = try folder.library("one")
    try LibrarySalvageTests.prepare(library)
    let recipes = try library.collection(of: Recipe.self)
    for id in try recipes.ids() {
      guard let recipe = try recipes.document(of: id) else { continue }
      let (title, method) = (recipe.title.value, recipe.method.string)
      if title.hasPrefix("Theirs") { continue }
      // A recipe that lost its name has a new id.
      let own = original.titles[id] == nil ? Array(original.titles.keys) : [id]
      let isKnown = own.contains {
        original.titles[$0] == title && original.methods[$0]?.contains(method) == true
      }
      #expect(isKnown, "\(way): \(id) is '\(title)', \(method.prefix(60))")
    }
    let shelves = try library.collection(of: Shelf.self)
    for id in try shelves.ids() {
      let place = try shelves.document(of: id)?.place.value ?? ""
      #expect(original.places.contains(place), "\(way): \(place)")
    }
  }

  /// A sync brings back what the remote holds, and all devices come to rest. Nothing tells a repaired library of a
  /// flipped bit in the notes of what it has not sent.
  private func expectSynced(
    _ original: Original, isReplaced: Bool, _ way: Comment
  ) async throws {
    let copy = MemoryStore()
    for info in try store.list(prefix: "") {
      try copy.create(info.name, holding: try store.read(info.name))
    }
    try removeFiles(of: "phone")
    let phone = URL(fileURLWithPath: folder.path("phone.sqlite"))
    let libraries = try [url, phone].map { try DocumentLibrary(at: $0) }
    for library in libraries { try LibrarySalvageTests.prepare(library) }
    for round in 0..<8 {
      var isAtRest = true
      for library in libraries {
        let report = try await sync(library, with: copy)
        #expect(report.problems.isEmpty, "\(way): \(report.problems)")
        if report.uploaded.objects > 0 || !report.postponed.isEmpty { isAtRest = false }
      }
      if isAtRest { break }
      #expect(round < 7, way)
    }
    let states = try libraries.map { library in
      let recipes = try library.collection(of: Recipe.self)
      return try Dictionary(
        uniqueKeysWithValues: recipes.ids().map {
          ($0, try recipes.document(of: $0)?.method.string)
        })
    }
    let isSame = states[0] == states[1]
    #expect(isSame || !isReplaced, way)
    for (id, method) in original.synced {
      #expect(states[1][id] == states[0][id], way)
      let found = (states[0][id] ?? nil) ?? ""
      let isWhole = found.hasPrefix(method)
      #expect(isWhole, "\(way): \(id) lacks what the remote holds: \(found.prefix(40))")
    }
    for id in original.removed where states[0][id] != nil {
      Issue.record("\(way): \(id) came back")
    }
    for library in libraries {
      let problems = try library.check()
      #expect(problems.filter(\.isRepairable).isEmpty, "\(way): \(problems)")
    }
  }
}
