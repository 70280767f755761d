// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

@testable import ReplicatingTypes

/// Bytes that somebody else wrote, or nobody: each is refused with a typed
/// error, or is a sound value.
@Suite struct DamageTests {
  private func device(_ number: UInt64) -> ReplicationEnvironment {
    ReplicationEnvironment(milliseconds: { 1_000_000 + number }, random: { number })
  }

  @Test func texts() throws {
    try attack(ReplicatingText()) { text, number in
      text.unicodeScalars.insert("aé👍", at: min(number, text.unicodeScalars.count))
      if number > 1 { text.unicodeScalars.removeSubrange(1..<3) }
    }
  }

  @Test func sets() throws {
    try attack(ReplicatingSet<String>()) { set, number in
      set.insert("x\(number % 3)")
      set.insert("y")
      set.remove("x\((number + 1) % 3)")
    }
  }

  @Test func addOnlySets() throws {
    try attack(ReplicatingAddOnlySet<String>()) { set, number in
      set.insert("y")
      set.insert("x\(number % 3)")
      set.insert("z\(number)")
    }
  }

  @Test func orderedSets() throws {
    try attack(ReplicatingOrderedSet<String>()) { set, number in
      set.insert("x\(number % 3)", at: 0)
      set.append("y")
      set.remove("x\((number + 1) % 3)")
    }
  }

  @Test func registers() throws {
    try attack(ReplicatingRegister(default: ["a": 1])) { $0.value["b"] = $1 }
  }

  @Test func multiValueRegisters() throws {
    try attack(ReplicatingMultiValueRegister<String>()) { $0.set("v\($1)") }
  }

  @Test func counters() throws {
    try attack(ReplicatingCounter()) { $0.increment(by: $1 - 2) }
  }

  @Test func arrays() throws {
    try attack(ReplicatingArray<Int>()) { array, number in
      array.append(contentsOf: [number, 300, -1])
      if number > 1 { array.removeSubrange(1..<3) }
    }
  }

  @Test func dictionariesOfNumbers() throws {
    try attack(ReplicatingDictionary<String, Int>()) { numbers, number in
      numbers["x\(number % 3)"] = number
      numbers["y"] = number
      numbers["x\((number + 1) % 3)"] = nil
    }
  }

  @Test func dictionariesOfSets() throws {
    try attack(ReplicatingDictionary<String, ReplicatingSet<Int>>()) { sets, number in
      sets["x", default: []].insert(number)
      sets["y\(number % 2)", default: []].insert(7)
      if number > 1 { sets["y0"] = nil }
    }
  }

  @Test func dictionariesOfDictionaries() throws {
    typealias Deep = ReplicatingDictionary<Int, ReplicatingDictionary<Int, ReplicatingCounter>>
    try attack(Deep()) { deep, number in
      deep[1, default: [:]][number % 2, default: ReplicatingCounter()].increment()
      if number == 2 { deep[1]?[0] = nil }
      if number == 3 { deep[1] = [:] }
    }
  }

  @Test func fields() throws {
    try attack(Card()) { card, number in
      card.title.value = "t\(number)"
      card.text.append("ab")
      card.tags.insert("x\(number)")
    }
  }

  private struct Card: ReplicatingFields {
    var title = ReplicatingRegister(default: "")
    var text = ReplicatingText()
    var tags = ReplicatingSet<String>()

    static let frameKind = FrameKind(code: 1000, name: "a card")

    var fields: Fields<ReplicatingRegister<String>, ReplicatingText, ReplicatingSet<String>> {
      get { Fields(title, text, tags) }
      set { (title, text, tags) = newValue.values }
    }
  }

  // MARK: Attacks

  /// Damages the state, a delta and the version of a value.
  private func attack<Value: PersistentReplicable & Framed & Equatable>(
    _ empty: Value, edit: @escaping (inout Value, Int) -> Void
  ) throws where Value.Version: Framed, Value.Delta: Framed {
    var base = empty
    device(1).run { edit(&base, 0) }
    var (value, other) = (base, base)
    device(2).run { edit(&value, 1) }
    device(3).run { edit(&other, 2) }
    value.merge(other)
    device(1).run { edit(&value, 3) }
    var stranger = empty
    device(4).run { edit(&stranger, 4) }
    let soundness = Soundness(stranger: stranger) { value in
      device(5).run { edit(&value, 5) }
    }
    let delta = try #require(value.delta(since: base.version))

    try forEachDamage(of: value.encoded()) { bytes throws(DecodingFailure) in
      let read = try Value(encoded: bytes)
      return soundness.complaint(about: read)
        ?? soundness.complaint(about: read.merged(with: value))
        ?? soundness.complaint(about: value.merged(with: read))
    }
    try forEachDamage(of: delta.encoded()) { bytes throws(DecodingFailure) in
      let read = try Value.Delta(encoded: bytes)
      return [base, other, stranger].lazy.compactMap { receiver in
        soundness.complaint(aboutMerging: read, into: receiver)
      }.first
    }
    try forEachDamage(of: value.version.encoded()) { bytes throws(DecodingFailure) in
      let read = try Value.Version(encoded: bytes)
      _ = value.contains(read)
      return value.delta(since: read).flatMap { delta in
        soundness.complaint(aboutMerging: delta, into: stranger)
      }
    }
  }

  private func forEachDamage(
    of frame: [UInt8], _ complaint: ([UInt8]) throws(DecodingFailure) -> String?
  ) throws {
    var random = TestRun.generator(seed: 1)
    var accepted = 0
    func attempt(_ bytes: [UInt8], _ damage: @autoclosure () -> String) {
      do throws(DecodingFailure) {
        let complaint = try complaint(bytes)
        accepted += 1
        if let complaint { Issue.record("\(damage()): \(complaint)") }
      } catch {}
    }

    for count in 0..<frame.count { attempt(Array(frame[..<count]), "cut at \(count)") }
    for bit in 0..<(frame.count * 8) {
      var bytes = frame
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      attempt(bytes, "bit \(bit) turned")
    }
    #expect(accepted == 0, "plain damage was not noticed")

    let damaged = try DamagedFrame(frame)
    for count in 0..<(damaged.bitCount / 8) {
      attempt(damaged.truncated(to: count), "body cut at \(count)")
    }
    for bit in 0..<damaged.bitCount { attempt(damaged.flipping(bit: bit), "body bit \(bit)") }
    for number in 0..<TestRun.length(1_500) {
      attempt(damaged.spliced(&random), "splice \(number)")
    }
    print("\(accepted) forged frames accepted")
  }
}

extension Soundness {
  /// What is wrong after merging a delta, if it is not refused.
  fileprivate func complaint(aboutMerging delta: Value.Delta, into receiver: Value) -> String? {
    var copy = receiver
    do {
      let read = try Value.Delta(encoded: delta.encoded())
      try copy.merge(delta: read)
    } catch is MissingHistory {
      return copy == receiver ? nil : "a refused delta changed something"
    } catch {
      return "a delta cannot be written and read: \(error)"
    }
    return complaint(about: copy)
  }
}
