// SPDX-License-Identifier: MIT

import DecentSync

/// Edits below a floor, which come too late: see "A device that comes too late" in
/// Documentation/Sync.md.
extension LogSimulation {
  /// Notes the documents that forgot in the last work of a device, and the recovery copies that it
  /// made. A device that all wait for, with a right clock, never comes too late.
  func noteForgetting(by party: Party) throws {
    let forgotten = forgettingNotes.take()
    for kind in Set(forgotten.map { WordKind(of: $0) }) where kind.hasFloors {
      if kind != .card { count(.floor) }
      floored.insert(kind)
      let waited = try policy(of: party.library, for: 0).othersInUse()
      for other in parties where other !== party {
        let id = try policy(of: other.library, for: 0).knownDevice()
        if id.map(waited.contains) != true { isSomeDeviceLate = true }
      }
    }
    let copies = try copies(in: party.library).filter { recoveryCopies.insert($0).inserted }
    if copies.isEmpty { return }
    count(.recoveryCopy)
    if !isSomeDeviceLate { throw SimulationFailure("a device lost edits that all waited for") }
  }

  // MARK: Recovery copies

  /// The words of all recovery copies of a document's type, but the document. A copy holds most words of
  /// its document besides the lost ones. So the words of the document count for a copy. A reader of some
  /// objects may make a copy that a reader of more objects does not.
  func recovered(_ document: DocumentID, in contents: Words) -> Set<String> {
    var words = copies(of: document, in: contents).reduce(into: Set()) { $0.formUnion($1) }
    let all = SimulatedDocuments.all
    if all.contains(document) { return words }
    for origin in all where WordKind(of: origin) == WordKind(of: document) {
      words.formUnion(contents[origin] ?? [])
    }
    return words
  }

  private func copies(of document: DocumentID, in contents: Words) -> [Set<String>] {
    let kind = WordKind(of: document)
    guard kind.hasFloors else { return [] }
    return contents.compactMap { other, words in
      other == document || SimulatedDocuments.all.contains(other) || WordKind(of: other) != kind
        ? nil : words
    }
  }

  /// The words that a document shows together with their removals.
  func returned(_ document: DocumentID, in library: some SimulatedLibrary) throws -> [String] {
    let words = try library.words(of: document)
    return words.filter { words.contains(WordEdit.removal(of: $0)) }
  }

  /// Whether a removal came too late. Then the device that removed the word still shows it as removed,
  /// in the document or in a recovery copy.
  func isLateRemoval(of word: String, _ document: DocumentID) throws -> Bool {
    let kind = WordKind(of: document)
    guard isSomeDeviceLate, floored.contains(kind) else { return false }
    let removal = WordEdit.removal(of: word)
    if isGone(removal, of: document) { return true }
    return try parties.contains { party in
      let contents = try contents(of: party.library)
      return isRemoved(word, in: contents[document] ?? [])
        || hasRecovered(removalOf: word, document, in: contents)
    }
  }

  /// Whether a word or removal went with a disk.
  func isGone(_ word: String, of document: DocumentID) -> Bool {
    goneWithDisks[WordKind(of: document)]?.contains(word) == true
  }

  private func isRemoved(_ word: String, in words: Set<String>) -> Bool {
    words.contains(WordEdit.removal(of: word)) && !words.contains(word)
  }

  /// Whether a recovery copy shows a word as removed.
  func hasRecovered(removalOf word: String, _ document: DocumentID, in contents: Words) -> Bool {
    copies(of: document, in: contents).contains { isRemoved(word, in: $0) }
  }

  // MARK: What no device can keep

  /// The words that were lost though no disk took them along, and that no device still has.
  func missed(_ lost: Set<String>, of document: DocumentID) throws -> Set<String> {
    let kind = WordKind(of: document)
    guard !lost.isEmpty, floored.contains(kind) else { return lost }
    var missed = self.lost(lost, in: goneWithDisks[kind] ?? [])
    for party in parties {
      missed = self.lost(missed, of: document, in: try contents(of: party.library))
    }
    return missed
  }

  /// Notes what goes with the disk of a device: others that have a floor keep nothing below it.
  func noteGone(with party: Party) throws {
    guard isSomeDeviceLate, !floored.isEmpty else { return }
    for (document, words) in try contents(of: party.library) {
      let kind = WordKind(of: document)
      if floored.contains(kind) { goneWithDisks[kind, default: []].formUnion(words) }
    }
  }
}
