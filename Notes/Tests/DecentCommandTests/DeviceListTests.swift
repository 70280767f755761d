// SPDX-License-Identifier: MIT

import DecentSync
import Testing

@testable import decent

/// The device that a user means by a name or id.
@Suite struct DeviceListTests {
  private func device(_ number: UInt128, isThis: Bool = false, isRetired: Bool = false)
    -> KnownDevice
  {
    KnownDevice(
      id: DeviceID(rawValue: number << 96), name: "phone", isThisDevice: isThis,
      isRetired: isRetired, remotes: [], lastSeen: nil, waitingObjects: 0, waitingDocuments: [])
  }

  /// A device that was retired and returned is listed twice with its name. Retiring it again by
  /// that name used to be refused.
  @Test func aNameMeansTheDeviceThatCanBeRetired() throws {
    let devices = [device(1, isThis: true), device(2, isRetired: true), device(3)]
    #expect(try DeviceList(devices).find("phone") == devices[2])
    #expect(try DeviceList([devices[1], devices[2]]).find("phone") == devices[2])
    #expect(try DeviceList([devices[1]]).find("phone") == devices[1])
    #expect(try DeviceList([devices[0]]).find("phone") == devices[0])
    #expect(throws: CommandFailure.self) { try DeviceList(devices + [device(4)]).find("phone") }
    #expect(throws: CommandFailure.self) { try DeviceList(Array(devices[..<2])).find("phone") }
  }
}
