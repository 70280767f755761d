// SPDX-License-Identifier: MIT

import BinaryCoding
import SavedForms
import Testing

@testable import Causality
@testable import ReplicatingTypes
@testable import SequenceEngine

/// Ordered sets that no honest copy writes: presence and order disagree.
@Suite struct ForgedOrderedSetTests {
  private let device = ReplicationEnvironment(milliseconds: { 5 }, random: { 5 })
  private let session = SessionID(run: RunID(rawValue: 9), number: 3)

  private var soundness: Soundness<ReplicatingOrderedSet<String>> {
    Soundness(stranger: ["other", "x"]) { [device] set in
      device.run {
        set.append("new")
        set.insert("first", at: 0)
        set.move("x", to: 0)
        set.move("first", to: set.count - 1)
        set.remove("y")
      }
    }
  }

  private func stamp(_ number: Int, time: UInt64 = 1) -> KeyedStamp {
    KeyedStamp(
      time: HybridTimestamp(rawValue: time), dot: Dot(session: session, number: number))
  }

  private func set(
    present: [String: KeyedStamp], positions: [(String, KeyedStamp)]
  ) throws -> ReplicatingOrderedSet<String> {
    let entries = present.mapValues {
      PresenceEntry(stamp: $0, isPresent: true, firstInsert: $0)
    }
    var known = VersionVector()
    known.advance(session, to: 100)
    var batch = EventBatch()
    if !positions.isEmpty {
      batch.sessions = [EventBatch.Session(id: session, firstNumber: 0)]
      let run = OperationRun(kind: .insert, position: 0, length: positions.count)
      batch.append(run)
      batch.chains = [
        EventBatch.Chain(session: 0, events: 0..<run.length, operations: 0..<1)
      ]
    }
    var writer = ByteWriter()
    Presence(entries: entries, known: known).encode(to: &writer)
    batch.encode(to: &writer)
    for (element, stamp) in positions {
      stamp.encode(to: &writer)
      writer.writePlain(element)
    }
    return try ReplicatingOrderedSet(
      encoded: Frame.seal(writer, as: ReplicatingOrderedSet<String>.frameKind))
  }

  @Test func elementsWithoutAPosition() throws {
    let bare = try set(present: ["x": stamp(0), "y": stamp(1)], positions: [])
    #expect(bare.values == ["x", "y"])
    #expect(soundness.complaint(about: bare) == nil)
    let one = try set(present: ["x": stamp(0), "y": stamp(1)], positions: [("y", stamp(1))])
    #expect(one.values == ["y", "x"])
    #expect(soundness.complaint(about: one) == nil)
    for index in 0...2 {
      var copy = one
      copy.insert("new", at: index)
      #expect(copy.count == 3 && copy.contains("new"))
      #expect(soundness.complaint(about: copy) == nil)
    }
  }

  @Test func positionsOfElementsThatAreNotThere() throws {
    let set = try set(
      present: ["x": stamp(0)], positions: [("y", stamp(1)), ("x", stamp(0)), ("z", stamp(200))])
    #expect(set.values == ["x"])
    #expect(soundness.complaint(about: set) == nil)
  }

  @Test func positionsWithOneStamp() throws {
    let set = try set(
      present: ["x": stamp(0), "y": stamp(1)],
      positions: [("x", stamp(0)), ("y", stamp(0)), ("x", stamp(0)), ("y", stamp(1))])
    #expect(set.values == ["x", "y"])
    #expect(soundness.complaint(about: set) == nil)
  }

  @Test func elementsAreFoundWhereTheyAreShown() throws {
    let (x, y, z) = (stamp(0), stamp(1), stamp(2))
    let present = ["x": x, "y": y, "z": z]
    let orders: [(positions: [(String, KeyedStamp)], shown: [String])] = [
      ([], ["x", "y", "z"]),
      ([("y", y)], ["y", "x", "z"]),
      ([("z", z), ("z", z)], ["z", "x", "y"]),
      ([("x", x), ("x", x), ("y", y), ("z", z)], ["x", "y", "z"]),
    ]
    for (positions, shown) in orders {
      let set = try set(present: present, positions: positions)
      #expect(set.values == shown)
      #expect(shown.map { set.firstIndex(of: $0) } == [0, 1, 2])
    }
    var set = try set(present: present, positions: orders[3].positions)
    device.run { set.move("x", to: 1) }
    #expect(set.values == ["y", "x", "z"])
  }

  /// A position from the future, of an element inserted long ago, counts for
  /// nothing: the element stands last, as one without a position.
  @Test func positionsLaterThanTheirElement() throws {
    for time in [1 << 60, .max] as [UInt64] {
      var set = try set(
        present: ["x": stamp(0), "y": stamp(1)],
        positions: [("x", stamp(0, time: time)), ("y", stamp(1))])
      #expect(set.values == ["y", "x"])
      #expect(soundness.complaint(about: set) == nil)
      device.run { set.move("x", to: 0) }
      #expect(set.values == ["x", "y"], "a position could not be changed any more")
    }
  }
}
