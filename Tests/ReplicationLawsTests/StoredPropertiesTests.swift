// SPDX-License-Identifier: MIT

import Testing

@testable import ReplicationLaws

struct StoredPropertiesTests {
  @Test func replicatingPropertiesAreFound() {
    #expect(StoredProperties(of: Card()).properties.map(\.name) == ["title", "note"])
    // Its stamp says what was seen, and its value is a string.
    #expect(StoredProperties(of: Choice()).properties.isEmpty)
    #expect(StoredProperties(of: 7).properties.isEmpty)
    #expect(StoredProperties(of: [Card()]).properties.isEmpty)
  }

  @Test func aContentHoldsAnother() {
    let empty = Choice()
    var chosen = empty
    chosen.choose("this")
    #expect(StoredProperties.contains(chosen, empty) == true)
    #expect(StoredProperties.contains(empty, chosen) == false)
    #expect(StoredProperties.contains(empty, Journal()) == nil)
    #expect(StoredProperties.areEqual(empty, chosen) == false)
    #expect(StoredProperties.areEqual(empty, Choice()) == true)
  }
}
