// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingText

/// Past versions and the changes between two, against the texts shown then.
@Suite struct ChangeTests {
  private struct Past {
    var version: ReplicatingText.Version
    var string: String
  }

  @Test(arguments: [1, 2] as [UInt64])
  func changesLeadFromAnyVersionToAnyOther(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    for schedule in 0..<TestRun.length(300) {
      var replicas = ManyReplicas(&random)
      var pasts = [Past(version: ReplicatingText.Version(), string: "")]
      for step in 0..<(20 + random.below(30)) {
        let text = replicas.texts[try replicas.step(&random)]
        pasts.append(Past(version: text.version, string: text.string))
        guard random.oneIn(3) else { continue }
        for _ in 0..<3 {
          let (old, new) = (random.pick(pasts), random.pick(pasts))
          if let fault = try fault(in: text, old, new) {
            Issue.record("schedule \(schedule), step \(step): \(fault)")
            return
          }
        }
      }
    }
  }

  private func fault(in text: ReplicatingText, _ old: Past, _ new: Past) throws -> String? {
    guard text.contains(old.version) else {
      #expect(throws: MissingHistory.self) { try text.string(at: old.version) }
      #expect(throws: MissingHistory.self) { try text.utf16.changes(since: old.version) }
      return nil
    }
    let then = try text.string(at: old.version)
    if !isSame(then, old.string) {
      return "then \(then.debugDescription), not \(old.string.debugDescription)"
    }
    if let fault = try fault(in: text, from: old, to: nil) { return fault }
    return text.contains(new.version) ? try fault(in: text, from: old, to: new) : nil
  }

  private func fault(in text: ReplicatingText, from old: Past, to new: Past?) throws -> String? {
    let wanted = new?.string ?? text.string
    func changes<Unit: TextUnit>(
      _ view: ReplicatingText.View<Unit>
    ) throws -> [ReplicatingText.Change] {
      guard let new else { return try view.changes(since: old.version) }
      return try view.changes(from: old.version, to: new.version)
    }
    let results = [
      (
        "scalars",
        applied(try changes(text.unicodeScalars), to: Array(old.string.unicodeScalars)) {
          Array($0.unicodeScalars)
        }.map { String(String.UnicodeScalarView($0)) }
      ),
      (
        "utf16",
        applied(try changes(text.utf16), to: Array(old.string.utf16)) {
          Array($0.utf16)
        }.map { String(decoding: $0, as: UTF16.self) }
      ),
      (
        "characters",
        applied(try changes(text.characters), to: Array(old.string)) {
          Array($0)
        }.map { String($0) }
      ),
    ]
    for (unit, strings) in results where !strings.allSatisfy({ isSame($0, wanted) }) {
      return "\(unit): \(strings), not \(wanted.debugDescription) from "
        + "\(old.string.debugDescription)"
    }
    return nil
  }

  /// The results of changes applied to a text, from the last to the first and from the first to the
  /// last.
  private func applied<Element: Hashable>(
    _ changes: [ReplicatingText.Change], to units: [Element], _ split: (String) -> [Element]
  ) -> [[Element]] {
    var (backwards, forwards) = (units, units)
    for change in changes.reversed() {
      backwards.replaceSubrange(change.old, with: split(change.string))
    }
    for change in changes {
      let start = change.new.lowerBound
      forwards.replaceSubrange(start..<(start + change.old.count), with: split(change.string))
      if forwards[change.new] != split(change.string)[...] { return [] }
    }
    for (change, next) in zip(changes, changes.dropFirst())
    where change.old.upperBound >= next.old.lowerBound
      || change.new.upperBound >= next.new.lowerBound
    {
      return [[]]
    }
    return [backwards, forwards]
  }

  private func isSame(_ string: String, _ other: String) -> Bool {
    Array(string.unicodeScalars) == Array(other.unicodeScalars)
  }

  @Test func aMergeIsTheFewEditsItBrought() throws {
    var mine: ReplicatingText = "Grüße an 👍 alle"
    var yours = mine
    yours.utf16.replaceSubrange(9..<11, with: "🇩🇪 und")
    yours.append("!")
    mine.characters.insert("Viele ", at: 0)
    let shown = mine.version
    mine.merge(yours)
    #expect(mine.string == "Viele Grüße an 🇩🇪 und alle!")
    let changes = try mine.utf16.changes(since: shown)
    #expect(changes.map(\.old) == [15..<17, 22..<22])
    #expect(changes.map(\.new) == [15..<23, 28..<29])
    #expect(changes.map(\.string) == ["🇩🇪 und", "!"])
    #expect(try mine.utf16.changes(since: mine.version).isEmpty)
  }

  @Test func whatCameAndWentIsNoChange() throws {
    var text: ReplicatingText = "abc"
    let shown = text.version
    text.append("x")
    text.characters.removeSubrange(3..<4)
    #expect(text.version != shown)
    #expect(try text.characters.changes(since: shown).isEmpty)
  }

  @Test func charactersAreNeverTorn() throws {
    for (old, new, changed) in [
      ("ab", "ae\u{301}b", "e\u{301}"), ("e", "e\u{301}", "e\u{301}"), ("x\r", "x\r\n", "\r\n"),
      ("👩", "👩🏽", "👩🏽"), ("👨👩", "👨\u{200d}👩", "👨‍👩"), ("🇩🇪", "🇳🇩🇪", "🇳🇩🇪"),
    ] {
      var text = ReplicatingText(old)
      let version = text.version
      let scalars = Array(new.unicodeScalars)
      let start = zip(scalars, old.unicodeScalars).prefix { $0 == $1 }.count
      let added = scalars[start..<(start + scalars.count - old.unicodeScalars.count)]
      text.unicodeScalars.insert(String(String.UnicodeScalarView(added)), at: start)
      #expect(text.string == new)
      let changes = try text.characters.changes(since: version)
      #expect(changes.map(\.string) == [changed], "\(old) to \(new)")
    }
  }
}
