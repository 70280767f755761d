// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// Texts, arrays and ordered sets.
enum OrderedForms {
  static let all: [any SavedForm] = [
    text, array, arrayOfNumbers, arrayWithoutRemovedElements, orderedSet,
  ]

  private static let text = ReplicatingForm("text", ReplicatingText()) { text, step in
    let scalars = text.unicodeScalars.count
    switch step {
    case 0: text.append("Hello, wörld 👍🏽.")
    case 1: text.unicodeScalars.insert("brave ", at: min(7, scalars))
    case 2:
      text.unicodeScalars.insert("日本", at: min(7, scalars))
      text.unicodeScalars.removeSubrange(0..<min(2, scalars))
      // Backspaces.
      for place in [4, 3, 2] where place < text.unicodeScalars.count {
        text.unicodeScalars.removeSubrange(place..<(place + 1))
      }
    case 3: text.update(to: text.string.replacing("l", with: "L"))
    default:
      text.unicodeScalars.removeSubrange(0..<scalars)
      text.append("\0\u{feff}\u{10ffff}e\u{301}\u{301}\r\n" + String(repeating: "a", count: 200))
    }
  } show: {
    ShownText.quoted($0.string)
  }

  private static let array = ReplicatingForm("array", ReplicatingArray<String>()) { array, step in
    array.insert("é\(step)", at: array.count / 2)
    array.append(contentsOf: ["x", "y", "z"].prefix(step))
    if array.count > 4 { array.removeSubrange(1..<3) }
    if step == 4 { array.insert(contentsOf: ["", "\u{10ffff}"], at: 0) }
  } show: {
    ShownText.list($0.map(ShownText.quoted))
  }

  private static let arrayOfNumbers = ReplicatingForm(
    "array-of-numbers", ReplicatingArray<Int?>()
  ) { array, step in
    array.append(contentsOf: [step, 300, nil])
    if step == 1 { array.removeFirst() }
    if step == 4 { array.insert(contentsOf: [.min, .max], at: 0) }
  } show: {
    ShownText.list($0.map { $0.map(String.init) ?? "-" })
  }

  /// An array that dropped removed elements.
  private static let arrayWithoutRemovedElements = ReplicatingForm(
    "array-without-removed-elements", ReplicatingArray<String>()
  ) { array, step in
    array.append(contentsOf: ["é\(step)", "x", "y"])
    if array.count > 3 { array.removeSubrange(1..<3) }
    if step % 2 == 0 { array.dropDeleted() }
  } show: {
    ShownText.list($0.map(ShownText.quoted))
  }

  private static let orderedSet = ReplicatingForm(
    "ordered-set", ReplicatingOrderedSet<String>()
  ) { set, step in
    set.insert("é\(step % 3)", at: 0)
    set.append("y")
    if step > 0 { set.move("y", to: 0) }
    set.remove("é\((step + 1) % 3)")
    if step == 4 { set.append(contentsOf: ["", "\u{10ffff}"]) }
  } show: {
    ShownText.list($0.map(ShownText.quoted))
  }
}
