// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicationLaws
import SequenceEngine
import TestInputs
import Testing

@testable import ReplicatingTypes

/// Undoing of whole models in random histories, against what must happen to each part.
@Suite struct ReversingTests {
  /// Alone, each step undone shows all as before it, and each redone all as after it.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func aloneUndoingGoesBackThroughAllStates(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    for schedule in 0..<TestRun.length(60) {
      var device = UndoingDevice(1, &random)
      var numbers = UniqueNumbers()
      var all = [device.model.wholeText]
      var shown = 0
      for step in 0..<60 {
        switch random.below(10) {
        case 0..<4:
          guard try device.edit({ $0.edit(&numbers, &random) }) else { continue }
          all = all[...shown] + [device.model.wholeText]
          shown += 1
        case 4..<7:
          for _ in 0...random.below(6) where try device.reverse(.undo) != nil { shown -= 1 }
        case 7, 8:
          for _ in 0...random.below(6) where try device.reverse(.redo) != nil { shown += 1 }
        default: try device.reload()
        }
        if device.model.wholeText == all[shown] { continue }
        Issue.record(
          "schedule \(schedule), step \(step):\n\(device.model.wholeText)\nnot\n\(all[shown])")
        return
      }
    }
  }

  /// Without a device mark, the session tells whose an edit is.
  @Test(arguments: [12, 13, 14] as [UInt64])
  func undoingWithoutADeviceMarkGoesBackThroughAllStates(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    for schedule in 0..<TestRun.length(60) {
      var device = UndoingDevice(nil, &random)
      var numbers = UniqueNumbers()
      var all = [device.model.wholeText]
      for _ in 0..<20 where try device.edit({ $0.edit(&numbers, &random) }) {
        all.append(device.model.wholeText)
      }
      for _ in 0..<2 {
        for expected in all.dropLast().reversed() {
          _ = try device.reverse(.undo)
          try #require(device.model.wholeText == expected, "schedule \(schedule)")
        }
        for expected in all.dropFirst() {
          _ = try device.reverse(.redo)
          try #require(device.model.wholeText == expected, "schedule \(schedule)")
        }
      }
    }
  }

  /// Among others, what a step did goes, unless others did the same part anew. All else stays.
  @Test(arguments: [4, 5, 6] as [UInt64])
  func amongOthersOnlyOnesOwnStepsAreUndone(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    for schedule in 0..<TestRun.length(80) {
      var (mine, yours) = (UndoingDevice(1, &random), UndoingDevice(2, &random))
      var numbers = UniqueNumbers()
      for step in 0..<60 {
        var fault: String?
        switch random.below(12) {
        case 0..<3: _ = try mine.edit { $0.edit(&numbers, &random) }
        case 3..<5: _ = try yours.edit { $0.edit(&numbers, &random) }
        case 5, 6: try mine.merge(yours)
        case 7: try yours.merge(mine)
        case 8: fault = try mine.check(.undo)
        case 9: fault = try mine.check(.redo)
        case 10: fault = try yours.check(.undo)
        default: try mine.reload()
        }
        guard let fault else { continue }
        Issue.record("schedule \(schedule), step \(step): \(fault)")
        return
      }
      try mine.merge(yours)
      try yours.merge(mine)
      #expect(mine.model == yours.model && mine.model.wholeText == yours.model.wholeText)
      #expect(try mine.model.encoded() == yours.model.encoded())
    }
  }

  @Test func aStepOfATextCostsNoIndexOfItsHistory() throws {
    var text = ReplicatingText(String(repeating: "abcdefghi\n", count: 2_000))
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let place = random.below(text.unicodeScalars.count - 4)
      text.unicodeScalars.replaceSubrange(place..<(place + 2), with: "xy")
    }
    text = try ReplicatingText(encoded: text.encoded(for: .ownDevice), from: .ownDevice)
    text.append("!")
    let reversing = Reversing<ReplicatingText>()
    var found: Reversal?
    let work = WorkCounter.during {
      let mark = reversing.mark(text)
      text.unicodeScalars.replaceSubrange(100..<102, with: "uvw")
      found = reversing.reversal(text, mark)
    }
    #expect(work.events == 0 && work.nodes < 200 && work.runs < 200, "\(work)")
    guard case .edits(let edits) = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(edits.count == 1)
  }

  @Test func aStepOfALargeSetCostsInProportionToItself() {
    var order = ReplicatingOrderedSet(0..<20_000)
    _ = order.values
    let reversing = Reversing<ReplicatingOrderedSet<Int>>()
    let work = WorkCounter.during {
      let mark = reversing.mark(order)
      order.move(17, to: 5_000)
      #expect(reversing.reversal(order, mark) != nil)
    }
    #expect(work.nodes < 300, "\(work)")
  }

  /// A session goes on from step to step, since no copy of the value lies beside the edit.
  @Test func recordingOpensNoSessions() throws {
    var random = SeededGenerator(seed: 7)
    var device = UndoingDevice(1, &random)
    for number in 0..<10 {
      _ = try device.edit { model in
        model.inner.text.append("a")
        model.tags.insert(number)
        model.inner.list.append(number)
        model.items[1, default: UndoneModel.Item()].text.append("b")
      }
    }
    #expect(device.model.inner.text.sessions.count == 1)
    #expect(device.model.items[1]?.text.sessions.count == 1)
    #expect(device.model.tags.version.counts.count == 1)
  }

  @Test func anAddedKeyStaysIfOthersEditedItsValue() throws {
    var random = SeededGenerator(seed: 8)
    var (mine, yours) = (UndoingDevice(1, &random), UndoingDevice(2, &random))
    _ = try mine.edit { model in
      for key in 1...2 { model.items[key, default: UndoneModel.Item()].text.append("a") }
    }
    try yours.merge(mine)
    _ = try yours.edit { $0.items[1]?.text.append("b") }
    try mine.merge(yours)
    try mine.reverse(.undo)
    #expect(mine.model.items.dictionary.mapValues(\.text.string) == [1: "ab"])
    try mine.reverse(.redo)
    #expect(mine.model.items.dictionary.mapValues(\.text.string) == [1: "ab", 2: "a"])
  }

  /// Also if they only deleted in it.
  @Test func anAddedKeyStaysIfOthersDeletedInItsValue() throws {
    var random = SeededGenerator(seed: 16)
    var (mine, yours) = (UndoingDevice(1, &random), UndoingDevice(2, &random))
    _ = try mine.edit { $0.items[1, default: UndoneModel.Item()].text.append("ab") }
    try yours.merge(mine)
    _ = try yours.edit { $0.items[1]?.text.update(to: "b") }
    try mine.merge(yours)
    try mine.reverse(.undo)
    #expect(mine.model.items[1]?.text.string == "b")
  }

  @Test func aRemovedValueComesBackWithWhatOthersDid() throws {
    var random = SeededGenerator(seed: 9)
    var (mine, yours) = (UndoingDevice(1, &random), UndoingDevice(2, &random))
    _ = try mine.edit { $0.chapters[1, default: UndoneModel.Item()].text.append("a") }
    try yours.merge(mine)
    _ = try yours.edit { $0.chapters[1]?.text.append("b") }
    // Setting the clock of this device ahead lets its removal win.
    for _ in 0..<9 { _ = try mine.edit { $0.title.value += 1 } }
    _ = try mine.edit { model in
      model.chapters[1]?.title.value = 5
      model.chapters[1] = nil
    }
    try mine.merge(yours)
    #expect(mine.model.chapters.isEmpty)
    try mine.reverse(.undo)
    #expect(mine.model.chapters[1]?.text.string == "ab")
    #expect(mine.model.chapters[1]?.title.value == 0)
  }

  /// An edit that a removed value has not seen counts once the value is back.
  @Test func aValueThatCameBackTakesInWhatOthersDid() throws {
    var random = SeededGenerator(seed: 11)
    var (mine, yours) = (UndoingDevice(1, &random), UndoingDevice(2, &random))
    _ = try mine.edit { model in
      model.items[1, default: UndoneModel.Item()].text.append("a")
      model.chapters[1, default: UndoneModel.Item()].text.append("a")
    }
    try yours.merge(mine)
    _ = try mine.edit { model in
      model.items[1] = nil
      model.chapters[1] = nil
    }
    try mine.reverse(.undo)
    _ = try yours.edit { model in
      model.items[1]?.text.append("b")
      model.chapters[1]?.text.append("b")
    }
    try mine.merge(yours)
    try yours.merge(mine)
    for model in [mine.model, yours.model] {
      #expect(model.items[1]?.text.string == "ab" && model.chapters[1]?.text.string == "ab")
    }
  }

  @Test func aCounterThatOthersSetAnewStays() throws {
    typealias Counts = ReplicatingDictionary<Int, ReplicatingCounter>
    let reversing = Reversing<Counts>()
    var mine: Counts = [1: ReplicatingCounter(3)]
    let mark = reversing.mark(mine)
    mine[1]?.increment(by: 2)
    let step = try #require(reversing.reversal(mine, mark))
    var (undone, undoing) = (mine, Undoing(after: PutBack()))
    reversing.revert(&undone, step, &undoing)
    #expect(undone[1]?.value == 3)
    var yours = mine
    yours[1] = nil
    yours[1] = ReplicatingCounter(7)
    mine.merge(yours)
    reversing.revert(&mine, step, &undoing)
    #expect(mine[1]?.value == 7)
  }

  /// Edits outside the environment of a library tell no device.
  @Test func whatAnEditOfNoDeviceDidIsTakenBack() throws {
    var order: ReplicatingOrderedSet = [1, 2, 3]
    var items: ReplicatingOrderedDictionary<Int, ReplicatingText> = [1: "a", 2: "b"]
    let orders = Reversing<ReplicatingOrderedSet<Int>>()
    let dictionaries = Reversing<ReplicatingOrderedDictionary<Int, ReplicatingText>>()
    let (orderMark, itemsMark) = (orders.mark(order), dictionaries.mark(items))
    order.move(1, to: 2)
    items.move(1, to: 1)
    items[3] = "c"
    var undoing = Undoing(after: PutBack())
    let moved = try #require(orders.reversal(order, orderMark))
    orders.revert(&order, moved, &undoing)
    let changed = try #require(dictionaries.reversal(items, itemsMark))
    dictionaries.revert(&items, changed, &undoing)
    #expect(order.values == [1, 2, 3] && Array(items.keys) == [1, 2])
  }

  /// Also in a session that the step does not know.
  @Test(arguments: [1, nil] as [UInt128?])
  func aKeyThatComesBackStandsWhereItStood(mark: UInt128?) throws {
    var random = SeededGenerator(seed: 15)
    var device = UndoingDevice(mark, &random)
    _ = try device.edit { model in
      for key in 1...3 { model.chapters[key, default: UndoneModel.Item()].title.value = key }
    }
    _ = try device.edit { $0.chapters[1] = nil }
    try device.reload()
    try device.reverse(.undo)
    #expect(Array(device.model.chapters.keys) == [1, 2, 3])
  }

  @Test(arguments: [1, nil] as [UInt128?])
  func whatOthersMovedSinceStaysThere(mark: UInt128?) throws {
    var random = SeededGenerator(seed: 10)
    var (mine, yours) = (UndoingDevice(mark, &random), UndoingDevice(mark.map { $0 + 1 }, &random))
    _ = try mine.edit { $0.order.append(contentsOf: 0..<5) }
    _ = try mine.edit { model in
      model.order.move(0, to: 4)
      model.order.move(1, to: 3)
    }
    try yours.merge(mine)
    _ = try yours.edit { $0.order.move(0, to: 2) }
    try mine.merge(yours)
    #expect(mine.model.order.values == [2, 3, 0, 4, 1])
    try mine.reverse(.undo)
    #expect(mine.model.order.values == [1, 2, 3, 0, 4])
  }

  @Test func whatIsAddedToAnAddOnlySetStays() {
    var set: ReplicatingAddOnlySet = [1]
    let reversing = Reversing<ReplicatingAddOnlySet<Int>>()
    let mark = reversing.mark(set)
    #expect(reversing.reversal(set, mark) == nil)
    set.insert(2)
    #expect(reversing.reversal(set, mark) == .nothing)
    var undoing = Undoing(after: PutBack())
    reversing.revert(&set, .nothing, &undoing)
    #expect(set.values == [1, 2])
  }

  /// All else of the step is taken back.
  @Test func droppedContentsDoNotComeBack() throws {
    var text = SteppedValue(ReplicatingText("One 1234"))
    try text.edit { $0.append(", not two") }
    try text.edit { $0.update(to: "One abc, not two") }
    text.change { $0.dropDeleted() }
    try text.edit { $0.update(to: "abc, not two") }
    text.undo()
    #expect(text.value.string == "One abc, not two")
    text.undo()
    #expect(text.value.string == "One , not two")
    text.undo()
    #expect(text.value.string == "One ")
    for _ in 0..<2 { text.redo() }
    #expect(text.value.string == "One abc, not two")
    var array = SteppedValue(ReplicatingArray([1, 2, 3]))
    try array.edit { $0.remove(at: 0) }
    array.change { $0.dropDeleted() }
    try array.edit { $0.replaceSubrange(0..<1, with: [4, 5]) }
    array.undo()
    array.undo()
    #expect(array.value.values == [2, 3])
  }

  @Test func badBytesAreRefused() throws {
    var random = TestRun.generator(seed: 9)
    var numbers = UniqueNumbers()
    var device = UndoingDevice(1, &random)
    for _ in 0..<60 { _ = try device.edit { $0.edit(&numbers, &random) } }
    for step in device.steps(.undo) {
      var writer = ByteWriter()
      step.encode(to: &writer)
      for count in 0..<writer.bytes.count {
        var reader = ByteReader(Array(writer.bytes.prefix(count)))
        #expect(throws: DecodingFailure.self) { try Reversal(from: &reader) }
        #expect(throws: DecodingFailure.self) {
          try RowBytes.open(Array(RowBytes.seal(writer).prefix(count)))
        }
        // A flipped bit is refused or read as something else, and applied without a trap.
        var bytes = writer.bytes
        bytes[count] ^= 1 << (count % 8)
        var flipped = ByteReader(bytes, in: 0..<bytes.count, identifiers: writer.identifiers)
        if let other = try? Reversal(from: &flipped) { device.apply(other) }
      }
    }
    let deep = [UInt8](repeating: 5, count: 1) + Array([[1, 0, 5]].joined())
    var reader = ByteReader(Array(repeating: deep, count: 10_000).flatMap { $0 })
    #expect(throws: DecodingFailure.self) { try Reversal(from: &reader) }
  }
}

/// A device that edits a copy of a model, and keeps its steps as a library does.
struct UndoingDevice {
  enum Direction { case undo, redo }

  private struct Step {
    var reversal: Reversal
    /// The parts that the step changed, before and after.
    var before: ShownParts = [:]
    var after: ShownParts = [:]
    var amount = 0
  }

  private(set) var model = UndoneModel()
  private let environment: ReplicationEnvironment
  private let reversing = Reversing<UndoneModel>()
  private var undos: [Step] = []
  private var redos: [Step] = []
  private var putBack = PutBack()
  /// The keys of nested models that others edited, now or before.
  private var touched: Set<String> = []
  /// The elements of texts and arrays that undoing put back here: they are this device's from then on.
  private var revived: Set<String> = []
  /// The elements that undoing put back on other devices.
  private var revivedByOthers: Set<String> = []

  /// - Parameter number: Nil for a device without a mark.
  init(_ number: UInt128?, _ random: inout SeededGenerator) {
    let seeded = ReplicationEnvironment.seeded(random.next())
    environment = number.map { seeded.marked(with: DeviceMark(of: $0)) } ?? seeded
  }

  func steps(_ direction: Direction) -> [Reversal] {
    (direction == .undo ? undos : redos).map(\.reversal)
  }

  mutating func edit(_ body: (inout UndoneModel) -> Void) throws -> Bool {
    guard let step = try record({ body(&$0) }) else { return false }
    redos = []
    undos.append(step)
    return true
  }

  /// - Returns: Nil if nothing was changed.
  private mutating func record(
    _ body: (inout UndoneModel) throws -> Void
  ) throws -> Step? {
    let (before, count) = (model.parts, model.count.value)
    let mark = reversing.mark(model)
    try environment.run { try body(&model) }
    guard let reversal = reversing.reversal(model, mark) else { return nil }
    var writer = ByteWriter()
    reversal.encode(to: &writer)
    var reader = try RowBytes.open(RowBytes.seal(writer))
    let read = try Reversal(from: &reader)
    try reader.expectEnd()
    #expect(read == reversal)
    let after = model.parts
    return Step(
      reversal: read, before: before.filter { after[$0.key] != $0.value },
      after: after.filter { before[$0.key] != $0.value }, amount: model.count.value - count)
  }

  /// Undoes or redoes a step.
  ///
  /// - Returns: The step that was undone; nil if there was none.
  @discardableResult
  mutating func reverse(_ direction: Direction) throws -> Reversal? {
    try reverseStep(direction)?.reversal
  }

  private mutating func reverseStep(_ direction: Direction) throws -> Step? {
    guard let step = direction == .undo ? undos.popLast() : redos.popLast() else { return nil }
    var undoing = Undoing(after: putBack)
    let (reversing, before) = (reversing, model.parts)
    let inverse = try record { reversing.revert(&$0, step.reversal, &undoing) }
    var writer = ByteWriter()
    undoing.new.encode(to: &writer)
    var reader = try RowBytes.open(RowBytes.seal(writer))
    putBack = putBack + (try PutBack(from: &reader))
    revived.formUnion(model.parts.keys.filter { Self.isElement($0) && before[$0] == nil })
    let other = inverse ?? Step(reversal: .nothing)
    if direction == .undo { redos.append(other) } else { undos.append(other) }
    return step
  }

  /// Undoes what was never done.
  mutating func apply(_ reversal: Reversal) {
    var undoing = Undoing(after: putBack)
    environment.run { reversing.revert(&model, reversal, &undoing) }
  }

  mutating func reload() throws {
    model = try UndoneModel(encoded: model.encoded())
  }

  mutating func merge(_ other: UndoingDevice) throws {
    if let news = other.model.delta(since: model.version) { try model.merge(delta: news) }
    revivedByOthers.formUnion(other.revived)
    let device = environment.device
    func touch(_ entries: HashTrie<Int, DictionaryEntry<UndoneModel.Item>>, _ field: String) {
      entries.forEach { item in
        if item.value.dots.contains(where: { $0.session.run.device != device }) {
          touched.insert("\(field)/\(item.key)/")
        }
      }
    }
    touch(other.model.items.storage.state.keyed.entries, "items")
    touch(other.model.chapters.storage.state.keyed.entries, "chapters")
  }

  private static func isElement(_ part: String) -> Bool {
    part.contains("/list/") || part.contains("/text/")
  }

  private static func nested(_ part: String) -> String? {
    let names = part.split(separator: "/")
    return ["items", "chapters"].contains(names[0]) ? "\(names[0])/\(names[1])/" : nil
  }

  /// Undoes or redoes a step and tells what is wrong then.
  mutating func check(_ direction: Direction) throws -> String? {
    let (before, count) = (model.parts, model.count.value)
    guard let step = try reverseStep(direction) else { return nil }
    let after = model.parts
    if model.count.value != count - step.amount { return "the count is \(model.count.value)" }
    let names = Set(before.keys).union(after.keys).union(step.before.keys)
    for part in names {
      if let key = Self.nested(part), touched.contains(key) { continue }
      if revivedByOthers.contains(part) { continue }
      let isOfStep = step.before[part] != step.after[part]
      let expected = isOfStep && before[part] == step.after[part] ? step.before[part] : before[part]
      if after[part] != expected {
        return """
          \(part) is \(after[part].map { "\($0)" } ?? "absent"), was \
          \(before[part].map { "\($0)" } ?? "absent"); the step led from \
          \(step.before[part].map { "\($0)" } ?? "absent") to \
          \(step.after[part].map { "\($0)" } ?? "absent")
          """
      }
    }
    guard direction == .undo else { return nil }
    _ = try reverseStep(.redo)
    if model.parts != before || model.count.value != count { return "redoing shows something else" }
    _ = try reverseStep(.undo)
    return model.parts == after ? nil : "undoing again shows something else"
  }
}
