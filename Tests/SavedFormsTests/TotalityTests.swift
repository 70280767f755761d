// SPDX-License-Identifier: MIT

import BinaryCoding
import CAllocations
import ReplicationLaws
import SavedForms
import TestInputs
import Testing

/// Reading is total: golden files with any damage are refused with a typed error or give a sound
/// value, and take little memory.
///
/// The checksum catches damage. Most of these tests give the damaged bytes a new one, as an
/// attacker would.
@Suite struct TotalityTests {
  private let folders: [GoldenFiles.Folder]

  init() throws {
    folders = try GoldenFiles.folders()
  }

  // MARK: Accidents

  @Test func everyTruncationIsRefused() throws {
    try forEachSample { form, sample in
      for count in 0..<sample.bytes.count {
        if isRead(Array(sample.bytes.prefix(count)), as: sample.part, by: form) {
          Issue.record("\(form), \(sample.part) \(sample.name) cut at \(count) is read")
        }
      }
    }
  }

  @Test func everyFlippedBitIsRefused() throws {
    try forEachSample { form, sample in
      var bytes = sample.bytes
      for bit in 0..<(bytes.count * 8) {
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        if isRead(bytes, as: sample.part, by: form) {
          Issue.record("\(form), \(sample.part) \(sample.name), bit \(bit) turned, is read")
        }
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      }
    }
  }

  private func isRead(_ bytes: [UInt8], as part: SavedPart, by form: any SavedForm) -> Bool {
    do throws(DecodingFailure) {
      try form.read(bytes, as: part)
      return true
    } catch {
      return false
    }
  }

  // MARK: Harm

  @Test func forgedTruncations() throws {
    try forEachSample { form, sample in
      let damaged = try DamagedFrame(sample.bytes)
      var attack = Attack(form, sample)
      for count in 0..<(damaged.bitCount / 8) {
        attack.attempt(damaged.truncated(to: count), "cut at \(count)")
      }
    }
  }

  /// A random choice of the bits; every bit where runs are at least 60 times longer.
  @Test func forgedBits() throws {
    var random = TestRun.generator(seed: 1)
    let isExhaustive = TestRun.length(1) >= 60
    let length = TestRun.length(10)
    var accepted = 0
    try forEachSample { form, sample in
      let damaged = try DamagedFrame(sample.bytes)
      var attack = Attack(form, sample)
      let bits = random.shuffled(Array(0..<damaged.bitCount))
      for bit in isExhaustive ? bits[...] : bits.prefix(length) {
        attack.attempt(damaged.flipping(bit: bit), "bit \(bit) turned")
      }
      accepted += attack.accepted
    }
    #expect(accepted > 0, "all forged bytes were refused, so no value was tried")
  }

  /// Seed 772706020 of ``forgedBits()``: a letter of a text in an ordered dictionary differs. After
  /// a merge with the sound one, the version used to name edits that the join had given other
  /// names.
  @Test func aForgedLetterOfATextInAnOrderedDictionary() throws {
    try forEachSample { form, sample in
      guard form.name == "ordered-dictionary", sample.part == .value, sample.name == "concurrent"
      else { return }
      let damaged = try DamagedFrame(sample.bytes)
      var attack = Attack(form, sample)
      for bit in 1_360..<1_400 { attack.attempt(damaged.flipping(bit: bit), "bit \(bit) turned") }
    }
  }

  @Test func forgedSplices() throws {
    var random = TestRun.generator(seed: 2)
    let length = TestRun.length(10)
    let frames = try folders.flatMap(\.samples).map { try DamagedFrame($0.bytes) }
    try forEachSample { form, sample in
      let damaged = try DamagedFrame(sample.bytes)
      let kin = frames.filter { $0.kind == damaged.kind }
      var attack = Attack(form, sample)
      for number in 0..<length {
        let other = random.pick(random.oneIn(3) ? frames : kin)
        let isWild = random.oneIn(2)
        let bytes = isWild ? damaged.spliced(&random) : damaged.spliced(with: other, &random)
        attack.attempt(bytes, "splice \(number)")
      }
    }
  }

  /// The bound on memory is a real one: allocations are counted wherever they can be.
  @Test(.enabled(if: Attack.isMeasured, "nothing is counted here, so memory is not bounded"))
  func readingIsSeenToAllocate() throws {
    try forEachSample { form, sample in
      guard form.name == "text", sample.part == .value else { return }
      let most = Attack(form, sample).reading(sample.bytes).mostAllocated
      #expect(most > 0, "\(sample.name) is read without an allocation")
    }
  }

  private func forEachSample(
    _ body: (any SavedForm, SavedSample) throws -> Void
  ) throws {
    for folder in folders {
      let form = try #require(SavedForms.named(folder.name))
      for sample in folder.samples { try body(form, sample) }
    }
  }
}

/// Forged bytes against one sample's form.
private struct Attack {
  /// The bytes that may be allocated at one time for each byte that is read, and for none: to
  /// decompress anything takes Zstandard 96 KiB.
  static let (factor, base) = (64, 112 << 10)

  /// Whether allocations are counted here: elsewhere their bound is not checked.
  static let isMeasured = allocations_are_counted() != 0

  private let form: any SavedForm
  private let sample: SavedSample
  /// How many attempts were read.
  private(set) var accepted = 0

  init(_ form: any SavedForm, _ sample: SavedSample) {
    self.form = form
    self.sample = sample
    // Memory that is allocated once and kept does not count against the first reading.
    try? form.read(sample.bytes, as: sample.part)
  }

  mutating func attempt(_ bytes: [UInt8], _ damage: @autoclosure () -> String) {
    let (isAccepted, most) = reading(bytes)
    if Self.isMeasured, most > bytes.count * Self.factor + Self.base {
      report(bytes, damage(), "reading \(bytes.count) bytes takes \(most)")
    }
    guard isAccepted else { return }
    accepted += 1
    do throws(DecodingFailure) {
      let complaint = try form.complaint(about: bytes, as: sample.part)
      if let complaint { report(bytes, damage(), complaint) }
    } catch {
      report(bytes, damage(), "read once, but not twice: \(error)")
    }
  }

  /// Whether bytes can be read, and the most bytes that were allocated at one time meanwhile.
  func reading(_ bytes: [UInt8]) -> (isAccepted: Bool, mostAllocated: Int) {
    allocations_begin()
    let isAccepted = isRead(bytes)
    return (isAccepted, Int(allocations_end()))
  }

  private func isRead(_ bytes: [UInt8]) -> Bool {
    do throws(DecodingFailure) {
      try form.read(bytes, as: sample.part)
      return true
    } catch {
      return false
    }
  }

  private func report(_ bytes: [UInt8], _ damage: String, _ complaint: String) {
    Issue.record(
      "\(form), \(sample.part) \(sample.name), \(damage): \(complaint)\n\(Base64.encode(bytes))")
  }
}
