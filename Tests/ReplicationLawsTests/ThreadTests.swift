// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import ReplicationLaws

struct ThreadTests {
  @Test func bothAreDoneOnTwoThreads() {
    final class Place {
      let mark = Mutex(0)
    }
    let places = (Place(), Place())
    for round in 1...100 {
      TwoThreads.run(
        { places.0.mark.withLock { $0 += 1 } }, { places.1.mark.withLock { $0 += 1 } })
      #expect(places.0.mark.withLock { $0 } == round)
      #expect(places.1.mark.withLock { $0 } == round)
    }
  }

  /// A task-local value of this task is not seen on the other thread.
  @Test func oneRunsElsewhere() {
    final class Seen {
      var flaw: Flaw?
    }
    let seen = (Seen(), Seen())
    Flaw.$current.withValue(.sharesStorage) {
      TwoThreads.run({ seen.0.flaw = Flaw.current }, { seen.1.flaw = Flaw.current })
    }
    #expect(seen.0.flaw == nil)
    #expect(seen.1.flaw == .sharesStorage)
  }
}
