// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import Testing

@testable import ReplicatingTypes

/// Copies that are edited apart must never number two edits alike.
@Suite struct CopyTests {
  private let device = ReplicationEnvironment(milliseconds: { 7 }, random: { 7 })

  /// Edits copies of one value on several threads; then all edits are there.
  private func editApart<Value: PersistentReplicable & Framed & Equatable & Sendable>(
    _ base: Value, insert: @escaping @Sendable (inout Value, Int) -> Void,
    edits: (Value) -> Int
  ) async throws {
    for round in 0..<300 {
      var base = base
      device.run { insert(&base, 1_000) }
      let results = await withTaskGroup(of: Value.self) { [base, device] group in
        for thread in 0..<4 {
          group.addTask {
            var copy = base
            return device.run {
              for edit in 0..<3 { insert(&copy, thread * 10 + edit) }
              return copy
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      let merged = results.reduce(base) { $0.merged(with: $1) }
      let backwards = results.reversed().reduce(base) { $0.merged(with: $1) }
      let isSame = try merged == backwards && merged.encoded() == backwards.encoded()
      if !isSame || edits(merged) != 13 {
        Issue.record("round \(round): \(edits(merged)) edits, \(merged), \(backwards)")
        return
      }
    }
  }

  @Test func sets() async throws {
    try await editApart(ReplicatingSet<Int>()) {
      $0.insert($1)
    } edits: { set in
      set.version.counts.values.reduce(0, +)
    }
  }

  @Test func addOnlySets() async throws {
    try await editApart(ReplicatingAddOnlySet<Int>()) {
      $0.insert($1)
    } edits: { set in
      set.version.counts.values.reduce(0, +)
    }
  }

  @Test func orderedSets() async throws {
    try await editApart(ReplicatingOrderedSet<Int>()) {
      $0.insert($1, at: 0)
    } edits: { set in
      set.storage.order.positions.log.elementCount
    }
  }

  @Test func dictionaries() async throws {
    try await editApart(ReplicatingDictionary<Int, Int>()) {
      $0[$1] = 1
    } edits: { numbers in
      numbers.version.known.counts.values.reduce(0, +)
    }
  }

  /// All threads edit one set in one dictionary.
  @Test func setsInDictionaries() async throws {
    try await editApart(ReplicatingDictionary<Int, ReplicatingSet<Int>>()) {
      $0[0, default: []].insert($1)
    } edits: { sets in
      let edits = sets.version.known.counts.values.reduce(0, +)
      let inner = sets[0]?.version.counts.values.reduce(0, +)
      return edits == inner && sets[0]?.count == edits ? edits : -1
    }
  }

  @Test func registersOfOneTimeNeverTie() async throws {
    var stamps: Set<RegisterStamp> = []
    let register = device.run { ReplicatingRegister(0) }
    for _ in 0..<200 {
      let results = await withTaskGroup(of: RegisterStamp.self) { [device] group in
        for thread in 0..<4 {
          group.addTask {
            var copy = register
            device.run { copy.value = thread }
            return copy.version
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      stamps.formUnion(results)
    }
    #expect(stamps.count == 800)
  }

  @Test func changingACopyAndPuttingItBackIsOneSession() {
    device.run {
      var set = ReplicatingSet<Int>()
      var addOnly = ReplicatingAddOnlySet<Int>()
      var ordered = ReplicatingOrderedSet<Int>()
      for number in 0..<10 {
        var (new, newAddOnly, newOrder) = (set, addOnly, ordered)
        new.insert(number)
        newAddOnly.insert(number)
        newOrder.append(number)
        (set, addOnly, ordered) = (new, newAddOnly, newOrder)
      }
      #expect(set.version.counts.count == 1)
      #expect(addOnly.version.counts.count == 1)
      #expect(ordered.version.presence.counts.count == 1)
    }
  }

  @Test func whatIsNotEditedOpensNoSession() throws {
    try device.run {
      var set = ReplicatingSet<Int>()
      set.remove(1)
      set.merge(try ReplicatingSet(encoded: set.encoded()))
      var addOnly = ReplicatingAddOnlySet<Int>()
      addOnly.formUnion([])
      addOnly.merge(try ReplicatingAddOnlySet(encoded: addOnly.encoded()))
      var ordered = ReplicatingOrderedSet<Int>()
      ordered.remove(1)
      ordered.move(1, to: 0)
      ordered.merge(try ReplicatingOrderedSet(encoded: ordered.encoded()))
      #expect(set.version.isEmpty && addOnly.version.isEmpty)
      #expect(ordered.version == ReplicatingOrderedSet<Int>.Version())
      set.insert(1)
      ordered.append(1)
      #expect(set.version.counts.keys.map(\.number) == [0])
      #expect(ordered.version.presence.counts.keys.map(\.number) == [1])
    }
  }

  @Test func readingNeverGoesOnWithASession() throws {
    try device.run {
      var set: ReplicatingSet = [1]
      var read = try ReplicatingSet<Int>(encoded: set.encoded())
      set.insert(2)
      read.insert(3)
      #expect(set.version.counts.count == 1)
      #expect(set.merged(with: read).version.counts.values.sorted() == [1, 2])
    }
  }
}
