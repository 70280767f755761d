// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicationLaws
import Testing

@testable import ReplicatingTypes

/// Values that compare their versions without making them say what the versions say.
@Suite struct ValueChangeTests {
  private func check<Value: PersistentReplicable & VersionComparing & Framed>(
    _ make: () -> Value, _ edit: (inout Value, inout SeededGenerator) -> Void
  ) throws {
    let change = Value.versionChanges
    var seen: Set<ValueChange> = []
    for seed in 0..<200 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      // Copies of several ages; those that were read share no memory.
      var copies = [make(), make()]
      for _ in 0..<12 {
        let place = random.below(copies.count)
        switch random.below(9) {
        case 0: copies[place].merge(random.pick(copies))
        case 1: copies.append(copies[place])
        case 2:
          var filled = make()
          let number = random.below(3)
          try filled.fill(as: "first") {
            var random = SeededGenerator(seed: UInt64(number))
            edit(&$0, &random)
          }
          copies[place].merge(filled)
        case 3: copies[place].dropDeleted()
        case 4: copies.append(try Value(encoded: copies[place].encoded()))
        default: edit(&copies[place], &random)
        }
      }
      for old in copies {
        for new in copies {
          let said = new.changeByVersions(from: old)
          seen.insert(said)
          if change(old, new) != said {
            Issue.record("seed \(seed), \(Value.self): \(change(old, new)), not \(said)")
          }
        }
      }
    }
    #expect(seen == [.none, .quietAddition, .addition, .replacement], "\(Value.self)")
  }

  @Test func ofEveryTypeThatComparesItself() throws {
    try check({ ReplicatingText() }) { text, random in
      let count = text.unicodeScalars.count
      switch random.below(6) {
      case 0 where count > 0:
        let place = random.below(count)
        text.unicodeScalars.removeSubrange(place..<place + 1)
      case 1: text.dropDeleted()
      // The pad is open then.
      case 2: for _ in 0..<4 { text.append("x") }
      default: text.unicodeScalars.insert("a", at: random.below(count + 1))
      }
    }
    try check({ ReplicatingArray<Int>() }) { array, random in
      if array.isEmpty || !random.oneIn(4) {
        array.insert(random.below(9), at: random.below(array.count + 1))
      } else {
        array.remove(at: random.below(array.count))
      }
    }
    try check({ ReplicatingDictionary<Int, ReplicatingText>() }) { texts, random in
      let key = random.below(3)
      if random.oneIn(4) { texts[key] = nil } else { texts[key, default: ""].append("a") }
    }
    try check({ ReplicatingOrderedDictionary<Int, ReplicatingText>() }) { texts, random in
      let key = random.below(3)
      switch random.below(4) {
      case 0: texts[key] = nil
      case 1 where texts[key] != nil: texts.move(key, to: random.below(texts.count))
      default: texts[key, default: ""].append("a")
      }
    }
  }
}
