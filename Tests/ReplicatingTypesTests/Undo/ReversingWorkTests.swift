// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicationLaws
import SequenceEngine
import Synchronization
import Testing

@testable import ReplicatingTypes

/// What recording and undoing cost, by counts.
@Suite struct ReversingWorkTests {
  /// A register and a choice tell by their versions that nothing changed. A value that travels whole has
  /// no version: it is compared, once.
  @Test func aFieldThatDidNotChangeIsNotWritten() {
    var page = CountedPage()
    page.text.value = CountedValue()
    page.choice.set(CountedValue())
    page.cover = CountedValue()
    let reversing = Reversing<CountedPage>()
    // The first use of a model checks its list of fields.
    #expect(reversing.reversal(page, reversing.mark(page)) == nil)
    CountedValue.looks.store(0, ordering: .relaxed)
    let mark = reversing.mark(page)
    page.title.value = "Plan"
    let reversal = reversing.reversal(page, mark)
    #expect(CountedValue.looks.load(ordering: .relaxed) == 1)
    guard case .fields(let fields) = reversal else {
      Issue.record("\(String(describing: reversal))")
      return
    }
    #expect(fields.map(\.key) == ["title"])
  }

  @Test func allElementsOfAnOrderedSetComeBackInOneGo() throws {
    let count = 2_000
    var order = SteppedValue(ReplicatingOrderedSet(0..<count))
    try order.edit { $0.removeAll() }
    let work = WorkCounter.during { order.undo() }
    let isRestored = order.value.values == Array(0..<count)
    #expect(isRestored)
    #expect(work.nodes < 200 * count, "\(work)")
  }

  @Test func allKeysOfAnOrderedDictionaryComeBackInOneGo() throws {
    let count = 2_000
    var items = ReplicatingOrderedDictionary<Int, Int>()
    for key in (0..<count).reversed() { items[key] = key }
    var steps = SteppedValue(items)
    try steps.edit { $0.removeAll() }
    let work = WorkCounter.during { steps.undo() }
    let isRestored = Array(steps.value.keys) == (0..<count).reversed()
    #expect(isRestored)
    #expect(work.nodes < 300 * count, "\(work)")
  }
}

/// A value that counts how often it is written or compared.
private struct CountedValue: Codable, Hashable, Sendable {
  static let looks = Atomic<Int>(0)

  private var word = "word"

  init() {}

  func encode(to encoder: any Encoder) throws {
    Self.looks.add(1, ordering: .relaxed)
    var container = encoder.singleValueContainer()
    try container.encode(word)
  }

  init(from decoder: any Decoder) throws {
    word = try decoder.singleValueContainer().decode(String.self)
  }

  static func == (one: Self, other: Self) -> Bool {
    looks.add(1, ordering: .relaxed)
    return one.word == other.word
  }
}

private struct CountedPage: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var text = ReplicatingRegister(default: CountedValue())
  var choice = ReplicatingMultiValueRegister<CountedValue>()
  var cover = CountedValue()

  static let kind = "test.page"
  static let fields = FieldList(
    ("title", \CountedPage.title), ("text", \.text), ("choice", \.choice),
    constants: ("cover", \.cover))
}
