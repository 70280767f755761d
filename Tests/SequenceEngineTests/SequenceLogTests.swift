// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

/// Whole logs: extracts, merges and the resulting document.
@Suite struct SequenceLogTests {
  private func isSame(_ first: Replica, _ second: Replica) -> Bool {
    let (saved, other) = (first.saved, second.saved)
    return first.log == second.log && first.document == second.document
      && saved.bytes == other.bytes && saved.elements == other.elements
  }

  /// Any accepted history gives the document of the naive tree, in any order of learning, and has
  /// the same canonical bytes.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func anyHistoryHasOneMeaning(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    for run in 0..<TestRun.length(600) {
      let history = RandomHistory(&random)
      var first = Replica()
      for chain in history.chains { try first.add(chain) }
      if first.document != history.naiveDocument {
        Issue.record("run \(run): not what the naive tree says")
        return
      }
      var second = Replica()
      for chain in history.shuffled(&random) { try second.add(chain) }
      let read = try Replica.reading(first)
      var loaded = try Replica.loading(first)
      if !isSame(first, second) || !isSame(first, read) || !isSame(first, loaded) {
        Issue.record("run \(run): \(history.chains)")
        return
      }
      try loaded.merge(first)
      for chain in history.shuffled(&random) { try loaded.add(chain) }
      if !isSame(first, loaded) {
        Issue.record("run \(run): after loading, \(history.chains)")
        return
      }
    }
  }

  /// A loaded log merges like the log that it was saved from.
  @Test(arguments: [9, 10] as [UInt64])
  func partsThatWereLoadedGoOn(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    for run in 0..<TestRun.length(600) {
      let history = RandomHistory(&random)
      var whole = Replica()
      for chain in history.chains { try whole.add(chain) }
      var part = Replica()
      for chain in history.chains.prefix(random.below(history.chains.count)) { try part.add(chain) }
      var loaded = try Replica.loading(part)
      try loaded.merge(whole)
      if !isSame(whole, loaded) {
        Issue.record("run \(run): \(history.chains)")
        return
      }
    }
  }

  /// Replicas that know different parts exchange the events they lack.
  @Test(arguments: [5, 6, 7] as [UInt64])
  func extractsBringWhatIsMissing(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    for run in 0..<TestRun.length(600) {
      let history = RandomHistory(&random)
      var whole = Replica()
      for chain in history.chains { try whole.add(chain) }
      var parts: [Replica] = []
      for _ in 0..<3 {
        let chains = history.shuffled(&random)
        var part = Replica()
        for chain in chains.prefix(random.below(chains.count + 1)) { try part.add(chain) }
        parts.append(part)
      }
      for _ in 0..<6 {
        let index = random.below(parts.count)
        let other = parts[random.below(parts.count)]
        try parts[index].merge(other)
        if !parts[index].log.contains(other.log.version)
          || parts[index].log.extract(since: parts[index].log.version) != nil
        {
          Issue.record("run \(run): something is still missing")
          return
        }
      }
      try parts[0].merge(whole)
      if !isSame(parts[0], whole) {
        Issue.record("run \(run): \(history.chains)")
        return
      }
    }
  }

  /// A version may name any events, as a version from another device does.
  @Test func extractsForAnyVersionHoldEverythingAfterIt() throws {
    var random = TestRun.generator(seed: 8)
    for run in 0..<TestRun.length(600) {
      let history = RandomHistory(&random)
      var whole = Replica()
      for chain in history.chains { try whole.add(chain) }
      let dots = (0..<whole.log.graph.count).map { whole.log.graph.dot(of: $0) }
      var stranger = random.pick(dots)
      stranger = Dot(session: stranger.session, number: stranger.number + 1_000)
      let version = SequenceVersion(
        tips: [random.pick(dots), stranger], hints: random.oneIn(2) ? [random.pick(dots)] : [])
      let expected = whole.log.events(missingFrom: version).reduce(0) { $0 + $1.count }
      let extract = whole.log.extract(since: version)
      let sent = extract?.batch.count ?? 0
      if sent != expected, sent != dots.count { Issue.record("run \(run): \(sent) events") }
      guard let extract else { continue }
      var copy = whole
      try copy.merge(extract.batch, extract.elements.flatMap { whole.elements[$0] })
      if !isSame(copy, whole) { Issue.record("run \(run): known events changed something") }
    }
  }
}
