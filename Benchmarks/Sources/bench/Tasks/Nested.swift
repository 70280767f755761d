// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicatingTypes

/// Keys typed into a text deep in other values, and deltas of one letter merged into it, beside a
/// text by itself.
enum Nested: BenchmarkTask {
  static let name = "nested"

  private static let size = 10_000
  private static let letters = 10_000
  private static let merges = 1_000
  private static let key = "note 5000"
  private static let content = String(repeating: "plain text", count: 1_000)

  private typealias Ordered = ReplicatingOrderedDictionary<String, Page>
  private typealias Unordered = ReplicatingDictionary<String, Page>
  private typealias Shelf = ReplicatingDictionary<
    String, ReplicatingOrderedDictionary<String, Page>
  >

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    let ordered = try saved(Ordered()) { $0[$1] = $2 }
    let unordered = try saved(Unordered()) { $0[$1] = $2 }
    let shelf = try saved(Shelf()) { $0["shelf", default: [:]][$1] = $2 }
    try measure("a text by itself", ReplicatingText(content).encoded(), recorder) {
      $0.append("x")
    } text: { (text: ReplicatingText) in
      text
    }
    try measure("in a struct in a dictionary", unordered, recorder) {
      $0[key]?.text.append("x")
    } text: { (book: Unordered) in
      book[key]?.text
    }
    try measure("in a struct in an ordered dictionary", ordered, recorder) {
      $0[key]?.text.append("x")
    } text: { (book: Ordered) in
      book[key]?.text
    }
    try measure("in a struct in an ordered dictionary in a dictionary", shelf, recorder) {
      $0["shelf"]?[key]?.text.append("x")
    } text: { (shelf: Shelf) in
      shelf["shelf"]?[key]?.text
    }
  }

  /// A value of many structs, one of them with a long text.
  private static func saved<Value: PersistentReplicable & Framed>(
    _ empty: Value, _ set: (inout Value, String, Page) -> Void
  ) throws -> [UInt8] {
    var value = empty
    for number in 0..<size {
      var page = Page()
      page.title.value = "Page \(number)"
      page.text.append(number == size / 2 ? content : "A few words.")
      set(&value, "note \(number)", page)
    }
    return try value.encoded()
  }

  private static func measure<Value: PersistentReplicable & Framed>(
    _ place: String, _ saved: [UInt8], _ recorder: Recorder, _ type: (inout Value) -> Void,
    text: (Value) -> ReplicatingText?
  ) throws {
    let typed = content + String(repeating: "x", count: letters)
    try recorder.time(
      name, "\(place), typing, per key", operations: letters,
      setUp: {
        // The first edit of a value that was read opens a session, and is not measured.
        var value = try Value(encoded: saved)
        type(&value)
        return value
      }
    ) { value in
      for _ in 1..<letters { type(&value) }
    } checkState: {
      try WrongResult.check(text($0)?.string == typed, "\(place), typing")
    }
    var sender = try Value(encoded: saved)
    var deltas: [Value.Delta] = []
    for _ in 0..<merges {
      let version = sender.version
      type(&sender)
      if let delta = sender.delta(since: version) { deltas.append(delta) }
    }
    try recorder.time(
      name, "\(place), a letter merged, by delta", operations: merges,
      setUp: { try Value(encoded: saved) }
    ) { value in
      for delta in deltas { try value.merge(delta: delta) }
    } checkState: {
      let shown = content + String(repeating: "x", count: merges)
      try WrongResult.check(text($0)?.string == shown, "\(place), merging")
    }
  }
}

/// A note.
private struct Page: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var tags = ReplicatingSet<String>()
  var text = ReplicatingText()

  static let kind = "bench.page"
  static let fields = FieldList(("title", \Page.title), ("tags", \.tags), ("text", \.text))
}
