// SPDX-License-Identifier: MIT

import Causality
import ReplicatingText
import Testing

/// The device that the runs of edits tell.
@Suite struct DeviceMarkTests {
  private let base = ReplicationEnvironment(milliseconds: { 1_000 }, random: { .max })

  private func run(in environment: ReplicationEnvironment) -> RunID {
    var text = ReplicatingText()
    environment.run { text.append("a") }
    return text.version.tips[0].session.run
  }

  @Test func runsTellTheDevice() {
    let plain = run(in: base)
    for bits: UInt32 in [0, 1, 0xab_cdef, 0xff_ffff] {
      let device = DeviceMark(of: UInt128(bits))
      let marked = run(in: base.marked(with: device))
      #expect(device.rawValue == bits)
      #expect(marked.device == device)
      #expect(marked.milliseconds == 1_000)
    }
    #expect(plain.device.rawValue == 0xff_ffff)
  }

  /// A test may have constant bits. Then edits with and without a mark would have the same names.
  @Test(arguments: [0, 7, 0x1111_1111_1111_1111, 0x00ab_cdef_00ab_cdef, UInt64.max])
  func constantBitsGiveOtherRuns(bits: UInt64) {
    let base = ReplicationEnvironment(milliseconds: { 1_000 }, random: { bits })
    let device = DeviceMark(of: UInt128(bits) << 64 | UInt128(bits))
    #expect(run(in: base) != run(in: base.marked(with: device)))
  }

  @Test func onlyTheLowestBitsOfAnIdCount() {
    #expect(DeviceMark(of: .max << 24 | 5) == DeviceMark(of: 5))
    #expect(DeviceMark(of: 5) != DeviceMark(of: 6))
  }

  /// Another environment for the same device could give a second run the name of the first.
  @Test func aDeviceHasOneEnvironment() {
    let (one, other) = (DeviceMark(of: 1), DeviceMark(of: 2))
    #expect(base.marked(with: one) === base.marked(with: one))
    #expect(base.marked(with: one) !== base.marked(with: other))
    #expect(base.marked(with: one).marked(with: one) === base.marked(with: one))
    #expect(base.marked(with: one).marked(with: other) === base.marked(with: other))
    var text = ReplicatingText()
    for letter in ["a", "b"] { base.marked(with: one).run { text.append(letter) } }
    #expect(text.version.tips.count == 1)
    #expect(text.editRuns.count == 1)
    base.marked(with: other).run { text.append("c") }
    #expect(text.editRuns.map(\.session.run.device) == [one, other])
    #expect(text.string == "abc")
  }

  @Test func theMarkTravels() throws {
    let device = DeviceMark(of: 0x12_3456)
    var text = ReplicatingText()
    base.marked(with: device).run { text.append("a") }
    var copy = ReplicatingText()
    try copy.merge(delta: try #require(text.delta(since: copy.version)))
    #expect(copy.editRuns.map(\.session.run.device) == [device])
    let read = try ReplicatingText(encoded: text.encoded())
    #expect(read.editRuns.map(\.session.run.device) == [device])
  }
}
