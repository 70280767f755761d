// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingTypes

/// A storage with its model, and the sessions of its edits.
private struct Copy {
  var storage = Presence<Int>()
  var model = PresenceModel()
  var session: SessionID

  mutating func edit(_ element: Int, isInsert: Bool) {
    let old = storage[element]
    if isInsert {
      storage.insert(element, by: session)
    } else {
      storage.remove(element, by: session)
    }
    guard let entry = storage[element], isInsert || old?.isPresent == true else { return }
    #expect(entry.isPresent == isInsert)
    #expect(entry.stamp.dot == model.known.nextDot(of: session))
    #expect(entry.firstInsert == model.entries[element]?.firstInsert ?? entry.stamp)
    #expect(model.entries[element].map { $0.stamp < entry.stamp } ?? true)
    model.entries[element] = entry
  }

  func compare() {
    storage.checkInvariants()
    #expect(storage.known == model.known)
    #expect(storage.count == model.present.count)
    #expect(Set(storage.ordered.map(\.key)) == model.present)
    #expect(
      storage.ordered.map(\.value.firstInsert)
        == model.present.map {
          model.entries[$0]?.firstInsert
        }.compactMap { $0 }.sorted())
    #expect(storage.entries.count == model.entries.count)
    #expect(storage.entries.allSatisfy { model.entries[$0.key] == $0.value })
  }
}

@Suite struct KeyedStorageTests {
  private static func session(_ number: Int) -> SessionID {
    SessionID(run: RunID(rawValue: UInt128(number % 3) << 80), number: UInt32(number))
  }

  /// Copies are forked, edited and merged, whole and by deltas; with few elements
  /// and many, so that merging takes each of its ways.
  @Test(arguments: [4, 60, 400]) func copiesFollowTheModel(elements: Int) throws {
    var random = TestRun.generator(seed: UInt64(elements))
    var copies = [Copy(session: Self.session(0))]
    for element in 0..<elements { copies[0].edit(element, isInsert: true) }
    for step in 1..<TestRun.length(1_500) {
      let place = random.below(copies.count)
      switch random.below(8) {
      case 0 where copies.count < 5:
        copies.append(copies[place])
        copies[copies.count - 1].session = Self.session(step)
      case 1: try merge(random.pick(copies), into: &copies[place], &random)
      case 2 where copies.count > 3: copies.remove(at: place)
      default:
        for _ in 0..<(random.oneIn(10) ? elements / 2 : 2) {
          copies[place].edit(random.below(elements * 2), isInsert: random.below(3) > 0)
        }
      }
      if step.isMultiple(of: 25) { copies.forEach { $0.compare() } }
    }
  }

  private func merge(_ other: Copy, into copy: inout Copy, _ random: inout SeededGenerator) throws {
    var whole = copy.storage
    whole.merge(other.storage)
    let delta = other.storage.delta(since: copy.storage.known)
    #expect((delta == nil) == copy.model.known.contains(other.model.known))
    if let delta {
      #expect(Set(delta.items.map(\.key)) == other.model.news(since: copy.model.known))
      #expect(delta.items.map(\.value.firstInsert) == delta.items.map(\.value.firstInsert).sorted())
      let needsAll = !other.model.tracesAllEdits(since: copy.model.known)
      let common = other.model.known.counts.filter { copy.model.known[$0.key] > 0 }
      if needsAll { #expect(common.allSatisfy { delta.from[$0.key] > 0 }) }
      try copy.storage.merge(delta)
    }
    copy.model.merge(other.model)
    #expect(whole == copy.storage)
    if random.below(2) == 0 { copy.storage = whole }
    copy.compare()
  }

  @Test func copiesThatDifferInTenShareTheRest() {
    var base = Presence<Int>()
    for element in 0..<20_000 { base.insert(element, by: Self.session(0)) }
    var (mine, yours) = (base, base)
    for element in 0..<10 {
      mine.insert(element * 31, by: Self.session(1))
      yours.remove(element * 37 + 1, by: Self.session(2))
    }
    mine.merge(yours)
    var different = 0
    base.entries.forEachDifference(in: mine.entries) { _, _ in different += 1 }
    #expect(different < 20 * 4 * 32)
    mine.checkInvariants()
  }

  @Test(arguments: [20, 1_000]) func aSmallOneTakesALargeOneAsItIs(count: Int) {
    var large = Presence<Int>()
    for element in 0..<count { large.insert(element, by: Self.session(0)) }
    var empty = Presence<Int>()
    empty.merge(large)
    large.entries.forEachDifference(in: empty.entries) { _, _ in Issue.record("not shared") }
    #expect(empty == large)
    var small = Presence<Int>()
    for element in count - 1..<count + 1 { small.insert(element, by: Self.session(1)) }
    let other = small
    small.merge(large)
    large.merge(other)
    #expect(small == large)
    #expect(small.count == count + 1)
    small.checkInvariants()
    large.checkInvariants()
  }

  @Test func anEditOfTwoElementsTrapsNothing() throws {
    // Only forged bytes can say that one edit changed two elements.
    let stamp = KeyedStamp(
      time: HybridTimestamp(rawValue: 5), dot: Dot(session: Self.session(1), number: 0))
    let entry = PresenceEntry(stamp: stamp, isPresent: true, firstInsert: stamp)
    var known = VersionVector()
    known.advance(Self.session(1), to: 1)
    var storage = Presence<Int>()
    for element in [1, 2, 3] {
      let item = Presence<Int>.Item(key: element, value: entry)
      try storage.merge(Presence.Delta(items: [item], from: VersionVector(), to: known))
    }
    storage.remove(1, by: Self.session(2))
    storage.remove(3, by: Self.session(2))
    storage.checkInvariants()
    #expect(storage.ordered.map(\.key) == [2])
    #expect(storage.delta(since: VersionVector())?.items.count == 3)
  }

  @Test func aMillionElements() {
    var set = ReplicatingSet<Int>()
    for element in 0..<1_000_000 { set.insert(element) }
    var copy = set
    for element in 0..<10 { copy.remove(element * 99_991) }
    set.insert(-1)
    let merged = set.merged(with: copy)
    #expect(merged.count == 999_991)
    #expect(merged == copy.merged(with: set))
    #expect(!merged.contains(99_991))
    #expect(merged.contains(-1))
    #expect(set.count == 1_000_001)
  }
}
