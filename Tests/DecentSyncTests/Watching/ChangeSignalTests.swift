// SPDX-License-Identifier: MIT

import DecentSync
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct ChangeSignalTests {
  private final class Number: Sendable {
    let value = Atomic(0)
  }

  private let signal = ChangeSignal()

  /// Whether there was an unread change. Reads it.
  private func hasChange() async -> Bool {
    let clock = SleepersClock()
    return await signal.wait(until: clock.now, on: clock)
  }

  @Test func holdsOneUnreadChange() async {
    #expect(await !hasChange())
    for _ in 0..<3 { signal.note() }
    #expect(await hasChange())
    #expect(await !hasChange())
    signal.note()
    #expect(await signal.wait())
    #expect(await !hasChange())
  }

  @Test func aChangeWakesWhoWaitsForATime() async {
    let signal = signal
    let clock = SleepersClock { signal.note() }
    #expect(await signal.wait(until: clock.now, on: clock))
    #expect(await !hasChange())
  }

  /// A change wakes the reader, whether it was noted before or while the reader began to wait.
  @Test func noChangeIsMissed() async {
    let count = 2000
    let number = Number()
    let signal = signal
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for _ in 0..<count {
          number.value.add(1, ordering: .sequentiallyConsistent)
          signal.note()
        }
      }
      group.addTask {
        while number.value.load(ordering: .sequentiallyConsistent) < count {
          #expect(await signal.wait())
        }
      }
    }
  }

  @Test func changesAreASequence() async {
    var count = 0
    signal.note()
    for await _ in signal {
      count += 1
      if count == 3 { break }
      signal.note()
    }
    #expect(count == 3)
  }

  @Test func cancellingAReaderLeavesTheSignalToTheNext() async {
    let reader = Task {
      var count = 0
      for await _ in signal { count += 1 }
      return count
    }
    reader.cancel()
    #expect(await reader.value == 0)
    let other = Task { await signal.wait() }
    signal.note()
    #expect(await other.value)
  }
}
