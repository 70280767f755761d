// SPDX-License-Identifier: MIT

import Causality
import Foundation
import ReplicatingTypes
import Testing

/// An edit belongs to the environment that is running where it is made, also where values go on with
/// a session without asking for the environment.
@Suite struct EnvironmentTests {
  /// A text and an array that are edited together, in a class so that threads can share them.
  private final class Edited: @unchecked Sendable {
    private var text = ReplicatingText()
    private var array = ReplicatingArray<Int>()
    /// The sessions of all edits.
    private(set) var sessions: [SessionID] = []

    func edit() {
      text.append("x")
      array.append(1)
      #expect(text.version.tips.count == 1 && array.version.tips.count == 1)
      sessions += (text.version.tips + array.version.tips).map(\.session)
    }

    /// The devices of the sessions; nil for the environment of the program.
    var devices: [UInt32?] {
      sessions.map { [1, 2].contains($0.run.device.rawValue) ? $0.run.device.rawValue : nil }
    }
  }

  private struct Failure: Error {}

  private let edited = Edited()
  private let one = ReplicationEnvironment(
    device: DeviceMark(of: 1), milliseconds: { 1_000 }, random: { 7 })
  private let two = ReplicationEnvironment(
    device: DeviceMark(of: 2), milliseconds: { 1_000 }, random: { 7 })

  @Test func theInnermostEnvironmentIsTheAuthor() {
    one.run {
      edited.edit()
      two.run { edited.edit() }
      edited.edit()
    }
    edited.edit()
    #expect(edited.devices == [1, 1, 2, 2, 1, 1, nil, nil])
    #expect(Set(edited.sessions).count == 8)
  }

  @Test func aSessionGoesOnInItsEnvironment() {
    one.run {
      edited.edit()
      one.run { edited.edit() }
      edited.edit()
    }
    two.run {}
    for _ in 0..<2 { one.run { edited.edit() } }
    #expect(edited.devices.allSatisfy { $0 == 1 })
    #expect(Set(edited.sessions).count == 2)
  }

  @Test func anEnvironmentEndsWithAnError() {
    one.run {
      edited.edit()
      #expect(throws: Failure.self) {
        try two.run {
          edited.edit()
          throw Failure()
        }
      }
      edited.edit()
    }
    #expect(edited.devices == [1, 1, 2, 2, 1, 1])
  }

  @Test func anotherThreadIsInNoEnvironment() {
    one.run {
      edited.edit()
      let isDone = DispatchSemaphore(value: 0)
      Thread { [edited] in
        edited.edit()
        isDone.signal()
      }.start()
      isDone.wait()
      edited.edit()
    }
    #expect(edited.devices == [1, 1, nil, nil, 1, 1])
  }

  @Test func aTaskKeepsTheEnvironmentThatItBeganIn() async {
    let task = one.run {
      edited.edit()
      return Task { [edited] in
        edited.edit()
        await Task.yield()
        edited.edit()
      }
    }
    await task.value
    edited.edit()
    #expect(edited.devices == [1, 1, 1, 1, 1, 1, nil, nil])
    #expect(Set(edited.sessions).count == 4)
  }

  // MARK: A machine that is resumed

  private final class Clocks: @unchecked Sendable {
    var (wall, uptime) = (1_700_000_000_000 as UInt64, 5_000 as UInt64)

    func advance(by wall: UInt64, uptime: UInt64) {
      self.wall += wall
      self.uptime += uptime
    }
  }

  /// Values that are kept end their sessions with the next run of their environment.
  @Test func valuesThatAreKeptEndTheirSessionsWhereTheClocksPart() {
    let clocks = Clocks()
    let environment = ReplicationEnvironment(
      milliseconds: { clocks.wall }, uptime: { clocks.uptime }, random: { 7 })
    var text = ReplicatingText()
    var set = ReplicatingSet<Int>()
    func edit(_ number: Int) -> [RunID] {
      environment.run {
        text.append("x")
        set.insert(number)
      }
      return text.version.tips.map(\.session.run) + set.version.counts.keys.map(\.run)
    }
    let before = Set(edit(1))
    #expect(Set(edit(2)) == before && before.count == 1)
    clocks.advance(by: 30_000, uptime: 10)
    #expect(Set(edit(3)).subtracting(before).count == 1)
    #expect(text.version.tips.allSatisfy { !before.contains($0.session.run) })
    #expect(set.version.counts.count == 2)
    // A later run is the greater one, also where the clock goes back.
    let later = Set(text.version.tips.map(\.session.run))
    clocks.advance(by: 0, uptime: 60_000)
    clocks.wall -= 20_000
    _ = edit(4)
    #expect(text.version.tips.allSatisfy { tip in later.allSatisfy { $0 <= tip.session.run } })
  }

  /// The sessions of edits of a text that is read before each, and of one that is kept in memory,
  /// before the clocks went on and afterwards.
  private func sessions(
    afterAdvancing wall: UInt64, uptime: UInt64
  ) throws -> (read: [SessionID], kept: [SessionID]) {
    let clocks = Clocks()
    let environment = ReplicationEnvironment(
      milliseconds: { clocks.wall }, uptime: { clocks.uptime }, random: { 7 })
    return try environment.run {
      var (read, kept) = (ReplicatingText("a"), ReplicatingText("b"))
      var sessions: (read: [SessionID], kept: [SessionID]) = ([], [])
      for _ in 0..<2 {
        read = try ReplicatingText(encoded: read.encoded())
        read.append("x")
        kept.append("x")
        sessions.read += read.version.tips.map(\.session)
        sessions.kept += kept.version.tips.map(\.session)
        clocks.advance(by: wall, uptime: uptime)
      }
      return sessions
    }
  }

  @Test func sessionsEndWhereTheClocksPart() throws {
    let parted = try sessions(afterAdvancing: 30_000, uptime: 10)
    #expect(parted.read[0].run != parted.read[1].run)
    #expect(parted.kept[0].run != parted.kept[1].run)
    let back = try sessions(afterAdvancing: 2_000, uptime: 30_000)
    #expect(back.read[0].run != back.read[1].run)
    let asleep = try sessions(afterAdvancing: 30_000, uptime: 29_000)
    #expect(asleep.read[0].run == asleep.read[1].run)
    #expect(asleep.kept[0] == asleep.kept[1])
  }

  @Test func aRegisterThatIsSetAfterTheClocksPartedTellsAnotherRun() {
    let clocks = Clocks()
    let environment = ReplicationEnvironment(
      milliseconds: { clocks.wall }, uptime: { clocks.uptime }, random: { 7 })
    environment.run {
      var register = ReplicatingRegister(1)
      let before = register.version
      clocks.advance(by: 30_000, uptime: 10)
      register.value = 2
      #expect(register.version.run != before.run)
    }
  }
}
