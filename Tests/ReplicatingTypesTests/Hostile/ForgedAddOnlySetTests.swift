// SPDX-License-Identifier: MIT

import BinaryCoding
import SavedForms
import Testing

@testable import Causality
@testable import ReplicatingTypes

/// Add-only sets that no honest copy writes.
@Suite struct ForgedAddOnlySetTests {
  private typealias Run = (first: Dot, items: [(time: UInt64, element: String)])

  private let device = ReplicationEnvironment(milliseconds: { 5 }, random: { 5 })
  private let session = SessionID(run: RunID(rawValue: .max), number: 7)

  private var soundness: Soundness<ReplicatingAddOnlySet<String>> {
    Soundness(stranger: ["other", "x"]) { [device] set in
      device.run { set.formUnion(["x", "new", "y"]) }
    }
  }

  private func dot(_ number: Int) -> Dot { Dot(session: session, number: number) }

  /// - Parameter runs: Times count from the item before.
  private func set(_ runs: [Run], known count: Int) throws -> ReplicatingAddOnlySet<String> {
    var writer = ByteWriter()
    var known = VersionVector()
    known.advance(session, to: count)
    known.encode(to: &writer)
    write(runs, to: &writer)
    return try ReplicatingAddOnlySet(
      encoded: Frame.seal(writer, as: ReplicatingAddOnlySet<String>.frameKind))
  }

  private func write(_ runs: [Run], to writer: inout ByteWriter) {
    writer.writeCount(runs.reduce(0) { $0 + $1.items.count })
    for run in runs {
      run.first.encode(to: &writer)
      writer.writeCount(run.items.count - 1)
      for item in run.items {
        writer.writeVarint(item.time)
        writer.writePlain(item.element)
      }
    }
  }

  @Test func aRunAsItShouldBe() throws {
    let set = try set([(dot(1), [(8, "x"), (0, "y")]), (dot(0), [(1, "z")])], known: 3)
    #expect(Array(set) == ["x", "y", "z"])
    #expect(soundness.complaint(about: set) == nil)
  }

  @Test func runsInTwoParts() {
    #expect(throws: DecodingFailure.self) {
      try set([(dot(0), [(8, "x")]), (dot(1), [(1, "y")])], known: 2)
    }
  }

  @Test func insertsOutOfOrder() {
    #expect(throws: DecodingFailure.self) {
      try set([(dot(1), [(8, "x")]), (dot(0), [(0, "y")])], known: 2)
    }
    #expect(throws: DecodingFailure.self) {
      try set([(dot(0), [(.max, "x"), (2, "y")])], known: 2)
    }
  }

  @Test func editsThatAreNotKnown() {
    #expect(throws: DecodingFailure.self) { try set([(dot(0), [(8, "x"), (1, "y")])], known: 1) }
    #expect(throws: DecodingFailure.self) {
      try set([(dot(Dot.maximumNumber), [(8, "x"), (1, "y")])], known: Dot.maximumNumber)
    }
    #expect(throws: DecodingFailure.self) { try set([(dot(0), [(8, "x"), (1, "x")])], known: 2) }
  }

  @Test func theFirstAndTheLastTimeOfAll() throws {
    for time in [0, .max] as [UInt64] {
      let set = try set([(dot(0), [(time, "x"), (0, "y")])], known: 2)
      #expect(soundness.complaint(about: set) == nil)
    }
  }

  /// Two elements inserted by one edit, each in one of two values.
  @Test func oneEditForTwoElements() throws {
    var one = try set([(dot(0), [(1, "x")])], known: 1)
    one.merge(try set([(dot(0), [(1, "y")])], known: 2))
    #expect(one.values == ["x", "y"])
    #expect(soundness.complaint(about: one) == nil)
    let both = try set([(dot(0), [(1, "y")]), (dot(0), [(0, "x")])], known: 2)
    #expect(both.values == one.values && both.version == one.version)
    #expect(both.merged(with: one) == one && one.merged(with: both) == one)
  }

  /// Edits of ours that we never made: our session is given up.
  @Test func editsOfOurOwnSession() throws {
    var set = ReplicatingAddOnlySet<String>()
    device.run { _ = set.insert("a") }
    let own = try #require(set.version.counts.keys.first)
    var writer = ByteWriter()
    var (from, to) = (VersionVector(), VersionVector())
    from.advance(own, to: 1)
    to.advance(own, to: 2)
    from.encode(to: &writer)
    to.encode(to: &writer)
    write([(Dot(session: own, number: 1), [(9, "forged")])], to: &writer)
    let delta = try ReplicatingAddOnlySet<String>.Delta(
      encoded: Frame.seal(writer, as: ReplicatingAddOnlySet<String>.Delta.frameKind))
    try set.merge(delta: delta)
    device.run { _ = set.insert("b") }
    #expect(set.values == ["a", "b", "forged"])
    #expect(set.version.counts.count == 2)
    #expect(soundness.complaint(about: set) == nil)
  }
}
