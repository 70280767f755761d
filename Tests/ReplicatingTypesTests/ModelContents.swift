// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws

@testable import ReplicatingTypes

/// A number, replaced whole.
struct NumberModel: ModelContent {
  var number: Int

  static var merges: Bool { false }

  static func fresh(_ random: inout SeededGenerator) -> (value: Int, model: NumberModel) {
    let number = random.below(4)
    return (number, NumberModel(number: number))
  }

  mutating func edit(_ value: inout Int, _ random: inout SeededGenerator) {
    number = random.below(4)
    value = number
  }

  func sharesEdits(with other: NumberModel) -> Bool { false }

  func showing(_ other: NumberModel, as value: Int) -> NumberModel? { other }

  var isEmpty: Bool { false }

  func contains(_ other: NumberModel) -> Bool { true }

  mutating func merge(_ other: NumberModel) {}

  func isSame(as value: Int) -> Bool { number == value }
}

/// A set: of each element when it was inserted or removed last.
struct SetModel: ModelContent {
  struct Item: Equatable {
    var stamp: KeyedStamp
    var isPresent: Bool
    var firstInsert: KeyedStamp
  }

  var items: [Int: Item] = [:]
  var known: Set<Dot> = []

  static var merges: Bool { true }

  static func fresh(
    _ random: inout SeededGenerator
  ) -> (value: ReplicatingSet<Int>, model: SetModel) {
    var (value, model) = (ReplicatingSet<Int>(), SetModel())
    for _ in 0..<random.below(3) { model.edit(&value, &random) }
    return (value, model)
  }

  mutating func edit(_ value: inout ReplicatingSet<Int>, _ random: inout SeededGenerator) {
    let element = random.below(4)
    let isInsert = random.below(3) > 0
    if isInsert {
      value.insert(element)
    } else {
      value.remove(element)
      guard items[element]?.isPresent == true else { return }
    }
    guard let stamp = value.storage.state[element]?.stamp else { return }
    known.insert(stamp.dot)
    let firstInsert = items[element]?.firstInsert ?? stamp
    items[element] = Item(stamp: stamp, isPresent: isInsert, firstInsert: firstInsert)
  }

  func sharesEdits(with other: SetModel) -> Bool { !known.isDisjoint(with: other.known) }

  func showing(_ other: SetModel, as value: ReplicatingSet<Int>) -> SetModel? {
    var result = self
    let wanted = Set(other.items.filter(\.value.isPresent).keys)
    for element in Set(items.keys).union(wanted) {
      let isPresent = items[element]?.isPresent == true
      guard isPresent != wanted.contains(element) else { continue }
      guard let stamp = value.storage.state[element]?.stamp, !known.contains(stamp.dot) else {
        return nil
      }
      result.known.insert(stamp.dot)
      result.items[element] = Item(
        stamp: stamp, isPresent: !isPresent, firstInsert: items[element]?.firstInsert ?? stamp)
    }
    return result
  }

  var isEmpty: Bool { known.isEmpty }

  func contains(_ other: SetModel) -> Bool { known.isSuperset(of: other.known) }

  mutating func merge(_ other: SetModel) {
    known.formUnion(other.known)
    items.merge(other.items) { mine, theirs in
      var result = mine.stamp < theirs.stamp ? theirs : mine
      result.firstInsert = min(mine.firstInsert, theirs.firstInsert)
      return result
    }
  }

  func isSame(as value: ReplicatingSet<Int>) -> Bool {
    let presence = value.storage.state
    let counts = known.reduce(into: [:]) { $0[$1.session, default: 0] += 1 }
    let present = items.filter(\.value.isPresent)
    let order = present.sorted { $0.value.firstInsert < $1.value.firstInsert }.map(\.key)
    return presence.known.counts == counts && Array(value) == order
      && presence.entries.count == items.count
      && presence.entries.allSatisfy { item in
        items[item.key]
          == Item(
            stamp: item.value.stamp, isPresent: item.value.isPresent,
            firstInsert: item.value.firstInsert)
      }
  }
}
