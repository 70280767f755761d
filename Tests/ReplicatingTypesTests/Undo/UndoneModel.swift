// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs

@testable import ReplicatingTypes

/// A model with a field of every type that can be undone, and models in it.
struct UndoneModel: ReplicatingModel {
  struct Item: ReplicatingModel {
    var title = ReplicatingRegister(default: 0)
    var list = ReplicatingArray<Int>()
    var text = ReplicatingText()

    static let kind = "test.undone.item"
    static let fields = FieldList(("title", \Item.title), ("list", \.list), ("text", \.text))
  }

  var title = ReplicatingRegister(default: 0)
  var choice = ReplicatingMultiValueRegister<Int>()
  var count = ReplicatingCounter()
  var tags = ReplicatingSet<Int>()
  var prices = ReplicatingDictionary<Int, Int>()
  var items = ReplicatingDictionary<Int, Item>()
  var order = ReplicatingOrderedSet<Int>()
  var chapters = ReplicatingOrderedDictionary<Int, Item>()
  var inner = Item()

  static let kind = "test.undone"
  static let fields = FieldList(
    ("title", \UndoneModel.title), ("choice", \.choice), ("count", \.count), ("tags", \.tags),
    ("prices", \.prices), ("items", \.items), ("order", \.order), ("chapters", \.chapters),
    ("inner", \.inner))
}

/// What a model shows, by the names of its parts. Each element of a set, an array or a text is a part.
typealias ShownParts = [String: Int]

extension UndoneModel {
  var parts: ShownParts {
    var parts = inner.parts(in: "inner/")
    parts["title"] = title.value
    if !choice.values.isEmpty {
      parts["choice"] = choice.values.reduce(1) { ($0 &* 31) &+ $1 }
    }
    for tag in tags { parts["tags/\(tag)"] = 1 }
    for element in order { parts["order/\(element)"] = 1 }
    for (key, price) in prices { parts["prices/\(key)"] = price }
    for (name, items) in [("items", items.dictionary), ("chapters", chapters.dictionary)] {
      for (key, item) in items {
        parts["\(name)/\(key)"] = 1
        parts.merge(item.parts(in: "\(name)/\(key)/")) { first, _ in first }
      }
    }
    return parts
  }

  /// All that is shown, with the order.
  var wholeText: String {
    let items = items.dictionary.sorted { $0.key < $1.key }.map {
      "\($0.key): \($0.value.wholeText)"
    }
    let chapters = chapters.map { "\($0.key): \($0.value.wholeText)" }
    return """
      \(title.value) \(choice.values) \(count.value) \(tags.values.sorted()) \
      \(prices.dictionary.sorted { $0.key < $1.key }) \(items) \(order.values) \(chapters) \
      \(inner.wholeText)
      """
  }
}

extension UndoneModel.Item {
  func parts(in place: String) -> ShownParts {
    var parts = [place + "title": title.value]
    for element in list { parts[place + "list/\(element)"] = 1 }
    for scalar in text.string.unicodeScalars { parts[place + "text/\(scalar.value)"] = 1 }
    return parts
  }

  var wholeText: String { "(\(title.value) \(list.values) \(text.string))" }

  fileprivate mutating func edit(_ numbers: inout UniqueNumbers, _ random: inout SeededGenerator) {
    switch random.below(4) {
    case 0: title.value = numbers.next()
    case 1, 2:
      let start = random.below(list.count + 1)
      let end = random.oneIn(2) ? start : min(list.count, start + random.below(4))
      let new = (0..<(random.oneIn(3) ? 0 : random.below(4))).map { _ in numbers.next() }
      list.replaceSubrange(start..<end, with: new)
    default:
      let count = text.unicodeScalars.count
      let start = random.below(count + 1)
      let end = random.oneIn(2) ? start : min(count, start + random.below(4))
      var new = String.UnicodeScalarView()
      for _ in 0..<(random.oneIn(3) ? 0 : random.below(4)) {
        if let scalar = Unicode.Scalar(UInt32(0x2_0000 + numbers.next())) { new.append(scalar) }
      }
      text.unicodeScalars.replaceSubrange(start..<end, with: String(new))
    }
  }
}

/// Numbers that are given once, so that each element can be followed.
struct UniqueNumbers {
  private var last = 0

  mutating func next() -> Int {
    last += 1
    return last
  }
}

extension UndoneModel {
  /// Some random edits at once.
  mutating func edit(_ numbers: inout UniqueNumbers, _ random: inout SeededGenerator) {
    for _ in 0...random.below(3) { editOnce(&numbers, &random) }
  }

  private mutating func editOnce(
    _ numbers: inout UniqueNumbers, _ random: inout SeededGenerator
  ) {
    let key = random.below(4)
    switch random.below(14) {
    case 0: title.value = numbers.next()
    case 1: choice.set(numbers.next())
    case 2: count.increment(by: random.below(9) - 4)
    case 3: if random.oneIn(2) { tags.insert(key) } else { tags.remove(key) }
    case 4: prices[key] = random.oneIn(3) ? nil : numbers.next()
    case 5: if random.oneIn(2) { order.remove(key) } else { order.append(key) }
    case 6: order.move(key, to: random.below(max(1, order.count)))
    case 7: items[key] = nil
    case 8, 9: items[key, default: Item()].edit(&numbers, &random)
    case 10: chapters[key] = nil
    case 11: chapters[key, default: Item()].edit(&numbers, &random)
    case 12:
      if random.oneIn(2) {
        chapters.move(key, to: random.below(max(1, chapters.count)))
      } else {
        var fresh = Item()
        fresh.edit(&numbers, &random)
        chapters[key] = nil
        chapters[key] = fresh
      }
    default: inner.edit(&numbers, &random)
    }
  }
}
