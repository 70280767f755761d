// SPDX-License-Identifier: MIT

import SyncSimulation
import Testing

@testable import DecentSync

@Suite struct DeviceIdentityTests {
  private let rows = MemoryRows()
  private let identity: DeviceIdentity<MemoryRows>

  init() {
    var options = PolicyOptions()
    let ids = IncreasingIDs(after: 0)
    options.makeDevice = { ids.next() }
    options.rememberedObjects = 2
    identity = DeviceIdentity(rows, options: options)
  }

  /// Seals an object, and returns its reference.
  private func seal(checksum: UInt32 = 7) throws -> SegmentReference {
    let (device, number) = try identity.takeNumber()
    let reference = SegmentReference(device: device, number: number, checksum: checksum)
    try identity.noteWritten(reference)
    return reference
  }

  @Test func theIDIsMadeOnce() throws {
    #expect(try identity.known() == nil)
    let id = try identity.row().device
    #expect(try identity.row().device == id)
    #expect(try identity.known()?.device == id)
  }

  @Test func noNumberIsTakenTwice() throws {
    #expect(try (0..<3).map { _ in try identity.takeNumber().number } == [1, 2, 3])
  }

  @Test func anotherChecksumIsThatOfAClone() throws {
    let ours = try seal(checksum: 7)
    let theirs = SegmentReference(device: ours.device, number: ours.number, checksum: 8)
    #expect(try identity.didSeal(ours) && !identity.isOfClone(ours))
    #expect(try !identity.didSeal(theirs) && identity.isOfClone(theirs))
  }

  /// The oldest are forgotten, and count as this device's under any checksum.
  @Test func theLastChecksumsAreRemembered() throws {
    let sealed = try (0..<4).map { _ in try seal() }
    #expect(try rows.rows(in: RowKey(.written)).count == 2)
    let theirs = sealed.map { SegmentReference(device: $0.device, number: $0.number, checksum: 8) }
    #expect(try theirs.map(identity.didSeal) == [true, true, false, false])
  }

  @Test func aFormerIDStaysOurs() throws {
    let sealed = try seal()
    #expect(try identity.renew(replacing: sealed.device))
    #expect(try identity.row().device != sealed.device)
    #expect(try identity.isOurs(sealed.device) && identity.didSeal(sealed))
    #expect(try identity.takeNumber().number == 1)
  }

  /// Another run may have taken a new id already.
  @Test func anIDIsReplacedOnce() throws {
    let old = try identity.row().device
    #expect(try identity.renew(replacing: old))
    let new = try identity.row().device
    #expect(try !identity.renew(replacing: old))
    #expect(try identity.row().device == new)
  }
}
