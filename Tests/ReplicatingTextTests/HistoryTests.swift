// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingText

@Suite struct HistoryTests {
  @Test func versionsHaveOneText() throws {
    var random = TestRun.generator(seed: 1)
    for _ in 0..<TestRun.length(200) {
      var replicas = ManyReplicas(&random)
      for _ in 0..<20 { _ = try replicas.step(&random) }
      for text in replicas.texts {
        let version = text.version
        let read = try #require(ReplicatingText.Version("\(version)"))
        #expect(read == version)
        #expect("\(read)" == "\(version)")
        #expect(try text.string(at: read) == text.string)
      }
    }
    #expect("\(ReplicatingText.Version())" == "empty")
    #expect(ReplicatingText.Version("empty") == ReplicatingText.Version())
  }

  @Test func otherTextsAreNoVersions() {
    let run = "01jd9k3m5x2v7q8w4e6r1t5y3p"
    #expect(ReplicatingText.Version("\(run)-0-41")?.tips.count == 1)
    #expect(ReplicatingText.Version("\(run)-0-41+\(run)-0-42")?.tips.count == 2)
    for text in [
      "", "+", "-", "--", "0", "\(run)", "\(run)-0", "\(run)-0-", "\(run)-0-41-", "\(run)-0-+41",
      "\(run)-00-41", "\(run)-0-041", "\(run)--0-41", "\(run)-4294967296-41",
      "\(run)-0-9999999999999999999999", "\(run)-0-1099511627777", "8\(run.dropFirst())-0-41",
      "\(run)0-0-41", "\(run.dropLast())-0-41", "\(run.dropLast())l-0-41",
      "\(run.uppercased())-0-41", " \(run)-0-41", "\(run)-0-41+", "\(run)-0-41+\(run)-0-41",
      "\(run)-0-42+\(run)-0-41", "\(run)-0-٤١",
    ] {
      #expect(ReplicatingText.Version(text) == nil, "\(text)")
    }
  }

  @Test func greaterDotsHaveGreaterTexts() {
    let numbers: [UInt128] = [0, 1, 31, 32, 1 << 80, 1 << 81, .max >> 1, .max]
    let dots = numbers.map {
      Dot(session: SessionID(run: RunID(rawValue: $0), number: 0), number: 0)
    }
    #expect(dots.map(\.description) == dots.map(\.description).sorted())
    #expect(dots.map { Dot($0.description) } == dots)
  }

  @Test func sessionsTellWhoDidWhat() throws {
    let laptop = ReplicationEnvironment(milliseconds: { 1_000 }, random: { 1 })
    let phone = ReplicationEnvironment(milliseconds: { 2_000 }, random: { 2 })
    var text = ReplicatingText()
    #expect(text.sessions.isEmpty)
    laptop.run { text.append("Buy milk") }
    var other = try ReplicatingText(encoded: text.encoded())
    phone.run {
      other.append(" and bread")
      other.characters.removeSubrange(0..<4)
    }
    laptop.run { text.append("!") }
    text.merge(other)
    let sessions = text.sessions
    #expect(sessions.map(\.milliseconds) == [1_000, 2_000])
    #expect(sessions.map(\.insertedCount) == [9, 10])
    #expect(sessions.map(\.deletedCount) == [0, 4])
    #expect(
      try sessions.map { try text.string(at: $0.version) } == ["Buy milk!", "milk and bread"])
    #expect(try ReplicatingText(encoded: text.encoded()).sessions == sessions)
  }

  @Test func versionsOfOtherTextsAreRefused() {
    let text: ReplicatingText = "mine"
    let other: ReplicatingText = "other"
    #expect(throws: MissingHistory.self) { try text.string(at: other.version) }
    #expect(throws: MissingHistory.self) { try text.utf16.changes(since: other.version) }
    #expect(throws: MissingHistory.self) {
      try text.characters.changes(from: text.version, to: other.version)
    }
  }

  /// Copies share the history index, on any threads.
  @Test func copiesAreAskedOnSeveralThreads() async throws {
    var text: ReplicatingText = "one two three"
    let anchor = text.characters.anchor(at: 4)
    let before = text.version
    text.characters.insert("1 ", at: 0)
    let shared = text
    let isRight = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask {
          var isRight = true
          for _ in 0..<50 {
            var copy = shared
            isRight = isRight && shared.characters.offset(of: anchor) == 6
            copy.characters.insert("\(number) ", at: number % 3)
            isRight = isRight && copy.characters.offset(of: anchor) == 8
            isRight = isRight && (try? shared.string(at: before)) == "one two three"
            isRight = isRight && (try? copy.utf16.changes(since: before).count) != 0
          }
          return isRight
        }
      }
      return await group.reduce(true) { $0 && $1 }
    }
    #expect(isRight)
  }
}
