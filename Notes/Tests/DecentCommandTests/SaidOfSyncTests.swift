// SPDX-License-Identifier: MIT

import DecentSync
import Testing

@testable import decent

@Suite struct SaidOfSyncTests {
  @Test func aMessageIsSaidOnceUntilItIsMended() {
    var said = SaidOfSync()
    var told: [[String]] = []
    for messages in [["a"], ["a"], ["a", "b"], [], ["a"]] {
      told.append(said.news(of: SyncReport(), saying: messages).messages)
    }
    #expect(told == [["a"], [], ["b"], [], ["a"]])
  }
}
