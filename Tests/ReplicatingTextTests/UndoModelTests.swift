// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingText

/// Undoing in random histories, against lists of the expected results.
@Suite struct UndoModelTests {
  // MARK: One person

  /// Without other devices, undoing a step shows the text before it, and redoing it the text after
  /// it.
  @Test(arguments: [1, 2] as [UInt64])
  func aloneUndoingGoesBackThroughAllTexts(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    for schedule in 0..<TestRun.length(300) {
      var text = ReplicatingText()
      var undo = TextUndo(limit: 1_000)
      // The texts between steps, and the place of the shown one.
      var texts = [""]
      var shown = 0
      for step in 0..<(20 + random.below(60)) {
        switch random.below(12) {
        case 0..<5:
          let before = text.version
          undo.edit(&text, at: UInt64(step) * 1_000) { ManyReplicas.edit(&$0, &random) }
          if text.version != before {
            texts = texts[...shown] + [text.string]
            shown += 1
          }
        case 5..<8:
          for _ in 0...random.below(8) {
            try undo.undo(&text.unicodeScalars)
            shown = max(0, shown - 1)
          }
        case 8, 9:
          for _ in 0...random.below(8) {
            try undo.redo(&text.unicodeScalars)
            shown = min(texts.count - 1, shown + 1)
          }
        case 10: text = try ReplicatingText(encoded: text.encoded())
        default: undo = try TextUndo(encoded: undo.encoded())
        }
        if text.string.unicodeScalars.elementsEqual(texts[shown].unicodeScalars) { continue }
        Issue.record(
          "schedule \(schedule), step \(step): \(text.string.debugDescription), not \(texts)")
        return
      }
      #expect(undo.canUndo == (shown > 0) && undo.canRedo == (shown < texts.count - 1))
    }
  }

  /// Undoing a joined step goes back to the text before its first edit.
  @Test(arguments: [3] as [UInt64])
  func aloneUndoingEverythingEndsInTheFirstText(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    for _ in 0..<TestRun.length(300) {
      var text: ReplicatingText = "start"
      var undo = TextUndo()
      var seen: Set = ["start"]
      for _ in 0..<random.below(40) {
        undo.edit(&text, at: 0) { ManyReplicas.edit(&$0, &random) }
        seen.insert(text.string)
      }
      let end = text.string
      while try !undo.undo(&text.utf16).isEmpty {
        let isKnown = seen.contains(text.string)
        #expect(isKnown, "\(text.string.debugDescription)")
      }
      #expect(text.string == "start")
      while try !undo.redo(&text.utf16).isEmpty {
        let isKnown = seen.contains(text.string)
        #expect(isKnown, "\(text.string.debugDescription)")
      }
      #expect(text.string == end)
    }
  }

  // MARK: Among others

  @Test(arguments: [4, 5] as [UInt64])
  func amongOthersOnlyOnesOwnEditsAreUndone(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    for schedule in 0..<TestRun.length(400) {
      var people = OneWhoUndoes(&random)
      for step in 0..<(30 + random.below(50)) {
        guard let fault = try people.step(&random) else { continue }
        Issue.record("schedule \(schedule), step \(step): \(fault)")
        return
      }
    }
  }

  /// All devices undo and redo, type text that joins and text at other places, reload, and take
  /// over copies.
  @Test(arguments: [6, 7] as [UInt64])
  func whenAllUndoCopiesStayAlike(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    for schedule in 0..<TestRun.length(300) {
      var texts = [ReplicatingText](repeating: "start", count: 2 + random.below(3))
      var undos = texts.map { _ in TextUndo(limit: 1 + random.below(20)) }
      for step in 0..<(30 + random.below(50)) {
        let (index, other) = (random.below(texts.count), random.below(texts.count))
        switch random.below(14) {
        case 0..<5:
          let time = UInt64(step * random.below(400))
          undos[index].edit(&texts[index], at: time) { ManyReplicas.edit(&$0, &random) }
        case 5..<10:
          if let fault = try undoOrRedo(&texts[index], &undos[index], &random) {
            Issue.record("schedule \(schedule), step \(step): \(fault)")
            return
          }
        case 10, 11: texts[index].merge(texts[other])
        case 12: texts[index] = texts[other]
        default: texts[index] = try ReplicatingText(encoded: texts[index].encoded())
        }
      }
      let all = texts.reduce(texts[0]) { $0.merged(with: $1) }
      let naive = NaiveText(all).string
      for text in texts {
        let result = text.merged(with: all)
        #expect(result == all && result.encoded() == all.encoded())
        #expect(result.string.unicodeScalars.elementsEqual(naive.unicodeScalars))
      }
    }
  }

  /// - Returns: The fault in the reported changes, if there is one.
  private func undoOrRedo(
    _ text: inout ReplicatingText, _ undo: inout TextUndo, _ random: inout SeededGenerator
  ) throws -> String? {
    let before = text
    let isUndo = random.oneIn(2)
    do {
      let changes =
        isUndo ? try undo.undo(&text.characters) : try undo.redo(&text.characters)
      let wanted = try text.characters.changes(since: before.version)
      var characters = Array(before.string)
      for change in changes.reversed() {
        characters.replaceSubrange(change.old, with: Array(change.string))
      }
      let told = characters.map { String($0) }.joined()
      if !told.unicodeScalars.elementsEqual(text.string.unicodeScalars) {
        return "told \(changes), not \(wanted)"
      }
    } catch {
      if text != before { return "changed, though refused" }
    }
    return nil
  }
}

/// Several users who type each letter once, so that a test can follow it. The first user also
/// undoes and redoes.
private struct OneWhoUndoes {
  private struct Step {
    var typed: Set<Unicode.Scalar> = []
    var deleted: Set<Unicode.Scalar> = []
  }

  private var texts: [ReplicatingText]
  private var undo = TextUndo(limit: 1_000)
  private var undos: [Step] = []
  private var redos: [Step] = []
  private var next: UInt32 = 0x4e00
  private var time: UInt64 = 0

  init(_ random: inout SeededGenerator) {
    texts = [ReplicatingText](repeating: ReplicatingText(), count: 2 + random.below(3))
  }

  private var shown: [Unicode.Scalar] { Array(texts[0].string.unicodeScalars) }

  mutating func step(_ random: inout SeededGenerator) throws -> String? {
    let (index, other) = (random.below(texts.count), random.below(texts.count))
    switch random.below(12) {
    case 0..<4: edit(index, &random)
    case 4: texts[index].merge(texts[other])
    case 5, 6: texts[0].merge(texts[index])
    case 7:
      if let delta = texts[other].delta(since: texts[index].version) {
        try texts[index].merge(delta: delta)
      }
    case 8: texts[index] = try ReplicatingText(encoded: texts[index].encoded())
    case 9: return try reverse(from: \.redos, to: \.undos) { try $0.redo(&$1.unicodeScalars) }
    default: return try reverse(from: \.undos, to: \.redos) { try $0.undo(&$1.unicodeScalars) }
    }
    return nil
  }

  private mutating func edit(_ index: Int, _ random: inout SeededGenerator) {
    let count = texts[index].unicodeScalars.count
    let place = random.below(count + 1)
    let typed = random.oneIn(4) ? "" : newLetters(1 + random.below(4))
    let range = place..<(random.oneIn(2) ? place : min(count, place + random.below(5)))
    guard !typed.isEmpty || !range.isEmpty else { return }
    guard index == 0 else {
      return texts[index].unicodeScalars.replaceSubrange(range, with: typed)
    }
    let before = shown
    time += 1_000
    undo.edit(&texts[0], at: time) { $0.unicodeScalars.replaceSubrange(range, with: typed) }
    undos.append(Step(typed: Set(typed.unicodeScalars), deleted: Set(before[range])))
    redos = []
  }

  private mutating func newLetters(_ count: Int) -> String {
    var letters = String.UnicodeScalarView()
    for _ in 0..<count {
      if let letter = Unicode.Scalar(next) { letters.append(letter) }
      next += 1
    }
    return String(letters)
  }

  private mutating func reverse(
    from steps: WritableKeyPath<Self, [Step]>, to others: WritableKeyPath<Self, [Step]>,
    _ body: (inout TextUndo, inout ReplicatingText) throws -> [ReplicatingText.Change]
  ) throws -> String? {
    let before = shown
    var done = Step()
    while done.typed.isEmpty, done.deleted.isEmpty, let step = self[keyPath: steps].popLast() {
      done = Step(typed: step.deleted, deleted: step.typed.intersection(before))
    }
    let changes = try body(&undo, &texts[0])
    let after = shown
    if done.typed.isEmpty && done.deleted.isEmpty {
      return changes.isEmpty && after == before ? nil : "did \(changes), though nothing was left"
    }
    self[keyPath: others].append(done)
    if before.filter({ !done.deleted.contains($0) }) != after.filter({ !done.typed.contains($0) }) {
      return "\(before) became \(after), deleting \(done.deleted) and putting back \(done.typed)"
    }
    let missing = done.typed.subtracting(after)
    return missing.isEmpty && after.count == Set(after).count
      ? nil : "\(before) became \(after), without \(missing) or with some twice"
  }
}
