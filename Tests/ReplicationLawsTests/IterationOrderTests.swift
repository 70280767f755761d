// SPDX-License-Identifier: MIT

import Testing

@testable import ReplicationLaws

struct IterationOrderTests {
  @Test func sequencesListTheirElements() {
    #expect(IterationOrder.elements(of: [3, 1, 2]) == [3, 1, 2])
    #expect(IterationOrder.elements(of: "ab") == ["a" as Character, "b" as Character])
    #expect(IterationOrder.elements(of: ["k": 1]) == [["k", 1] as [AnyHashable]])
    #expect(IterationOrder.elements(of: [1, 2]) != IterationOrder.elements(of: [2, 1]))
  }

  @Test func otherValuesListNothing() {
    #expect(IterationOrder.elements(of: 7) == nil)
    #expect(IterationOrder.elements(of: [{ () -> Void in }]) == nil)
  }
}
