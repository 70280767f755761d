// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes

/// The invariants that hold at any time.
extension LogSimulation {
  /// The lost words: neither they nor their removals are shown, and no document that showed them was
  /// removed.
  func lost(_ words: Set<String>, in shown: Set<String>) -> Set<String> {
    words.filter {
      !shown.contains($0) && !shown.contains(WordEdit.removal(of: $0))
        && !removedWithDocuments.contains($0)
    }
  }

  /// The words that a document shows together with their removals.
  func returned(_ document: DocumentID, in library: some SimulatedLibrary) throws -> [String] {
    let words = try library.words(of: document)
    return words.filter { words.contains(WordEdit.removal(of: $0)) }
  }

  func contents(of library: some SimulatedLibrary) throws -> Words {
    var contents: Words = [:]
    for document in try documents(of: library) {
      contents[document] = try library.words(of: document)
    }
    return contents
  }

  /// The documents that users edit, and all others that are here.
  func documents(of library: some SimulatedLibrary) throws -> [DocumentID] {
    let all = SimulatedDocuments.all
    return all + (try library.documents.all().filter { !all.contains($0) })
  }

  /// Checks that a device still holds all words that its user was told were stored.
  func checkTold(_ party: Party) throws {
    for (document, words) in party.told {
      let lost = lost(words, in: try party.library.words(of: document))
      if !lost.isEmpty {
        throw SimulationFailure(
          "a device forgot \(lost.sorted()) of \(document), which it had stored")
      }
    }
  }

  /// Checks all documents that changed since the last check, and their stored coverage.
  func check(_ party: Party) throws {
    let library = party.library
    for document in try documents(of: library) {
      let state = try state(of: document, in: party)
      if state == party.checked[document] { continue }
      for remote in party.views.keys.sorted() {
        let policy = policy(of: library, for: remote)
        if let fault = try policy.faultInCoverage(of: document) {
          throw SimulationFailure("\(document): \(fault)")
        }
      }
      for word in try returned(document, in: library) {
        throw SimulationFailure("\(document): \(word) was removed and is shown")
      }
      party.checked[document] = try self.state(of: document, in: party)
    }
    if let fault = try library.fault() { throw SimulationFailure(fault) }
  }

  /// All rows that the coverage of a document depends on.
  private func state(of document: DocumentID, in party: Party) throws -> [Row] {
    let mark = Row(key: RowKey(bytes: []), value: try party.library.mark(of: document))
    return try party.views.keys.sorted().reduce(into: [mark]) {
      $0 += try policy(of: party.library, for: $1).rowsOfCoverage(of: document)
    }
  }

  // MARK: Stores

  /// The words that a new device could read from objects.
  func yield(of entries: [LogCloud.Entry]) throws -> Words {
    let key = Set(entries.map(ObjectIdentifier.init))
    if let last = yields.first(where: { $0.key == key }) { return last.words }
    let words = try yield(of: entries.map(\.bytes))
    // The entries stay alive, so that no other entry gets the identity of one of them.
    yields = yields.suffix(3) + [(key, entries, words)]
    return words
  }

  private func yield(of objects: [[UInt8]]) throws -> Words {
    let library = MemoryLibrary(ProbedRows())
    let policy = SyncPolicy(
      library.rows, library.documents, remote: RemoteName("r"), options: options)
    var parts: [IncomingPart] = []
    for (number, bytes) in objects.enumerated() {
      guard let object = try? SealedObject(bytes: bytes), let name = ObjectName("\(number)")
      else { continue }
      _ = try policy.intake.begin(object, readAs: ObjectInfo(name: name, size: bytes.count), at: 0)
      parts += object.parts(named: name)
    }
    _ = try policy.intake.take(parts)
    return try contents(of: library)
  }

  var isJudged: Bool { !isHarmed }

  /// Checks that no store shrinks unless harm was done to it.
  func checkStores() throws {
    for (number, cloud) in clouds.enumerated() where cloud.deletions != deletionsSeen[number] {
      deletionsSeen[number] = cloud.deletions
      guard isJudged else { continue }
      let now = try yield(of: cloud.alive)
      for (document, words) in best[number] {
        let lost = lost(words, in: now[document] ?? [])
        guard lost.isEmpty else {
          throw SimulationFailure(
            "the store lost \(lost.sorted()) of \(document), and nobody harmed it")
        }
      }
      best[number] = now
    }
  }

  func noteArrived() throws {
    for cloud in clouds {
      for (document, words) in try yield(of: cloud.arrived) {
        arrived[document, default: []].formUnion(words)
      }
    }
  }
}
