// SPDX-License-Identifier: MIT

import Testing

@testable import ReplicationLaws

struct RunSettingsTests {
  @Test func seedAndScaleComeFromVariables() {
    let set = RunSettings { ["DECENT_SEED": "42", "DECENT_SCALE": "2.5"][$0] }
    #expect(set.seed == 42)
    #expect(set.scheduleCount(200) == 500)

    let unset = RunSettings { _ in nil }
    #expect(unset.seed == nil)
    #expect(unset.scheduleCount(200) == 200)
  }

  @Test func atLeastOneScheduleRuns() {
    #expect(RunSettings { $0 == "DECENT_SCALE" ? "0.001" : nil }.scheduleCount(10) == 1)
  }
}
