// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

@testable import SequenceEngine

@Suite struct DocumentDraftTests {
  @Test func aDraftIsTheArrayThatTheSameEditsMake() {
    var random = TestRun.generator(seed: 1)
    for run in 0..<TestRun.length(400) {
      var document: [Int] = []
      var operations: [DocumentOperation] = []
      var elements = 0
      var position = 0
      for _ in 0..<random.below(120) {
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
      if draft.elements.flatMap({ $0 }) == document, draft.elements.allSatisfy({ !$0.isEmpty }) {
        continue
      }
      Issue.record("run \(run): \(operations)")
      return
    }
  }
}
