// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

@Suite struct DocumentDraftTests {
  @Test func aDraftIsTheArrayThatTheSameEditsMake() {
    var random = TestRun.generator(seed: 1)
    for run in 0..<TestRun.length(NodeSizes.areSmall ? 400 : 100) {
      var document: [Int] = []
      var operations: [DocumentOperation] = []
      var elements = 0
      let known = random.below(20)
      var position = 0
      for _ in 0..<random.below(30 * NodeSizes.draftChunk) {
        if random.below(3) == 0 { position = random.below(document.count + 1) }
        position = min(position, document.count)
        if random.below(5) < 3 {
          let new = elements..<(elements + 1 + random.below(6))
          operations.append(.insert(elements: new, at: position))
          document.insert(contentsOf: new, at: position)
          elements = new.upperBound
          position += random.below(new.count + 1)
        } else if !document.isEmpty {
          let start = max(0, position - random.below(4))
          let range = start..<min(document.count, start + random.below(9))
          operations.append(.delete(range))
          document.removeSubrange(range)
        }
      }
      let draft = DocumentDraft(operations)
      let isSettled = settles(operations, known: known)
      if draft.elements.flatMap({ $0 }) == document, draft.elements.allSatisfy({ !$0.isEmpty }),
        isSettled
      {
        continue
      }
      Issue.record("run \(run): \(operations)")
      return
    }
  }

  /// Whether settled operations have the same effect on a document, and insert only elements that
  /// stay.
  private func settles(_ operations: [DocumentOperation], known: Int) -> Bool {
    // The elements that the document has before come first. Positions move accordingly.
    let moved = operations.map { operation in
      switch operation {
      case .insert(let elements, let position):
        DocumentOperation.insert(
          elements: (elements.lowerBound + known)..<(elements.upperBound + known),
          at: position + known / 2)
      case .delete(let range):
        DocumentOperation.delete(
          (range.lowerBound + known / 3)..<(range.upperBound + known / 3))
      }
    }
    let settled = moved.settled(documentLength: known)
    let document = applying(moved, to: known)
    let inserted = settled.flatMap { operation in
      if case .insert(let elements, _) = operation { return Array(elements) }
      return []
    }
    return applying(settled, to: known) == document
      && inserted.sorted() == document.filter { $0 >= known }.sorted()
  }

  private func applying(_ operations: [DocumentOperation], to known: Int) -> [Int] {
    operations.reduce(into: Array(0..<known)) { document, operation in
      switch operation {
      case .insert(let elements, let position):
        document.insert(contentsOf: elements, at: min(position, document.count))
      case .delete(let range):
        document.removeSubrange(range.clamped(to: 0..<document.count))
      }
    }
  }
}
