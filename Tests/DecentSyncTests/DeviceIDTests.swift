// SPDX-License-Identifier: MIT

import DecentSync
import ReplicationLaws
import Testing

@Suite struct DeviceIDTests {
  @Test func isWrittenInThirtyTwoDigits() {
    #expect(DeviceID(rawValue: 0xa1).description == "000000000000000000000000000000a1")
    #expect(DeviceID(rawValue: .max).description == String(repeating: "f", count: 32))
  }

  @Test func readsWhatItWrites() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<100 {
      let id = DeviceID(rawValue: .random(in: .min ... .max, using: &random))
      #expect(DeviceID(id.description) == id)
    }
  }

  @Test(arguments: ["", "a1", String(repeating: "F", count: 32), String(repeating: "g", count: 32)])
  func refusesOthers(text: String) {
    #expect(DeviceID(text) == nil)
  }
}
