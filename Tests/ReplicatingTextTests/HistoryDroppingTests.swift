// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingText
@testable import SequenceEngine

@Suite struct HistoryDroppingTests {
  @Test func aTextGoesOnFromWhatItShows() throws {
    var text: ReplicatingText = "Buy milk and bread"
    text.unicodeScalars.removeSubrange(8..<18)
    let caret = text.characters.anchor(at: 4)
    let before = text.version
    let full = text.encoded()
    text.dropHistory()
    #expect(text.string == "Buy milk" && text.encoded().count < full.count)
    #expect(text.sessions.isEmpty && text.version.floor == before.tips)
    #expect(text.earliestVersion.tips == before.tips)
    text.characters.insert("oat ", at: 4)
    #expect(text.string == "Buy oat milk" && text.characters.offset(of: caret) == 8)
    #expect(text.sessions.count == 1)
    #expect(try text.string(at: before) == "Buy milk")
    #expect(try text.utf16.changes(since: before).map(\.string) == ["oat "])
    #expect(throws: MissingHistory(.dropped)) { try text.string(at: ReplicatingText.Version()) }
    #expect(throws: MissingHistory(.dropped)) {
      try text.dropHistory(upTo: ReplicatingText.Version())
    }
    let loaded = try ReplicatingText(encoded: text.encoded())
    #expect(loaded == text && loaded.encoded() == text.encoded())
  }

  @Test func editsGoOnInTheSameSession() {
    var text: ReplicatingText = "abc"
    text.dropHistory()
    text.append("d")
    text.dropHistory()
    text.append("e")
    #expect(text.string == "abcde" && text.storage.log.eventCounts.counts.count == 1)
  }

  @Test func anEmptyTextHasNothingToDrop() throws {
    var text = ReplicatingText()
    text.dropHistory()
    #expect(text == ReplicatingText() && text.earliestVersion == ReplicatingText.Version())
    text.append("a")
    text.unicodeScalars.removeSubrange(0..<1)
    text.dropHistory()
    #expect(text.isEmpty && text != ReplicatingText())
    text.append("b")
    #expect(try ReplicatingText(encoded: text.encoded()).string == "b")
  }

  @Test func versionsSayWhatWasDropped() throws {
    var text: ReplicatingText = "abc"
    let before = text.version
    text.dropHistory()
    let version = text.version
    #expect(version != before && version.floor == before.tips)
    #expect(text.contains(before))
    let read = try #require(ReplicatingText.Version("\(version)"))
    #expect(read == version && "\(read)" == "\(version)")
    let decoded = try ReplicatingText.Version(encoded: version.encoded())
    #expect(decoded == version && decoded.base == version.base)
    #expect(before.merged(with: version.news(since: before)) == version)
    let news = version.news(since: before.merged(with: version.news(since: before)))
    #expect(news == ReplicatingText.Version())
    for wrong in ["~~", "empty~~", "\(before)~~", "\(version)~", "\(before)~~empty"] {
      #expect(ReplicatingText.Version(wrong) == nil, "\(wrong)")
    }
  }

  /// A replica that typed without having seen the dropped edits, and merged them before the drop,
  /// keeps the history.
  @Test func historyThatOthersNeedIsKept() throws {
    var mine: ReplicatingText = "one three"
    var yours = mine
    mine.characters.insert("two ", at: 4)
    yours.append(" four")
    var keeper = yours
    keeper.merge(mine)
    mine.dropHistory()
    var late = mine
    mine.append("!")
    let back = try #require(keeper.delta(since: mine.version))
    try mine.merge(delta: back)
    keeper.merge(late)
    keeper.merge(mine)
    #expect(mine == keeper && mine.encoded() == keeper.encoded())
    #expect(mine.string == "one two three! four" || mine.string == "one two three four!")
    // All had seen the first nine letters.
    #expect(mine.storage.log.base?.eventCount == 9)
    late.append("?")
    mine.merge(late)
    late.merge(mine)
    #expect(mine == late && mine.encoded() == late.encoded())
    mine.dropHistory()
    late.merge(mine)
    #expect(late == mine && late.storage.log.isEmpty && mine.encoded() == late.encoded())
  }

  @Test func editsMadeWithoutSeeingWhatIsDroppedAreRefused() throws {
    var mine: ReplicatingText = "one three"
    var yours = mine
    mine.characters.insert("two ", at: 4)
    mine.dropHistory()
    yours.characters.insert("zero ", at: 0)
    for (receiver, sender) in [(mine, yours), (yours, mine)] {
      let delta = try #require(sender.delta(since: receiver.version))
      let read = try ReplicatingText.Delta(encoded: delta.encoded())
      var copy = receiver
      #expect(throws: MissingHistory(.dropped)) { try copy.validate(read) }
      #expect(throws: MissingHistory(.dropped)) { try copy.merge(delta: read) }
      #expect(copy == receiver && copy.encoded() == receiver.encoded())
    }
    // The recovery that the documentation advises.
    let recovery = yours
    yours = mine
    yours.update(to: "zero one two three")
    mine.merge(yours)
    #expect(mine.string == "zero one two three" && recovery.string == "zero one three")
  }

  @Test func mergingKeepsBothSidesAllTheSame() throws {
    var mine: ReplicatingText = "one three five"
    var yours = mine
    mine.characters.insert("two ", at: 4)
    mine.characters.removeSubrange(8..<14)
    mine.dropHistory()
    yours.append(" six")
    yours.characters.insert("zero ", at: 0)
    let both = mine.merged(with: yours)
    let other = yours.merged(with: mine)
    #expect(both == other && both.encoded() == other.encoded())
    #expect(both.string == "zero one two five six", "\(both)")
    #expect(both.merged(with: mine) == both && both.merged(with: yours) == both)
    #expect(both.contains(mine.version) && both.contains(yours.version))
    #expect(yours.delta(since: both.version) == nil)
    var going = both
    going.append("!")
    yours.merge(going)
    mine.merge(going)
    #expect(mine == yours && mine.string == both.string + "!")
  }

  @Test func undoSaysWhatWasDropped() throws {
    var text: ReplicatingText = "one"
    var undo = TextUndo()
    undo.edit(&text, at: 0) { $0.append(" two") }
    undo.edit(&text, at: 10_000) { $0.unicodeScalars.removeSubrange(0..<1) }
    text.dropHistory()
    undo.edit(&text, at: 20_000) { $0.unicodeScalars.removeSubrange(0..<3) }
    undo.edit(&text, at: 30_000) { $0.append("!") }
    try undo.undo(&text.utf16)
    try undo.undo(&text.utf16)
    #expect(text.string == "ne two")
    try undo.redo(&text.utf16)
    #expect(text.string == "two")
    try undo.undo(&text.utf16)
    #expect(text.string == "ne two")
    #expect(throws: MissingHistory(.dropped)) { try undo.undo(&text.utf16) }
    #expect(text.string == "ne two")
  }

  // MARK: Schedules

  /// Compares with texts that never drop anything, and with bases computed from the definition.
  @Test func randomSchedules() throws {
    var random = TestRun.generator(seed: 11)
    var (merges, refusals) = (0, 0)
    for schedule in 0..<TestRun.length(150) {
      var models = [FloorModel](repeating: FloorModel(), count: 2 + random.below(3))
      for step in 0..<(10 + random.below(25)) {
        let (index, other) = (random.below(models.count), random.below(models.count))
        switch random.below(12) {
        case 0..<5 where models[index].eventCount < FloorModel.maximumCount - 40:
          try models[index].edit { ManyReplicas.edit(&$0, &random) }
        case 5: models[index].text = try ReplicatingText(encoded: models[index].text.encoded())
        case 6: models[index].dropDeletedText()
        case 7:
          let sessions = models[index].text.sessions
          let version = random.oneIn(3) || sessions.isEmpty ? nil : random.pick(sessions).version
          try models[index].dropHistory(upTo: version)
        case 8 where random.oneIn(3): models[index] = models[other]
        default:
          let isAllowed = models[index].canMerge(models[other])
          if isAllowed {
            try models[index].merge(models[other], delta: random.oneIn(2))
            merges += 1
          } else {
            try refuse(models[index].text, models[other].text)
            refusals += 1
          }
        }
        if let complaint = try models[index].complaint(&random) {
          Issue.record("schedule \(schedule), step \(step): \(index) \(complaint)")
          return
        }
      }
      if let complaint = try Self.complaint(aboutAll: models) {
        Issue.record("schedule \(schedule): \(complaint)")
        return
      }
    }
    print("\(merges) merges, \(refusals) refused")
    #expect(merges > refusals && refusals > 0)
  }

  /// All ways to make three texts from one by a few edits, drops and merges.
  @Test func allSmallSchedules() throws {
    var first = FloorModel()
    try first.edit { $0.append("ab") }
    var count = 0
    try visit([first, first, first], steps: TestRun.isLong ? 5 : 4, "", &count)
    print("\(count) schedules")
    #expect(count > 1000)
  }

  private func visit(
    _ models: [FloorModel], steps: Int, _ path: String, _ count: inout Int
  ) throws {
    count += 1
    for (index, model) in models.enumerated() {
      if let complaint = model.complaint(model.base) {
        Issue.record("\(path): \(index) \(complaint)")
      }
    }
    if steps == 0 {
      if let complaint = try Self.complaint(aboutAll: models) {
        Issue.record("\(path): \(complaint)")
      }
      return
    }
    for index in models.indices {
      var next = models
      try next[index].edit { $0.unicodeScalars.insert("c", at: min(1, $0.unicodeScalars.count)) }
      try visit(next, steps: steps - 1, path + " edit \(index)", &count)
      next = models
      try next[index].dropHistory(upTo: nil)
      try visit(next, steps: steps - 1, path + " drop \(index)", &count)
      for other in models.indices where other != index {
        guard models[index].canMerge(models[other]) else {
          try refuse(models[index].text, models[other].text)
          continue
        }
        next = models
        try next[index].merge(models[other], delta: true)
        if next[index].equals(models[index]) { continue }
        try visit(next, steps: steps - 1, path + " merge \(other) into \(index)", &count)
      }
    }
  }

  /// Checks the laws of merging between all models that can be merged.
  private static func complaint(aboutAll models: [FloorModel]) throws -> String? {
    for (index, one) in models.enumerated() {
      for (other, two) in models.enumerated() {
        if one.equals(two) != (one.text == two.text) { return "\(index) == \(other) is wrong" }
        if one.text == two.text, one.text.encoded() != two.text.encoded() {
          return "\(index) and \(other) have other bytes"
        }
        guard index < other, one.canMerge(two) else { continue }
        let both = one.text.merged(with: two.text)
        let swapped = two.text.merged(with: one.text)
        if both != swapped || both.encoded() != swapped.encoded() {
          return "\(index) and \(other) do not commute"
        }
        var received = one
        try received.merge(two, delta: true)
        if received.text != both || received.text.encoded() != both.encoded() {
          return "the delta from \(other) to \(index) is not what merging is"
        }
        if both.merged(with: two.text) != both { return "merging \(other) twice changes it" }
      }
    }
    return nil
  }

  /// Expects a refused delta and a sound merge: text that one side shows and the other never knew
  /// stays, and so does text that both show.
  private func refuse(_ one: ReplicatingText, _ two: ReplicatingText) throws {
    var copy = one
    let delta = try #require(two.delta(since: one.version))
    #expect(throws: MissingHistory(.dropped)) { try copy.validate(delta) }
    #expect(throws: MissingHistory(.dropped)) { try copy.merge(delta: delta) }
    #expect(copy == one && copy.encoded() == one.encoded())
    let both = one.merged(with: two)
    let swapped = two.merged(with: one)
    #expect(both == swapped && both.encoded() == swapped.encoded())
    #expect(both.merged(with: one) == both && both.merged(with: two) == both)
    #expect(both.contains(one.version) && both.contains(two.version))
    let (ones, twos) = (Self.shown(one), Self.shown(two))
    let expected = ones.intersection(twos)
      .union(ones.filter { !two.storage.log.graph.knows($0) })
      .union(twos.filter { !one.storage.log.graph.knows($0) })
    #expect(Self.shown(both) == expected)
    #expect(try ReplicatingText(encoded: both.encoded()).string == both.string)
  }

  private static func shown(_ text: ReplicatingText) -> Set<Dot> {
    var text = text
    text.dropHistory()
    var dots: Set<Dot> = []
    for run in text.storage.log.base?.elements ?? [] {
      for number in run.numbers { dots.insert(Dot(session: run.session, number: number)) }
    }
    return dots
  }
}
