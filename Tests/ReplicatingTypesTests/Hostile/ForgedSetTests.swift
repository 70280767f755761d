// SPDX-License-Identifier: MIT

import BinaryCoding
import SavedForms
import Testing

@testable import Causality
@testable import ReplicatingTypes

/// Sets and registers that no honest copy writes.
@Suite struct ForgedSetTests {
  private let device = ReplicationEnvironment(milliseconds: { 5 }, random: { 5 })

  private var soundness: Soundness<ReplicatingSet<String>> {
    Soundness(stranger: ["other", "x"]) { [device] set in
      device.run {
        set.insert("x")
        set.remove("y")
        set.insert("new")
        set.remove("new")
      }
    }
  }

  private func dot(_ session: UInt32, _ number: Int, run: UInt128 = .max) -> Dot {
    Dot(session: SessionID(run: RunID(rawValue: run), number: session), number: number)
  }

  private func stamp(_ time: UInt64, _ dot: Dot) -> KeyedStamp {
    KeyedStamp(time: HybridTimestamp(rawValue: time), dot: dot)
  }

  private func set(
    _ entries: [String: PresenceEntry], counts: [SessionID: Int]
  ) throws -> ReplicatingSet<String> {
    var known = VersionVector()
    for (session, count) in counts { known.advance(session, to: count) }
    var writer = ByteWriter()
    Presence(entries: entries, known: known).encode(to: &writer)
    return try ReplicatingSet(
      encoded: Frame.seal(writer, as: ReplicatingSet<String>.frameKind))
  }

  /// Nothing can be later than the last time: an edit may lose then, but it
  /// must lose everywhere.
  @Test func theLastTimeOfAll() throws {
    for isPresent in [true, false] {
      for run in [0, .max] as [UInt128] {
        let last = stamp(.max, dot(1 << 31 - 1, 0, run: run))
        let entry = PresenceEntry(stamp: last, isPresent: isPresent, firstInsert: last)
        let set = try set(["x": entry], counts: [last.dot.session: 1])
        #expect(soundness.complaint(about: set) == nil)
        let removed = try self.set(["y": entry], counts: [last.dot.session: 1])
        #expect(soundness.complaint(about: removed) == nil)
      }
    }
  }

  @Test func elementsChangedBeforeTheyWereInserted() throws {
    let (early, late) = (stamp(1, dot(0, 0)), stamp(2, dot(0, 1)))
    let entry = PresenceEntry(stamp: early, isPresent: true, firstInsert: late)
    #expect(throws: DecodingFailure.self) {
      try set(["x": entry], counts: [early.dot.session: 2])
    }
  }

  /// Two elements inserted by one edit, each in one of two values.
  @Test func oneEditForTwoElements() throws {
    let first = stamp(1, dot(0, 0))
    let entry = PresenceEntry(stamp: first, isPresent: true, firstInsert: first)
    var one = try set(["x": entry], counts: [first.dot.session: 1])
    let other = try set(["y": entry], counts: [first.dot.session: 2])
    one.merge(other)
    #expect(one.values == ["x", "y"])
    #expect(soundness.complaint(about: one) == nil)
    let both = try set(["y": entry, "x": entry], counts: [first.dot.session: 2])
    #expect(both == one)
    #expect(both.merged(with: one) == one && one.merged(with: both) == one)
  }

  @Test func thousandsOfSessionsAtTheLimit() throws {
    let counts = (0..<1_000 as Range<UInt32>).map { (dot($0, 0).session, Dot.maximumNumber) }
    let set = try set([:], counts: Dictionary(uniqueKeysWithValues: counts))
    #expect(set.isEmpty)
    #expect(set.delta(since: VersionVector()) != nil)
    #expect(soundness.complaint(about: set) == nil)
  }

  /// The sessions that this run of the program is going to open.
  @Test func editsOfOurNextSessions() throws {
    var set = ReplicatingSet<String>()
    device.run { _ = set.insert("a") }
    let own = try #require(set.version.counts.keys.first)
    let next = (0...3 as ClosedRange<UInt32>).map { number in
      (SessionID(run: own.run, number: own.number + number), Dot.maximumNumber)
    }
    let forged = try self.set([:], counts: Dictionary(uniqueKeysWithValues: next))
    set.merge(forged)
    #expect(soundness.complaint(about: set) == nil)
    #expect(soundness.complaint(about: forged) == nil)
  }

  @Test func countsOfOurNextSessions() throws {
    var counter = ReplicatingCounter()
    var register = ReplicatingMultiValueRegister<String>()
    device.run {
      counter.increment()
      register.set("a")
    }
    let own = try #require(counter.version.sums.keys.first)
    var (sums, known) = (CounterSums(), VersionVector())
    for number in 1...5 as ClosedRange<UInt32> {
      let session = SessionID(run: own.run, number: own.number + number)
      sums[session] = CounterSums.Sum(added: .max, taken: .max)
      known.advance(session, to: Dot.maximumNumber)
    }
    try counter.merge(delta: sums)
    register.merge(ReplicatingMultiValueRegister(MultiValueState(choices: [], known: known)))
    var (copy, otherCopy) = (counter, register)
    for _ in 0..<2 {
      device.run {
        counter.increment()
        copy.increment()
        register.set("b")
        otherCopy.set("c")
      }
    }
    #expect(counter.value == 3 && copy.value == 3)
    #expect(counter.merged(with: copy).value == 5)
    #expect(Set(register.merged(with: otherCopy).values) == ["b", "c"])
    let saved = try ReplicatingMultiValueRegister<String>(encoded: otherCopy.encoded())
    #expect(saved == otherCopy)
  }

  // MARK: Registers

  @Test func registersSetAtTheLastTimeOfAll() throws {
    for (run, edit) in [(0, 0), (0, .max), (.max, 0), (.max, .max)] as [(UInt128, UInt64)] {
      var writer = ByteWriter()
      HybridTimestamp(rawValue: .max).encode(to: &writer)
      writer.writeIdentifier(run)
      writer.writeVarint(edit)
      writer.writePlain("forged")
      let register = try ReplicatingRegister<String>(
        encoded: Frame.seal(writer, as: ReplicatingRegister<String>.frameKind))
      let soundness = Soundness(stranger: ReplicatingRegister("other")) { [device] register in
        device.run { register.value = "new" }
      }
      #expect(soundness.complaint(about: register) == nil)
    }
  }
}
