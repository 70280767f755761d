// SPDX-License-Identifier: MIT

import DecentSync
import ReplicationLaws
import Synchronization

/// Random numbers from a seed, for any number of callers.
package final class RandomNumbers: Sendable {
  private let random: Mutex<SeededGenerator>

  package init(seed: UInt64) { random = Mutex(SeededGenerator(seed: seed)) }

  package func next() -> UInt64 { random.withLock { $0.next() } }

  package func nextDevice() -> DeviceID {
    random.withLock { DeviceID(rawValue: .random(in: .min ... .max, using: &$0)) }
  }
}

/// Device ids, each greater than the one before.
package final class IncreasingIDs: Sendable {
  private let last: Mutex<UInt128>

  /// Makes ids whose upper half is the number of an author.
  package init(after author: UInt64) { last = Mutex(UInt128(author) << 64) }

  package func next() -> DeviceID {
    last.withLock {
      $0 += 1
      return DeviceID(rawValue: $0)
    }
  }
}
