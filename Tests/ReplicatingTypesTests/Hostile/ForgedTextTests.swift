// SPDX-License-Identifier: MIT

import SavedForms
import Testing

@testable import Causality
@testable import ReplicatingTypes
@testable import SequenceEngine

/// Texts and deltas that no honest copy writes, well-formed to the last byte.
@Suite struct ForgedTextTests {
  private let soundness = Soundness(stranger: ReplicatingText("other")) { text in
    text.unicodeScalars.insert("new", at: text.unicodeScalars.count / 2)
    text.unicodeScalars.removeSubrange(0..<1)
  }

  // MARK: Limits

  @Test func deletesBeyondNumberHitWhatIsThere() throws {
    let huge = Dot.maximumNumber - 3
    let text = try state(
      batch(
        [whole(0), whole(1)],
        [
          Chain(session: 0, operations: [insert(3, at: 0), delete(huge, at: 1)]),
          Chain(session: 1, operations: [insert(2, at: Dot.maximumNumber - 2)]),
        ]), "abcde")
    #expect(["ade", "dea"].contains(text.string))
    #expect(soundness.complaint(about: text) == nil)
    let backward = OperationRun(
      kind: .deleteBackward, position: Dot.maximumNumber, length: Dot.maximumNumber - 3)
    let other = try state(
      batch([whole(0)], [Chain(session: 0, operations: [insert(3, at: 0), backward])]), "abc")
    #expect(soundness.complaint(about: other) == nil)
  }

  /// Each author at the limit; together far beyond it.
  @Test func manyAuthorsOfManyDeletesCanBeSaved() throws {
    var text = ReplicatingText("base")
    for number in 0..<20 as Range<UInt32> {
      let forged = batch(
        [whole(number)], [Chain(session: 0, operations: [delete(Dot.maximumNumber, at: 0)])])
      try text.merge(delta: delta(forged, ""))
      let copy = try state(forged, "")
      text.merge(copy)
    }
    #expect(text.string == "base")
    #expect(soundness.complaint(about: text) == nil)
  }

  /// What begins and ends at positions that can be saved is read; no other position is.
  @Test func positionsAtTheLimitCanBeSaved() throws {
    let limit = Dot.maximumNumber
    let start = try state(
      batch([whole(0)], [Chain(session: 0, operations: [insert(5, at: 0)])]), "abcde")
    for run in [insert(1, at: limit - 1), delete(2, at: limit - 1), delete(2, at: limit)] {
      var text = start
      try text.merge(delta: editAfterFive(run))
      #expect(text.string == (run.kind == .insert ? "abcdex" : "abcde"), "\(run)")
      #expect(soundness.complaint(about: text) == nil, "\(run)")
      let next = batch(
        [EventBatch.Session(id: session(0), firstNumber: 5 + run.length)],
        externals: [Dot(session: session(0), number: 4 + run.length)],
        [Chain(session: 0, parents: [.outside(0)], operations: [insert(1, at: 0)])])
      try text.merge(delta: delta(next, "y"))
      #expect(soundness.complaint(about: text) == nil, "\(run), then another")
    }
    let refused = [
      insert(3, at: limit - 1), insert(1, at: limit), insert(3, at: limit),
      insert(1, at: limit + 1), insert(3, at: limit + 1), delete(2, at: limit + 1),
    ]
    for run in refused {
      #expect(throws: DecodingFailure.self, "\(run)") { try editAfterFive(run) }
    }
  }

  /// A delta with an operation that follows five events of a session.
  private func editAfterFive(_ run: OperationRun) throws -> ReplicatingText.Delta {
    let forged = batch(
      [EventBatch.Session(id: session(0), firstNumber: 5)],
      externals: [Dot(session: session(0), number: 4)],
      [Chain(session: 0, parents: [.outside(0)], operations: [run])])
    return try delta(forged, run.kind == .insert ? String(repeating: "x", count: run.length) : "")
  }

  @Test func sessionsEndAtTheLastNumber() throws {
    let limit = Dot.maximumNumber
    let full = try state(
      batch([whole(0)], [Chain(session: 0, operations: [delete(limit, at: 0)])]), "")
    #expect(soundness.complaint(about: full) == nil)
    var text = try state(
      batch([whole(0)], [Chain(session: 0, operations: [delete(limit - 1, at: 0)])]), "")
    try text.merge(delta: delta(insertion(numbered: limit - 1), "x"))
    #expect(text.string == "x")
    #expect(soundness.complaint(about: text) == nil)
    #expect(throws: DecodingFailure.self) { try delta(insertion(numbered: limit), "x") }
  }

  /// An event with this number in its session, which inserts one element.
  private func insertion(numbered number: Int) -> EventBatch {
    batch(
      [EventBatch.Session(id: session(0), firstNumber: number)],
      externals: [Dot(session: session(0), number: number - 1)],
      [Chain(session: 0, parents: [.outside(0)], operations: [insert(1, at: 0)])])
  }

  @Test func sessionsNumberedToTheLimit() throws {
    func text(of number: UInt32) throws -> ReplicatingText {
      try state(batch([whole(number)], [Chain(session: 0, operations: [insert(1, at: 0)])]), "a")
    }
    #expect(soundness.complaint(about: try text(of: 1 << 31 - 1)) == nil)
    for number in [1 << 31, .max] as [UInt32] {
      #expect(throws: DecodingFailure.self) { try text(of: number) }
    }
  }

  // MARK: Shapes

  @Test func thousandsOfSessions() throws {
    let count = 400
    let sessions = (0..<UInt32(count)).map { whole($0) }
    let chains = (0..<count).map { Chain(session: $0, operations: [insert(1, at: 0)]) }
    let text = try state(batch(sessions, chains), String(repeating: "a", count: count))
    #expect(soundness.complaint(about: text) == nil)
  }

  @Test func parentsTwiceAndParentsThatOthersImply() throws {
    let text = try state(
      batch(
        [whole(0), whole(1)],
        [
          Chain(session: 0, operations: [insert(3, at: 0)]),
          Chain(session: 1, parents: [.inside(2), .inside(2)], operations: [insert(1, at: 9)]),
          Chain(
            session: 0, parents: [.inside(0), .inside(3), .inside(2), .inside(0)],
            operations: [delete(1, at: 0)]),
        ]), "abcd")
    #expect(text.string == "bcd")
    #expect(soundness.complaint(about: text) == nil)
  }

  @Test func chainsAndRunsCutWhereTheyNeedNotBe() throws {
    let cut = try state(
      batch(
        [whole(0)],
        [
          Chain(session: 0, operations: [insert(1, at: 0), insert(1, at: 1)]),
          Chain(session: 0, parents: [.inside(1)], operations: [insert(1, at: 2)]),
        ]), "abc")
    let joined = try state(
      batch([whole(0)], [Chain(session: 0, operations: [insert(3, at: 0)])]), "abc")
    #expect(cut == joined)
    #expect(cut.encoded() == joined.encoded())
    #expect(soundness.complaint(about: cut) == nil)
  }

  @Test func aSessionThatHasNotSeenItself() throws {
    let sessions = [whole(0), whole(1)]
    let growing = batch(
      sessions,
      [
        Chain(session: 0, operations: [insert(1, at: 0)]),
        Chain(session: 1, operations: [insert(3, at: 0)]),
        Chain(session: 0, parents: [.inside(3)], operations: [insert(1, at: 3)]),
      ])
    #expect(soundness.complaint(about: try state(growing, "abcde")) == nil)
    let falling = batch(
      sessions,
      [
        Chain(session: 0, operations: [insert(1, at: 0)]),
        Chain(session: 0, operations: [insert(1, at: 0)]),
        Chain(session: 1, operations: [insert(1, at: 0)]),
      ])
    #expect(throws: DecodingFailure.self) { try state(falling, "abc") }
  }

  @Test func nothingAtAll() throws {
    let empty = try state(batch([], []), "")
    #expect(empty == ReplicatingText())
    #expect(soundness.complaint(about: empty) == nil)
    var text = ReplicatingText("a")
    try text.merge(delta: delta(batch([], []), ""))
    #expect(text.string == "a")
  }

  // MARK: Contradictions

  /// A delta that says of known events that they came earlier than they did.
  @Test func knownEventsWithOtherParents() throws {
    var text = try state(
      batch(
        [whole(0), whole(1)],
        [
          Chain(session: 0, operations: [insert(20, at: 0)]),
          Chain(session: 1, parents: [.inside(19)], operations: [insert(1, at: 20)]),
        ]), String(repeating: "a", count: 21))
    let forged = batch(
      [whole(1), whole(2)],
      [
        Chain(session: 0, operations: [insert(1, at: 0)]),
        Chain(session: 1, operations: [insert(1, at: 0)]),
        Chain(session: 0, parents: [.inside(1)], operations: [insert(1, at: 0)]),
      ])
    let before = text
    #expect(throws: MissingHistory()) { try text.merge(delta: delta(forged, "xyz")) }
    #expect(text == before && text.string == before.string)
    #expect(soundness.complaint(about: text) == nil)
  }

  @Test func eventsOfOurOwnSession() throws {
    let device = ReplicationEnvironment(milliseconds: { 5 }, random: { 5 })
    var text = ReplicatingText()
    device.run { text.append("abc") }
    let own = try #require(text.version.tips.first)
    let forged = batch(
      [EventBatch.Session(id: own.session, firstNumber: 3)], externals: [own],
      [Chain(session: 0, parents: [.outside(0)], operations: [insert(2, at: 3)])])
    try text.merge(delta: delta(forged, "xy"))
    device.run { text.append("d") }
    #expect(text.string == "abcxyd")
    #expect(text.version.tips.first?.session != own.session)
    #expect(soundness.complaint(about: text) == nil)
  }

  /// The sessions that this run of the program is going to open.
  @Test func eventsOfOurNextSessions() throws {
    let device = ReplicationEnvironment(milliseconds: { 5 }, random: { 5 })
    var text = ReplicatingText()
    device.run { text.append("abc") }
    let own = try #require(text.version.tips.first).session
    let next = (1...3 as ClosedRange<UInt32>).map { number in
      EventBatch.Session(id: SessionID(run: own.run, number: own.number + number), firstNumber: 0)
    }
    let forged = batch(
      next,
      (0..<3).map { Chain(session: $0, operations: [delete(Dot.maximumNumber, at: 0)]) })
    try text.merge(delta: delta(forged, ""))
    var copy = text
    device.run {
      text.append("d")
      copy.append("e")
    }
    for text in [text, copy] {
      let tip = try #require(text.version.tips.first).session
      #expect(!next.contains { $0.id == tip }, "an edit went on with a session of others")
      #expect(soundness.complaint(about: text) == nil)
    }
  }

  @Test func versionsOfNobody() throws {
    let text = ReplicatingText("abc")
    let dot = Dot(session: session(1 << 31 - 1), number: Dot.maximumNumber)
    let version = SequenceVersion(tips: [dot], hints: text.version.tips + [dot])
    let read = try SequenceVersion(encoded: version.encoded())
    #expect(!text.contains(read))
    #expect(text.delta(since: read) == nil, "the hints name all there is")
    #expect(read.merged(with: text.version) == text.version.merged(with: read))
    let unknown = try SequenceVersion(encoded: SequenceVersion(tips: [dot], hints: []).encoded())
    let delta = try #require(text.delta(since: unknown))
    var copy = ReplicatingText()
    try copy.merge(delta: delta)
    #expect(copy == text)
    #expect(soundness.complaint(aboutMerging: delta, into: ReplicatingText("other")) == nil)
  }
}
