// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// Sets and dictionaries.
enum KeyedForms {
  static let all: [any SavedForm] = [
    set, setOfNumbers, addOnlySet, dictionary, dictionaryOfSets, dictionaryOfDictionaries,
    dictionaryWithoutDeletedText, orderedDictionary,
  ]

  private static let set = ReplicatingForm("set", ReplicatingSet<String>()) { set, step in
    set.insert("é\(step % 3)")
    set.insert("y")
    set.remove("é\((step + 1) % 3)")
    if step == 3 { set.remove("y") }
    if step == 4 { set.formUnion(["", "\0", "\u{10ffff}"]) }
  } show: {
    ShownText.list($0.map(ShownText.quoted))
  }

  private static let setOfNumbers = ReplicatingForm(
    "set-of-numbers", ReplicatingSet<Int>()
  ) { set, step in
    set.formUnion([step, 100, -5])
    set.remove(step - 1)
    if step == 4 { set.formUnion([.min, .max]) }
  } show: {
    ShownText.list($0.map(String.init))
  }

  private static let addOnlySet = ReplicatingForm(
    "add-only-set", ReplicatingAddOnlySet<String>()
  ) { set, step in
    set.insert("y")
    set.insert("x\(step % 3)")
    set.insert("é\(step)")
    if step == 4 { set.insert("") }
  } show: {
    ShownText.list($0.map(ShownText.quoted))
  }

  private static let dictionary = ReplicatingForm(
    "dictionary", ReplicatingDictionary<String, Int>()
  ) { numbers, step in
    numbers["é\(step % 3)"] = step
    numbers["y"] = 100 + step
    numbers["é\((step + 1) % 3)"] = nil
    if step == 4 { numbers[""] = .min }
  } show: {
    ShownText.list($0.map { "\(ShownText.quoted($0.key)): \($0.value)" })
  }

  private static let dictionaryOfSets = ReplicatingForm(
    "dictionary-of-sets", ReplicatingDictionary<String, ReplicatingSet<Int>>()
  ) { sets, step in
    sets["x", default: []].insert(step)
    sets["y\(step % 2)", default: []].insert(7)
    if step > 1 { sets["y0"] = nil }
    if step == 3 { sets["x"] = [9] }
    if step == 4 { sets["", default: []].formUnion([.min, .max]) }
  } show: {
    ShownText.list($0.map { "\(ShownText.quoted($0.key)): \(Array($0.value))" })
  }

  private typealias Deep = ReplicatingDictionary<
    Int, ReplicatingDictionary<String, ReplicatingCounter>
  >

  private static let dictionaryOfDictionaries = ReplicatingForm(
    "dictionary-of-dictionaries", Deep()
  ) { deep, step in
    deep[1, default: [:]]["k\(step % 2)", default: ReplicatingCounter()].increment(by: step + 1)
    if step == 2 { deep[1]?["k0"] = nil }
    if step == 3 { deep[2] = [:] }
    if step == 4 { deep[.min, default: [:]]["", default: ReplicatingCounter()].increment() }
  } show: { deep in
    ShownText.list(
      deep.map { item in
        let inner = item.value.map { "\(ShownText.quoted($0.key)): \($0.value.value)" }
        return "\(item.key): \(ShownText.list(inner))"
      })
  }

  /// A dictionary whose texts dropped what was deleted.
  private static let dictionaryWithoutDeletedText = ReplicatingForm(
    "dictionary-without-deleted-text", ReplicatingDictionary<String, ReplicatingText>()
  ) { texts, step in
    texts["é\(step % 2)", default: ""].append("some words \(step)")
    texts["é0"]?.update(to: "\(step)")
    if step == 2 { texts["é1"] = nil }
    if step % 3 == 0 { texts.dropDeleted() }
  } show: {
    ShownText.list(
      $0.map { "\(ShownText.quoted($0.key)): \(ShownText.quoted($0.value.string))" })
  }

  private static let orderedDictionary = ReplicatingForm(
    "ordered-dictionary", ReplicatingOrderedDictionary<String, ReplicatingText>()
  ) { texts, step in
    texts["k\(step % 3)", default: ""].append("é\(step)")
    texts["y", default: ""].append("y")
    if texts["y"] != nil { texts.move("y", to: 0) }
    if step == 2 { texts["k0"] = nil }
    if step == 4 { texts["", default: ""].append("\u{10ffff}") }
  } show: {
    ShownText.list(
      $0.map { "\(ShownText.quoted($0.key)): \(ShownText.quoted($0.value.string))" })
  }
}
