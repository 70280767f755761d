// SPDX-License-Identifier: MIT

import DecentSync
import Synchronization
import TestInputs
import Testing

@Suite(.ends) struct ChangeCounterTests {
  private final class Number: Sendable {
    let value = Atomic(0)
  }

  private let changes = ChangeCounter()

  @Test func aChangeBeforeTheWaitEndsIt() async {
    for _ in 0..<3 { changes.notify() }
    #expect(changes.count == 3)
    await changes.wait(beyond: 2)
    let clock = SleepersClock { Issue.record("it waits for a time") }
    await changes.wait(beyond: 0, until: clock.now, on: clock)
  }

  @Test func aChangeWakesATaskThatWaitsForATime() async {
    let changes = changes
    let clock = SleepersClock { changes.notify() }
    await changes.wait(beyond: 0, until: clock.now, on: clock)
    #expect(changes.count == 1)
  }

  @Test func aWaitEndsAtItsTime() async {
    let clock = SleepersClock()
    await changes.wait(beyond: 0, until: clock.now.advanced(by: .seconds(9)), on: clock)
    #expect(clock.now.offset == .seconds(9))
  }

  /// A change wakes the reader, whether it was counted before or while the reader began to wait.
  @Test func noChangeIsMissed() async {
    let count = 2000
    let number = Number()
    let changes = changes
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for _ in 0..<count {
          number.value.add(1, ordering: .sequentiallyConsistent)
          changes.notify()
        }
      }
      group.addTask {
        while number.value.load(ordering: .sequentiallyConsistent) < count {
          let seen = changes.count
          if seen < count { await changes.wait(beyond: seen) }
        }
      }
    }
  }

  @Test func aChangeWakesAllTasks() async {
    let changes = changes
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<10 { group.addTask { await changes.wait(beyond: 0) } }
      changes.notify()
    }
  }

  @Test func cancellingATaskEndsItsWaitAlone() async {
    let cancelled = Task { [changes] in await changes.wait(beyond: 0) }
    let other = Task { [changes] in
      await changes.wait(beyond: 0)
      return changes.count
    }
    cancelled.cancel()
    await cancelled.value
    changes.notify()
    #expect(await other.value == 1)
  }
}
