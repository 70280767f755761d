// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicatingTypes

/// A replicating type, and edits that leave something to see.
protocol TypeSample<Value>: Sendable, CustomStringConvertible {
  associatedtype Value: PersistentReplicable & Framed & Hashable

  func make() -> Value
  func edit(_ value: inout Value, _ number: Int)
}

/// One of every type, for tests of what must hold for all. A new type needs a
/// line here.
enum EveryType {
  static let samples: [any TypeSample] = [
    Sample({ ReplicatingRegister(default: 0) }) { $0.value = $1 },
    Sample({ ReplicatingMultiValueRegister<Int>() }) { $0.set($1) },
    Sample({ ReplicatingCounter() }) { $0.increment(by: $1 + 1) },
    Sample({ ReplicatingSet<Int>() }) { set, number in
      set.insert(number)
      set.remove(number - 1)
    },
    Sample({ ReplicatingOrderedSet<Int>() }) { set, number in
      set.insert(number, at: 0)
      set.remove(number - 1)
    },
    Sample({ ReplicatingAddOnlySet<Int>() }) { $0.insert($1) },
    Sample({ ReplicatingDictionary<Int, ReplicatingSet<Int>>() }) { sets, number in
      sets[number % 3, default: []].insert(number)
      sets[number - 1] = nil
    },
    Sample({ ReplicatingOrderedDictionary<Int, ReplicatingText>() }) { texts, number in
      texts[number % 3, default: ""].append("number \(number) ")
      texts.move(number % 3, to: 0)
      texts[number - 1] = nil
    },
    Sample({ ReplicatingArray<Int>() }) { array, number in
      if array.count > 2 { array.remove(at: 1) }
      array.insert(number, at: array.count / 2)
    },
    Sample({ ReplicatingText() }) { text, number in
      if !text.isEmpty { text.unicodeScalars.removeSubrange(0..<1) }
      text.append("number \(number) ")
    },
    Sample({ Folder() }) { folder, number in
      folder.front.name.value = "\(number)"
      folder.front.text.append("\(number)")
      folder.tags.insert(number)
    },
  ]

  private struct Sample<Value: PersistentReplicable & Framed & Hashable>: TypeSample {
    let body: @Sendable (inout Value, Int) -> Void
    let new: @Sendable () -> Value

    init(
      _ new: @escaping @Sendable () -> Value, body: @escaping @Sendable (inout Value, Int) -> Void
    ) {
      self.body = body
      self.new = new
    }

    var description: String { "\(Value.self)" }

    func make() -> Value { new() }
    func edit(_ value: inout Value, _ number: Int) { body(&value, number) }
  }
}

/// A struct of replicating values.
struct Page: ReplicatingModel {
  var name = ReplicatingRegister(default: "")
  var text = ReplicatingText()

  static let kind = "com.example.page"

  static let fields = FieldList(("name", \Page.name), ("text", \.text))
}

/// A struct with another inside.
struct Folder: ReplicatingModel {
  var front = Page()
  var tags = ReplicatingSet<Int>()

  static let kind = "com.example.folder"

  static let fields = FieldList(("front", \Folder.front), ("tags", \.tags))
}
