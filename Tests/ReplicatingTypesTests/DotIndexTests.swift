// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingTypes

@Suite struct DotIndexTests {
  private static let sessions = (0..<5).map {
    SessionID(run: RunID(rawValue: UInt128($0 / 2) << 100), number: UInt32($0))
  }

  private func version(_ counts: [Int]) -> VersionVector {
    var version = VersionVector()
    for (session, count) in zip(Self.sessions, counts) { version.advance(session, to: count) }
    return version
  }

  /// What the index should find.
  private func uncovered(_ model: [Dot: Set<String>], _ version: VersionVector) -> [Dot: Set<
    String
  >] {
    model.filter { !version.contains($0.key) && !$0.value.isEmpty }
  }

  @Test func findsWhatAVersionLacks() {
    var random = TestRun.generator(seed: 1)
    for limit in [3, 40, 1_000, Dot.maximumNumber] {
      let all = version(Array(repeating: limit, count: 5))
      var copies: [(index: DotIndex<String>, model: [Dot: Set<String>])] = [(DotIndex(), [:])]
      for _ in 0..<TestRun.length(2_000) {
        if copies.count < 4, random.oneIn(30) { copies.append(random.pick(copies)) }
        if copies.count > 2, random.oneIn(30) { copies.remove(at: random.below(copies.count)) }
        edit(&copies[random.below(copies.count)], below: limit, &random)
        guard random.oneIn(10) else { continue }
        let since = version((0..<5).map { _ in random.below(limit) })
        for copy in copies {
          var found: [Dot: Set<String>] = [:]
          copy.index.forEach(since: since, upTo: all) { dot, key in
            #expect(found[dot, default: []].insert(key).inserted)
          }
          #expect(found == uncovered(copy.model, since))
        }
      }
    }
  }

  /// Inserts or removes a key; sometimes a second key of one dot, as forged
  /// bytes may claim.
  private func edit(
    _ copy: inout (index: DotIndex<String>, model: [Dot: Set<String>]), below limit: Int,
    _ random: inout SeededGenerator
  ) {
    if random.oneIn(3), let dot = copy.model.keys.min(), let key = copy.model[dot]?.min() {
      copy.index.remove(key, for: dot)
      copy.model[dot]?.remove(key)
      if copy.model[dot]?.isEmpty == true { copy.model[dot] = nil }
    } else {
      let dot = Dot(session: random.pick(Self.sessions), number: random.below(limit))
      let key = random.oneIn(10) ? "second" : "first"
      guard random.oneIn(10) || copy.model[dot] == nil else { return }
      copy.index.insert(key, for: dot)
      copy.model[dot, default: []].insert(key)
    }
    for (dot, keys) in copy.model.prefix(3) { #expect(Set(copy.index.keys(of: dot)) == keys) }
  }
}
