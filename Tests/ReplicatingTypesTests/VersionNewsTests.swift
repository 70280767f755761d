// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws
import Testing

@testable import ReplicatingTypes

/// The news of a version, merged with the version they are news to, say what
/// both said.
@Suite struct VersionNewsTests {
  private func check<Value: PersistentReplicable>(
    _ make: () -> Value, _ edit: (inout Value, inout SeededGenerator) -> Void
  ) {
    for seed in 0..<200 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var (mine, yours) = (make(), make())
      for _ in 0..<12 {
        switch random.below(4) {
        case 0: mine.merge(yours)
        case 1: edit(&yours, &random)
        default: edit(&mine, &random)
        }
      }
      let news = mine.version.news(since: yours.version)
      let both = mine.merged(with: yours)
      let isExact =
        both.contains(yours.version.merged(with: news))
        && both.delta(since: yours.version.merged(with: news)) == nil
      if !isExact { Issue.record("seed \(seed), \(Value.self)") }
    }
  }

  @Test func ofEveryType() {
    check({ ReplicatingRegister(default: 0) }) { $0.value = $1.below(5) }
    check({ ReplicatingSet<Int>() }) { $0.insert($1.below(5)) }
    check({ ReplicatingAddOnlySet<Int>() }) { $0.insert($1.below(20)) }
    check({ ReplicatingOrderedSet<Int>() }) { $0.append($1.below(5)) }
    check({ ReplicatingArray<Int>() }) { $0.insert(1, at: $1.below($0.count + 1)) }
    check({ ReplicatingText() }) {
      $0.unicodeScalars.insert("a", at: $1.below($0.unicodeScalars.count + 1))
    }
    check({ ReplicatingCounter() }) { $0.increment(by: $1.below(5)) }
    check({ ReplicatingMultiValueRegister<Int>() }) { $0.set($1.below(5)) }
  }

  @Test func areSmall() {
    var set = ReplicatingSet<Int>()
    for element in 0..<100 {
      var copy = set
      copy.insert(element)
      set.merge(copy)
    }
    let before = set.version
    set.insert(100)
    #expect(set.version.news(since: before).counts.count == 1)
  }
}
