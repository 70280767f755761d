// SPDX-License-Identifier: MIT

import NaiveFugue
import ReplicationLaws
import Testing

struct ArrivalOrderTests {
  @Test func allOrdersOfArrivalGiveOneDocument() {
    for seed in UInt64(0)..<200 {
      let graph = RandomGraph(seed: seed, authors: 3, count: 30)
      var random = SeededGenerator(seed: seed)
      for _ in 0..<3 {
        let shuffled = NaiveFugue(random.shuffled(graph.events))
        #expect(shuffled.elements == graph.document.elements, "seed \(seed)")
      }
    }
  }

  @Test func anAuthorSeesTheirOwnEditWhereTheyMadeIt() {
    for seed in UInt64(0)..<100 {
      let graph = RandomGraph(seed: seed, authors: 4, count: 60)
      for event in graph.events {
        let before = graph.document.elements(at: event.parents)
        var expected = before
        switch event.operation {
        case .insert(let element, at: let index):
          expected.insert(element, at: min(index, before.count))
        case .delete(at: let index):
          if index < before.count { expected.remove(at: index) }
        }
        #expect(graph.document.elements(at: [event.id]) == expected, "seed \(seed), \(event.id)")
      }
    }
  }
}
