// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws
import SequenceEngine
import TestInputs
import Testing

@testable import ReplicatingText

@Suite struct EditRunTests {
  private let laptop = ReplicationEnvironment(milliseconds: { 1_000 }, random: { 1 })
  private let phone = ReplicationEnvironment(milliseconds: { 2_000 }, random: { 2 })

  private func counts(_ text: ReplicatingText) -> [[Int]] {
    text.editRuns.map { [$0.insertedCount, $0.deletedCount, $0.parents.count] }
  }

  @Test func aRunEndsWhereItsAuthorTakesInWhatOthersDid() throws {
    var text = ReplicatingText()
    #expect(text.editRuns.isEmpty)
    laptop.run {
      text.append("Buy milk")
      text.characters.removeSubrange(0..<4)
    }
    var other = try ReplicatingText(encoded: text.encoded())
    phone.run { other.append(" and bread") }
    laptop.run { text.append("!") }
    // Concurrent edits of other devices do not end a run.
    #expect(counts(text.merged(with: other)) == [[9, 4, 0], [10, 0, 1]])
    text.merge(other)
    laptop.run { text.append("?") }
    #expect(counts(text) == [[9, 4, 0], [10, 0, 1], [1, 0, 2]])
    #expect(try text.string(at: .init(seen: [text.editRuns[0].last])) == "milk!")
    #expect(try text.string(at: .init(seen: [text.editRuns[1].last])) == "milk and bread")
    #expect(try text.string(at: .init(seen: [text.editRuns[2].last])) == text.string)
  }

  @Test func runsTellWhoEditedAndWhen() throws {
    var text = ReplicatingText()
    #expect(text.newestRun == nil && text.utf8Count == 0)
    laptop.run { text.append("Käse") }
    phone.run { text.append("!") }
    #expect(text.utf8Count == 6)
    let runs = text.editRuns
    #expect(runs.map(\.milliseconds) == [1_000, 2_000])
    #expect(runs.last?.session.run == text.newestRun)
    #expect(try runs.map { try text.string(at: $0.version) } == ["Käse", "Käse!"])
    #expect(runs.first?.first.session == runs.first?.session)
  }

  /// Runs follow from the edits alone. All replicas with the same edits find the same runs, which
  /// hold every edit once.
  @Test func allCopiesFindTheSameRuns() throws {
    var random = TestRun.generator(seed: 1)
    for _ in 0..<TestRun.length(100) {
      var replicas = ManyReplicas(&random)
      for _ in 0..<30 { _ = try replicas.step(&random) }
      for left in replicas.texts {
        for right in replicas.texts {
          let (one, other) = (left.merged(with: right), right.merged(with: left))
          #expect(Set(one.editRuns) == Set(other.editRuns))
        }
        var counts: [SessionID: Int] = [:]
        var known: Set<Dot> = []
        for run in left.editRuns {
          #expect(run.numbers.lowerBound == counts[run.session, default: 0])
          counts[run.session] = run.numbers.upperBound
          #expect(run.parents.allSatisfy(known.contains))
          #expect(run.insertedCount + run.deletedCount == run.numbers.count)
          for number in run.numbers { known.insert(Dot(session: run.session, number: number)) }
        }
        let graph = left.storage.log.graph
        #expect(counts.values.reduce(0, +) == graph.count)
        #expect(counts.allSatisfy { $0.value == graph.count(of: $0.key) })
      }
    }
  }
}
