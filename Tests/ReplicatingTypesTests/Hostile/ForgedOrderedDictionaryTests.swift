// SPDX-License-Identifier: MIT

import BinaryCoding
import SavedForms
import Testing

@testable import Causality
@testable import ReplicatingTypes
@testable import SequenceEngine

/// Ordered dictionaries that no honest copy writes: entries and order disagree.
@Suite struct ForgedOrderedDictionaryTests: BatchForging {
  private typealias Numbers = ReplicatingOrderedDictionary<String, Int>
  private typealias Entry = DictionaryEntry<Int>

  private let device = ReplicationEnvironment(milliseconds: { 5 }, random: { 5 })

  private var soundness: Soundness<ReplicatingOrderedDictionary<String, Int>> {
    Soundness(stranger: ["other": 1, "x": 2]) { [device] numbers in
      device.run {
        numbers["new"] = 3
        numbers.insert(4, forKey: "first", at: 0)
        numbers.move("x", to: 0)
        numbers.move("first", to: numbers.count - 1)
        numbers["y"] = nil
      }
    }
  }

  private func stamp(_ number: Int, time: UInt64 = 1, run: UInt128 = 9) -> KeyedStamp {
    let session = SessionID(run: RunID(rawValue: run), number: 3)
    return KeyedStamp(
      time: HybridTimestamp(rawValue: time), dot: Dot(session: session, number: number))
  }

  /// A key set once, to the number of its edit.
  private func entry(_ stamp: KeyedStamp) -> Entry {
    Entry(stamp: stamp, firstInsert: stamp, value: stamp.dot.number)
  }

  private func write(_ positions: [(String, KeyedStamp)], to writer: inout ByteWriter) {
    let chains =
      positions.isEmpty
      ? [] : [Chain(session: 0, operations: [insert(positions.count, at: 0)])]
    batch(chains.isEmpty ? [] : [whole(0)], chains).encode(to: &writer)
    for (key, stamp) in positions {
      stamp.encode(to: &writer)
      writer.writePlain(key)
    }
  }

  /// - Parameter count: How many edits are known of each of the forged sessions.
  private func frame(
    _ entries: [(String, Entry)], known count: Int = 100, _ positions: [(String, KeyedStamp)]
  ) -> [UInt8] {
    var writer = ByteWriter()
    var known = VersionVector()
    for run in [9, .max] as [UInt128] { known.advance(stamp(0, run: run).dot.session, to: count) }
    known.encode(to: &writer)
    writer.writeCount(entries.count)
    for (key, entry) in entries {
      entry.encode(to: &writer, by: ValueRules())
      writer.writePlain(key)
    }
    write(positions, to: &writer)
    return Frame.seal(writer, as: Numbers.frameKind)
  }

  private func numbers(
    _ entries: [(String, Entry)], known count: Int = 100, _ positions: [(String, KeyedStamp)]
  ) throws -> Numbers {
    try Numbers(encoded: frame(entries, known: count, positions))
  }

  private func expectSound(_ numbers: Numbers, keys: [String]) {
    #expect(numbers.keys == keys)
    #expect(numbers.count == keys.count)
    #expect(keys.map { numbers.index(forKey: $0)?.offset } == Array(keys.indices))
    #expect(soundness.complaint(about: numbers) == nil)
  }

  // MARK: Entries and order

  @Test func entriesAndOrderAsTheyShouldBe() throws {
    let (x, y) = (stamp(0), stamp(1))
    let numbers = try numbers([("x", entry(x)), ("y", entry(y))], [("y", y), ("x", x)])
    #expect(numbers.values == [1, 0])
    expectSound(numbers, keys: ["y", "x"])
  }

  @Test func keysWithoutAPosition() throws {
    let (x, y) = (stamp(0), stamp(1))
    let entries = [("x", entry(x)), ("y", entry(y))]
    expectSound(try numbers(entries, []), keys: ["x", "y"])
    let one = try numbers(entries, [("y", y)])
    expectSound(one, keys: ["y", "x"])
    // Those without a position stay the last.
    let inserted = [["new", "y", "x"], ["y", "new", "x"], ["y", "new", "x"]]
    for (index, keys) in inserted.enumerated() {
      var copy = one
      device.run { copy.insert(7, forKey: "new", at: index) }
      expectSound(copy, keys: keys)
    }
    var moved = one
    device.run { moved.move("x", to: 0) }
    expectSound(moved, keys: ["x", "y"])
  }

  @Test func positionsOfKeysThatAreNotThere() throws {
    var numbers = try numbers(
      [("x", entry(stamp(0)))], [("y", stamp(1)), ("x", stamp(0)), ("z", stamp(200))])
    expectSound(numbers, keys: ["x"])
    device.run { numbers["y"] = 7 }
    expectSound(numbers, keys: ["x", "y"])
    device.run { numbers.insert(8, forKey: "z", at: 0) }
    expectSound(numbers, keys: ["z", "x", "y"])
  }

  @Test func positionsOfADeletedKey() throws {
    let deleted = Entry(stamp: stamp(1), isDeleted: true, firstInsert: stamp(0), value: nil)
    var numbers = try numbers([("x", deleted)], [("x", stamp(0)), ("x", stamp(1))])
    expectSound(numbers, keys: [])
    device.run { numbers["x"] = 7 }
    expectSound(numbers, keys: ["x"])
  }

  // MARK: The latest position of a key

  @Test func positionsWithOneStamp() throws {
    let (x, y, z) = (stamp(0), stamp(1), stamp(2))
    var numbers = try numbers(
      [("x", entry(x)), ("y", entry(y)), ("z", entry(z))],
      [("x", x), ("y", x), ("x", x), ("y", y), ("z", z)])
    expectSound(numbers, keys: ["x", "y", "z"])
    device.run { numbers.move("x", to: 1) }
    expectSound(numbers, keys: ["y", "x", "z"])
  }

  /// A key stands at its latest position, whether or not its entry is of the same edit.
  @Test func positionsOfOtherEditsThanTheEntry() throws {
    let (x, y) = (stamp(5), stamp(6))
    let entries = [("x", entry(x)), ("y", entry(y))]
    let later = stamp(7, time: 2)
    expectSound(try numbers(entries, [("x", later), ("y", y), ("x", x)]), keys: ["x", "y"])
    expectSound(try numbers(entries, [("x", x), ("y", y), ("x", later)]), keys: ["y", "x"])
    let earlier = stamp(1, time: 0)
    expectSound(try numbers(entries, [("x", earlier), ("y", y)]), keys: ["x", "y"])
  }

  /// At the last time of all the later name decides; else the next edit does.
  @Test func positionsAtTheLastTime() throws {
    for (run, isLast) in [(9, false), (.max, true)] as [(UInt128, Bool)] {
      for time in [1 << 60, .max - 1, .max] as [UInt64] {
        let (x, y) = (stamp(0), stamp(1))
        var numbers = try numbers(
          [("x", entry(x)), ("y", entry(y))],
          [("x", stamp(2, time: time, run: run)), ("y", y)])
        expectSound(numbers, keys: ["x", "y"])
        device.run { numbers.move("x", to: 1) }
        let stays = isLast && time == .max
        expectSound(numbers, keys: stays ? ["x", "y"] : ["y", "x"])
        device.run { numbers["x"] = nil }
        expectSound(numbers, keys: ["y"])
      }
    }
  }

  // MARK: What is refused

  @Test func keysTwiceAndOutOfOrder() throws {
    let (x, y) = (entry(stamp(0)), entry(stamp(1)))
    #expect(try refusal { try numbers([("x", x), ("x", y)], []) } == .corrupt)
    #expect(try refusal { try numbers([("x", x), ("x", x)], []) } == .corrupt)
    #expect(try refusal { try numbers([("y", y), ("x", x)], []) } == .corrupt)
    #expect(try refusal { try numbers([("x", x), ("y", y)], known: 1, []) } == .corrupt)
    #expect(try refusal { try numbers([("x", x), ("y", y)], known: 2, []) } == nil)
  }

  @Test func ordersThatAreNone() throws {
    typealias Doubles = ReplicatingOrderedDictionary<Double, Int>
    for (operation, expected) in [
      (insert(1, at: 0), nil), (insert(2, at: 0), .truncated),
      (insert(Dot.maximumNumber, at: 0), .truncated), (delete(1, at: 0), .corrupt),
    ] as [(OperationRun, Refusal?)] {
      for key in [1.5, .nan] {
        var writer = ByteWriter()
        VersionVector().encode(to: &writer)
        writer.writeCount(0)
        batch([whole(0)], [Chain(session: 0, operations: [operation])]).encode(to: &writer)
        if operation.isInsert {
          stamp(0).encode(to: &writer)
          writer.writePlain(key)
        }
        let bytes = Frame.seal(writer, as: Doubles.frameKind)
        let found = try refusal { try Doubles(encoded: bytes) }
        #expect(found == (key.isNaN && operation.isInsert ? .corrupt : expected), "\(operation)")
      }
    }
    var bytes = ByteWriter()
    VersionVector().encode(to: &bytes)
    bytes.writeCount(0)
    sequel(after: 1, insert(1, at: 0)).encode(to: &bytes)
    stamp(0).encode(to: &bytes)
    bytes.writePlain("x")
    let orphan = Frame.seal(bytes, as: Numbers.frameKind)
    #expect(try refusal { try Numbers(encoded: orphan) } == .corrupt)
  }

  // MARK: Deltas

  private func delta(
    _ parts: UInt8, _ positions: [(String, KeyedStamp)], to count: Int = 100
  ) throws -> Numbers.Delta {
    var writer = ByteWriter()
    writer.write(parts)
    if parts & 1 != 0 {
      VersionVector().encode(to: &writer)
      var to = VersionVector()
      to.advance(stamp(0).dot.session, to: count)
      to.encode(to: &writer)
      writer.writeCount(1)
      entry(stamp(0)).encode(to: &writer, by: ValueRules())
      writer.writePlain("x")
    }
    if parts & 2 != 0 { write(positions, to: &writer) }
    return try Numbers.Delta(encoded: Frame.seal(writer, as: Numbers.Delta.frameKind))
  }

  @Test func deltasOfOnePart() throws {
    for parts in [1, 2, 3] as [UInt8] {
      var numbers: Numbers = ["a": 1]
      try numbers.merge(delta: delta(parts, [("x", stamp(0)), ("a", stamp(9))]))
      #expect(Set(numbers.keys) == (parts == 2 ? ["a"] : ["a", "x"]))
      #expect(soundness.complaint(about: numbers) == nil, "\(parts)")
    }
    for parts in [0, 4, 255] as [UInt8] {
      #expect(try refusal { try delta(parts, []) } == .corrupt)
    }
  }

  /// A delta is taken in whole or not at all.
  @Test func aDeltaWithAnOrderThatLacksItsBeginning() throws {
    var writer = ByteWriter()
    writer.write(3)
    VersionVector().encode(to: &writer)
    var to = VersionVector()
    to.advance(stamp(0).dot.session, to: 1)
    to.encode(to: &writer)
    writer.writeCount(1)
    entry(stamp(0)).encode(to: &writer, by: ValueRules())
    writer.writePlain("x")
    sequel(after: 1, insert(1, at: 0)).encode(to: &writer)
    stamp(0).encode(to: &writer)
    writer.writePlain("x")
    let delta = try Numbers.Delta(encoded: Frame.seal(writer, as: Numbers.Delta.frameKind))
    var numbers: Numbers = ["a": 1]
    let before = numbers
    #expect(throws: MissingHistory.self) { try numbers.validate(delta) }
    #expect(throws: MissingHistory.self) { try numbers.merge(delta: delta) }
    #expect(numbers == before && numbers.keys == ["a"])
  }

  @Test func editsThatADeltaDoesNotName() throws {
    let numbers: Numbers = ["a": 1]
    let unnamed = try delta(1, [], to: 0)
    #expect(throws: MissingHistory.self) { try numbers.validate(unnamed) }
  }
}
