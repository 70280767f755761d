// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingText
@testable import SequenceEngine

/// Copies of a value that are edited concurrently must never number two edits alike.
@Suite struct CopyTests {
  private let device = ReplicationEnvironment(milliseconds: { 7 }, random: { 7 })

  private func sessions(of text: ReplicatingText) -> [SessionID] {
    Array(text.storage.log.graph.sessions)
  }

  private func dots(of text: ReplicatingText) -> Set<Dot> {
    let graph = text.storage.log.graph
    return Set((0..<graph.count).map { graph.dot(of: $0) })
  }

  @Test func copiesEditedOnSeveralThreads() async {
    for round in 0..<TestRun.length(400) {
      var base = ReplicatingText()
      // Letter by letter, so that the last letters are not settled when other threads copy.
      device.run { for letter in ["b", "a", "s", "e"] { base.append(letter) } }
      let known = dots(of: base)
      let results = await withTaskGroup(of: ReplicatingText.self) { [base, device] group in
        for thread in 0..<4 {
          group.addTask {
            var copy = base
            return device.run {
              for edit in 0..<3 { copy.unicodeScalars.insert("\(thread)", at: edit) }
              var second = copy
              copy.append("a")
              second.append("b")
              copy.merge(second)
              return copy
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      let news = results.map { dots(of: $0).subtracting(known) }
      let all = news.reduce(into: Set<Dot>()) { $0.formUnion($1) }
      let merged = results.reduce(base) { $0.merged(with: $1) }
      let backwards = results.reversed().reduce(base) { $0.merged(with: $1) }
      if all.count != 20 || dots(of: merged) != all.union(known) || merged != backwards
        || merged.string != backwards.string || merged.encoded() != backwards.encoded()
      {
        Issue.record("round \(round): \(all.count) different edits, \(merged), \(backwards)")
        return
      }
    }
  }

  private struct Model {
    var text = ReplicatingText()
  }

  @Test func changingACopyAndPuttingItBackIsOneSession() {
    device.run {
      var model = Model()
      for number in 0..<10 {
        var new = model.text
        new.append("\(number)")
        model.text = new
        model.text.utf16.insert("-", at: 0)
        var view = model.text.unicodeScalars
        view.removeSubrange(0..<1)
        view.insert("+", at: 0)
        model.text.unicodeScalars = view
      }
      #expect(sessions(of: model.text).count == 1)
    }
  }

  @Test func theSecondOfTwoCopiesOpensASession() {
    device.run {
      let first = ReplicatingText("a")
      var (second, third) = (first, first)
      second.append("b")
      third.append("c")
      #expect(sessions(of: second) == sessions(of: first))
      #expect(sessions(of: third).count == 2)
      var fourth = first
      fourth.append("d")
      #expect(Set([second, third, fourth].flatMap { sessions(of: $0) }).count == 3)
    }
  }

  @Test func readingNeverGoesOnWithASession() throws {
    try device.run {
      var text = ReplicatingText("a")
      let bytes = text.encoded()
      var (first, second) = (
        try ReplicatingText(encoded: bytes), try ReplicatingText(encoded: bytes)
      )
      first.append("b")
      second.append("c")
      text.append("d")
      #expect(dots(of: first).union(dots(of: second)).union(dots(of: text)).count == 4)
      #expect(sessions(of: text).count == 1)
    }
  }

  @Test func whatIsNotEditedOpensNoSession() throws {
    try device.run {
      var text = ReplicatingText()
      text.append("")
      text.update(to: "")
      text.unicodeScalars.removeSubrange(0..<0)
      let copy = text
      text.merge(copy)
      var read = try ReplicatingText(encoded: text.encoded())
      #expect(text.delta(since: read.version) == nil)
      read.characters.insert("", at: 0)
      #expect(text == ReplicatingText() && read == text && text.version == SequenceVersion())
      text.append("a")
      #expect(sessions(of: text).map(\.number) == [0], "a session was opened for nothing")
    }
  }

  @Test func anotherEnvironmentOpensAnotherSession() {
    let other = ReplicationEnvironment(milliseconds: { 8 }, random: { 8 })
    var text = ReplicatingText()
    device.run { text.append("a") }
    other.run { text.append("b") }
    device.run { text.append("c") }
    #expect(sessions(of: text).count == 3)
    #expect(text.string == "abc")
  }

  @Test func adoptingALaterValueKeepsOnesSession() throws {
    var mine = ReplicatingText()
    device.run { mine.append("abc") }
    var theirs = try ReplicatingText(encoded: mine.encoded())
    theirs.append("def")
    device.run {
      mine.merge(theirs)
      mine.append("ghi")
    }
    #expect(mine.string == "abcdefghi")
    #expect(sessions(of: mine).count == 2)
  }

  @Test func adoptingTakesNoSession() {
    device.run {
      var text = ReplicatingText("a")
      var copy = text
      text.append("b")
      copy.merge(text)
      copy.append("c")
      text.append("d")
      #expect(sessions(of: text).count == 1)
      #expect(sessions(of: copy).count == 2)
      #expect(dots(of: text).union(dots(of: copy)).count == 4)
    }
  }

  /// After a process was duplicated in memory, another copy continues the same session.
  @Test func aSessionThatOthersWentOnWithIsGivenUp() {
    let twin = ReplicationEnvironment(milliseconds: { 7 }, random: { 7 })
    var (mine, theirs) = (ReplicatingText(), ReplicatingText())
    device.run { mine.append("a") }
    twin.run {
      theirs.append("a")
      theirs.append("b")
    }
    #expect(sessions(of: mine) == sessions(of: theirs))
    mine.merge(theirs)
    device.run { mine.append("c") }
    #expect(mine.string == "abc")
    #expect(sessions(of: mine).count == 2)
  }
}
